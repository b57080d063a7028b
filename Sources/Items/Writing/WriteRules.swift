extension ItemWrite {
    /// Performs this write in `transaction`, or throws the refusal.
    ///
    /// A write that changes something takes exactly one revision, which everything that it changes
    /// gets; a write that changes nothing takes none. The caller must roll back after a refusal,
    /// because some refusals follow changes.
    package func perform(
        in transaction: any ItemTransaction, now: Double,
        timeZones: any TimeZoneDatabase = UTCDatabase()
    ) throws(WriteFailure) -> WriteOutcome {
        let decided: Result<WriteRules.Done, WriteFailure>
        let currentRevision = try transaction.requireRevision()
        var rules = WriteRules(
            transaction: transaction, conditions: conditions, currentRevision: currentRevision,
            now: now, timeZones: timeZones, creationTimes: CreationTimes(from: now))
        do throws(StorageFailure) {
            let quota = try transaction.quota()
            var done =
                switch action {
                case .add(let items, let onConflict): try rules.add(items, onConflict)
                case .put(let id, let content): try rules.put(id, content)
                case .patch(let id, let patch): try rules.patch(id, patch)
                case .delete(let id): try rules.delete(id)
                case .patchMatching(let filter, let patch): try rules.patchAll(filter, patch)
                case .deleteMatching(let filter): try rules.deleteAll(filter)
                case .undo(let revision): try rules.undo(revision)
                case .restore(let id, let revision): try rules.restore(id, revision)
                case .batch(let steps): try rules.batch(steps)
                case .importItems(let items, let replacing, let isPreview):
                    try rules.importItems(items, replacing: replacing, isPreview: isPreview)
                }
            // Writes of one item and of one array have checked the quota before they wrote.
            if case .success(let success) = done, success.changed {
                let growth = try transaction.quota().used - quota.used
                if let refusal = quota.failure(ofGrowth: growth) {
                    done = .failure(refusal)
                } else {
                    try transaction.setRevision(rules.revision)
                }
            }
            decided = done
        } catch {
            throw .storage(error)
        }
        let done = try decided.get()
        return WriteOutcome(
            revision: done.changed ? currentRevision + 1 : currentRevision, changed: done.changed,
            result: done.result, created: rules.creationTimes.count,
            following: rules.creationTimes.following)
    }
}

/// The rules of each kind of write, with the documented order of checks: missing, incomplete,
/// condition.
struct WriteRules {
    typealias Decision = Result<Done, WriteFailure>

    /// The result of a write, and whether it takes a revision.
    struct Done {
        let result: WriteOutcome.Result
        let changed: Bool

        init(_ result: WriteOutcome.Result, changed: Bool) {
            self.result = result
            self.changed = changed
        }
    }

    let transaction: any ItemTransaction
    let conditions: Conditions
    let currentRevision: Int
    let now: Double
    let timeZones: any TimeZoneDatabase
    var creationTimes: CreationTimes
    /// Whether the outcome has the next items of completed ones.
    var keepsFollowing = true
    /// The state of the batch that this write is a step of, if any.
    var batch: BatchState?

    var revision: Int { currentRevision + 1 }

    mutating func add(
        _ items: [NewItem], _ onConflict: ItemWrite.OnConflict
    ) throws(StorageFailure) -> Decision {
        var found: [ToDoItem?] = []
        found.reserveCapacity(items.count)
        // A generated id cannot exist, so neither it nor its tombstone is looked up.
        // By index: iterating would copy each item with its texts.
        for index in items.indices {
            let isGenerated = items[index].hasGeneratedID
            found.append(isGenerated ? nil : try transaction.find(items[index].id))
        }
        let unknown = unknownTimeZones(of: items, found)
        guard unknown.isEmpty else { return .failure(.unknownTimeZones(unknown)) }
        guard conditions.hold(for: currentRevision) else {
            return .failure(.conditionFailed(revision: currentRevision))
        }
        if onConflict == .refuse {
            let taken = found.compactMap { $0?.id }
            guard taken.isEmpty else { return .failure(.exists(taken)) }
        }
        if let refusal = try quotaFailure(of: items, found, onConflict) {
            return .failure(refusal)
        }
        var stored: [ToDoItem] = []
        stored.reserveCapacity(items.count)
        var changed = false
        for index in items.indices {
            guard let old = found[index] else {
                stored.append(
                    try insert(
                        items[index].id, isGenerated: items[index].hasGeneratedID,
                        items[index].content))
                changed = true
                continue
            }
            guard onConflict == .replace, old.content != items[index].content else {
                stored.append(old)
                continue
            }
            stored.append(try replace(old, Change(to: items[index].content)))
            changed = true
        }
        return .success(Done(.added(stored), changed: changed))
    }

