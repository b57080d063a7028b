/// Several writes as one: in their order, under one revision, all or none.
extension WriteRules {
    func batch(_ steps: [BatchStep]) throws(StorageFailure) -> Decision {
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

    private func perform(
        _ step: BatchStep, _ state: BatchState
    ) throws(StorageFailure) -> Decision {
        let expected = step.ifRevision.map { Conditions(ifMatch: .revisions([$0])) }
        let part = WriteRules(
            transaction: transaction, conditions: expected ?? Conditions(),
            currentRevision: currentRevision, now: now,
            batch: state)
        return switch step.action {
        case .put(let id, let content): try part.put(id, content)
        case .patch(let id, let patch): try part.patch(id, patch)
        case .delete(let id): try part.delete(id)
        }
    }
}

/// The revisions that items had before the first step of a batch that touched them.
final class BatchState {
    /// Nil is an item that was not there.
    private var revisions: [ItemID: Int?] = [:]

    /// Notes what is there before a step writes; `revision` is that of the batch.
    func note(_ id: ItemID, _ item: ToDoItem?, revision: Int) {
        if revisions[id] == nil { revisions[id] = .some(item?.revision) }
    }

    /// The revision that the item had before the batch; `now` is the one that it has.
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
