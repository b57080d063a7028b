/// Several writes as one: in order, with one revision, all or none.
extension WriteRules {
    mutating func batch(_ steps: [BatchStep]) throws(StorageFailure) -> Decision {
        guard conditions.hold(for: currentRevision) else {
            return .failure(.conditionFailed(revision: currentRevision))
        }
        let state = BatchState()
        var results: [BatchStep.Result] = []
        results.reserveCapacity(steps.count)
        var changed = false
        for (index, step) in steps.enumerated() {
            switch try perform(step, state) {
            case .failure(let cause): return .failure(.atStep(index, cause))
            case .success(let done):
                results.append(BatchStep.Result(done.result, of: step))
                changed = changed || done.changed
            }
        }
        return .success(Done(.batch(results), changed: changed))
    }

    private mutating func perform(
        _ step: BatchStep, _ state: BatchState
    ) throws(StorageFailure) -> Decision {
        let expected = step.ifRevision.map { Conditions(ifMatch: .revisions([$0])) }
        var part = WriteRules(
            transaction: transaction, conditions: expected ?? Conditions(),
            currentRevision: currentRevision, now: now, timeZones: timeZones,
            creationTimes: creationTimes, batch: state)
        // Only the step has them meanwhile, so adding one copies none.
        creationTimes.following = []
        defer { creationTimes = part.creationTimes }
        return switch step.action {
        case .put(let id, let content): try part.put(id, content)
        case .patch(let id, let patch): try part.patch(id, patch)
        case .delete(let id): try part.delete(id)
        }
    }
}

/// The shared state of a batch's steps: the revision of each item before the first step that
/// changes it.
final class BatchState {
    /// Nil means that the item did not exist.
    private var revisions: [ItemID: Int?] = [:]

    /// Records the item's revision before the first step that writes to it.
    func note(_ id: ItemID, _ item: ToDoItem?) {
        if revisions[id] == nil { revisions[id] = .some(item?.revision) }
    }

    /// The item's revision before the batch; `now` is its revision now.
    func revision(of id: ItemID, now: Int?) -> Int? {
        revisions[id] ?? now
    }
}

extension BatchStep.Result {
    fileprivate init(_ result: WriteOutcome.Result, of step: BatchStep) {
        switch (result, step.action) {
        case (.put(let item, created: _), _), (.patched(let item), _): self = .item(item)
        case (_, .delete(let id)), (_, .put(let id, _)), (_, .patch(let id, _)): self = .deleted(id)
        }
    }
}