    mutating func put(_ id: ItemID, _ content: ItemContent) throws(StorageFailure) -> Decision {
        let old = try transaction.find(id)
        var content = content
        if content.repetition != nil {
            // A PUT of an item that is already done can be sent again.
            if content.done, old?.content.done == true { content.repetition = nil }
            var faults = timeZoneFaults(of: content, old?.content)
            if content.done, old == nil { faults.insert(.isDone, at: 0) }
            guard faults.isEmpty else { return .failure(.faultyDueDate(faults)) }
        }
        if let refusal = try refusal(of: id, old) { return .failure(refusal) }
        guard let old else {
            if let refusal = try quotaFailure(from: nil, to: Change(to: content)) {
                return .failure(refusal)
            }
            return .success(Done(.put(try insert(id, content), created: true), changed: true))
        }
        guard old.content != content else {
            return .success(Done(.put(old, created: false), changed: false))
        }
        let new = change(of: old, to: content)
        if let refusal = try quotaFailure(from: old.content, to: new) {
            return .failure(refusal)
        }
        return .success(Done(.put(try replace(old, new), created: false), changed: true))
    }

    mutating func patch(_ id: ItemID, _ patch: ItemPatch) throws(StorageFailure) -> Decision {
        guard let old = try transaction.find(id) else { return .failure(.notFound) }
        let content: ItemContent
        do throws(IncompletePatch) {
            content = try patch.applied(to: old.content)
        } catch {
            return .failure(.incomplete(error.missing, dueDate: error.dueDate))
        }
        let faults = patchFaults(of: content, old.content)
        guard faults.isEmpty else { return .failure(.incomplete([], dueDate: faults)) }
        if let refusal = try refusal(of: id, old) { return .failure(refusal) }
        guard old.content != content else {
            return .success(Done(.patched(old), changed: false))
        }
        let new = change(of: old, to: content)
        if let refusal = try quotaFailure(from: old.content, to: new) {
            return .failure(refusal)
        }
        return .success(Done(.patched(try replace(old, new)), changed: true))
    }

    func delete(_ id: ItemID) throws(StorageFailure) -> Decision {
        guard let old = try transaction.find(id) else {
            let gone = try transaction.tombstone(of: id)
            // The tombstone of a deletion by the same batch has the batch's revision, which is not
            // committed yet.
            guard let gone, gone < revision else { return .failure(.notFound) }
            return .failure(.gone(revision: gone))
        }
        if let refusal = try refusal(of: id, old) { return .failure(refusal) }
        batch?.note(id, old)
        try transaction.delete(old, revision: revision, now: now)
        return .success(Done(.deleted(count: 1), changed: true))
    }

    /// The refusal if the conditions do not hold for the item as it was before this revision.
    private func refusal(
        of id: ItemID, _ old: ToDoItem?
    ) throws(StorageFailure) -> WriteFailure? {
        guard !conditions.isEmpty else { return nil }
        let now = old?.revision
        let stood = if let batch { batch.revision(of: id, now: now) } else { now }
        return conditions.hold(for: stood) ? nil : .conditionFailed(revision: stood)
    }

    @discardableResult
    mutating func insert(
        _ id: ItemID, isGenerated: Bool = false, _ content: ItemContent
    ) throws(StorageFailure) -> ToDoItem {
        let sequence = try transaction.nextSequence()
        creationTimes.firstSequence = min(creationTimes.firstSequence, sequence)
        let item = ToDoItem(
            id: id, sequence: sequence, content: content, now: creationTimes.next(),
            revision: revision)
        batch?.note(id, nil)
        try transaction.insert(item, isGenerated: isGenerated)
        return item
    }

    /// Stores a change: the item, and after it the next one.
    mutating func replace(_ old: ToDoItem, _ change: Change) throws(StorageFailure) -> ToDoItem {
        let item = old.changed(to: change.content, now: now, revision: revision)
        batch?.note(old.id, old)
        try transaction.replace(old, with: item)
        if let next = change.next, try transaction.find(next.id) == nil {
            let made = try insert(next.id, next.content)
            if keepsFollowing { creationTimes.following.append(made) }
        }
        return item
    }

    /// The refusal if the new content exceeds the quota, before anything is written.
    ///
    /// Steps of a batch are checked at its end, because a later step may free bytes.
    private func quotaFailure(
        from old: ItemContent?, to new: Change
    ) throws(StorageFailure) -> WriteFailure? {
        // Whether the next item already exists is only known after a lookup.
        guard batch == nil, new.next == nil else { return nil }
        let growth = ItemSize(of: new.content) - (old.map { ItemSize(of: $0) } ?? .zero)
        guard growth.bytes > 0 || growth.count > 0 else { return nil }
        return try transaction.quota().failure(ofGrowth: growth)
    }

    /// The refusal if items that are added together exceed the quota.
    func quotaFailure(
        of items: [NewItem], _ found: [ToDoItem?], _ onConflict: ItemWrite.OnConflict
    ) throws(StorageFailure) -> WriteFailure? {
        var growth = ItemSize.zero
        for index in items.indices {
            if let old = found[index] {
                guard onConflict == .replace else { continue }
                growth = growth - ItemSize(of: old.content)
            }
            growth = growth + ItemSize(of: items[index].content)
        }
        return try transaction.quota().failure(ofGrowth: growth)
    }
}
