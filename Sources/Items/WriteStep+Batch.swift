/// Several writes as one: in their order, under one revision, all or none.
extension WriteStep {
    func batch(_ steps: [BatchStep]) throws(StorageFailure) -> Decision {
        guard conditions.hold(for: clock) else {
            return .failure(.conditionFailed(revision: clock))
        }
        var results: [BatchStep.Result] = []
        results.reserveCapacity(steps.count)
        var changed = false
        for (index, step) in steps.enumerated() {
            switch try perform(step) {
            case .failure(let cause): return .failure(.atStep(index, cause))
            case .success(let done):
                results.append(BatchStep.Result(done.result, of: step))
                changed = changed || done.changed
            }
        }
        return .success(Done(.batch(results), changed: changed))
    }

    private func perform(_ step: BatchStep) throws(StorageFailure) -> Decision {
        let expected = step.ifRevision.map { Conditions(ifMatch: .revisions([$0])) }
        let part = WriteStep(
            transaction: transaction, conditions: expected ?? Conditions(), clock: clock, now: now,
            isPart: true)
        return switch step.action {
        case .put(let id, let content): try part.put(id, content)
        case .patch(let id, let patch): try part.patch(id, patch)
        case .delete(let id): try part.delete(id)
        }
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
