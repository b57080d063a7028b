/// Writes to all items that match a filter, in parts, so that memory does not grow with their
/// number.
extension WriteRules {
    mutating func patchAll(
        _ filter: ItemFilter, _ patch: ItemPatch
    ) throws(StorageFailure) -> Decision {
        let isAllowed = conditions.hold(for: currentRevision)
        // Clients are promised that an incomplete patch is reported before a failed condition. Only
        // a patch of the location or of the due date can be incomplete.
        guard isAllowed || patch.canBeIncomplete else {
            return .failure(.conditionFailed(revision: currentRevision))
        }
        guard try transaction.beginBulk() else { return .failure(.tooManyEffects) }
        let quota = try transaction.quota()
        var count = 0
        // A copy, because `forEach` reads these rules while the closure changes its own.
        var rules = self
        // They would all be kept until the reply, which has none of them.
        rules.keepsFollowing = false
        defer { creationTimes = rules.creationTimes }
        // Items move between the halves. The target half comes first, so no item is visited twice.
        let refusal = try forEach(filter, doneFirst: patch.done == true) {
            () throws(StorageFailure) in
            quota.failure(ofSureGrowthTo: try transaction.quota().used)
        } body: { old throws(StorageFailure) in
            // The next items of completed ones were not selected.
            guard old.sequence < rules.creationTimes.firstSequence else { return nil }
            let content: ItemContent
            do throws(IncompletePatch) {
                content = try patch.applied(to: old.content)
            } catch {
                return .incomplete(error.missing, dueDate: error.dueDate)
            }
            let faults = patchFaults(of: content, old.content)
            guard faults.isEmpty else { return .incomplete([], dueDate: faults) }
            guard isAllowed, content != old.content else { return nil }
            _ = try rules.replace(old, rules.change(of: old, to: content))
            count += 1
            return nil
        }
        if let refusal { return .failure(refusal) }
        guard isAllowed else { return .failure(.conditionFailed(revision: currentRevision)) }
        return .success(Done(.patchedAll(count: count), changed: count > 0))
    }

    func deleteAll(_ filter: ItemFilter) throws(StorageFailure) -> Decision {
        guard conditions.hold(for: currentRevision) else {
            return .failure(.conditionFailed(revision: currentRevision))
        }
        guard try transaction.beginBulk() else { return .failure(.tooManyEffects) }
        var count = 0
        _ = try forEach(filter, doneFirst: false) {
            nil
        } body: { old throws(StorageFailure) in
            try transaction.delete(old, revision: revision, now: now)
            count += 1
            return nil
        }
        return .success(Done(.deleted(count: count), changed: count > 0))
    }

    /// Calls `body` with every matching item, open and done ones each in order of creation, and
    /// `beforePart` before it reads the next ones, until one of them returns a refusal.
    private func forEach(
        _ filter: ItemFilter, doneFirst: Bool,
        beforePart: () throws(StorageFailure) -> WriteFailure?,
        body: (ToDoItem) throws(StorageFailure) -> WriteFailure?
    ) throws(StorageFailure) -> WriteFailure? {
        for done in [doneFirst, !doneFirst] where filter.done ?? done == done {
            if let refusal = try forEach(filter, done: done, beforePart, body) { return refusal }
        }
        return nil
    }

    private func forEach(
        _ filter: ItemFilter, done: Bool,
        _ beforePart: () throws(StorageFailure) -> WriteFailure?,
        _ body: (ToDoItem) throws(StorageFailure) -> WriteFailure?
    ) throws(StorageFailure) -> WriteFailure? {
        var sequence = 0
        while true {
            if let refusal = try beforePart() { return refusal }
            let (items, isAll) = try transaction.select(filter, done: done, after: sequence)
            for item in items {
                if let refusal = try body(item) { return refusal }
            }
            guard let last = items.last, !isAll else { return nil }
            // Otherwise a damaged file would make this loop endless.
            guard last.sequence > sequence else {
                throw .corrupt("sequences that are not in order")
            }
            sequence = last.sequence
        }
    }
}

extension ItemPatch {
    fileprivate var canBeIncomplete: Bool {
        if case .set = location { return true }
        if case .set = day { return true }
        if case .set = repetition { return true }
        if case .set = remind { return true }
        return false
    }
}
