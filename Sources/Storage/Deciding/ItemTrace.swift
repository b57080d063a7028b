package import Items

/// The changes of one item over all lives of its id, each of which has a sequence of its own.
struct ItemTrace {
    private let id: ItemID
    private var sequences: Set<Int>

    /// The trace of an item that is now at this sequence; nil if it is deleted.
    init(of id: ItemID, at sequence: Int?) {
        self.id = id
        sequences = sequence.map { [$0] } ?? []
    }

    /// Whether a change is one of the item's; the changes are given from the last one back, in which
    /// a life begins with its deletion.
    mutating func has(_ head: ChangeHead) -> Bool {
        if head.members.contains(.deletion), head.id == id { sequences.insert(head.sequence) }
        return sequences.contains(head.sequence)
    }
}

extension BatchTransaction {
    package func logged(
        _ id: ItemID, at moment: LoggedMoment
    ) throws(StorageFailure) -> LoggedItem {
        try flush()
        let now = try find(id)
        switch moment {
        case .beforeDeletion:
            guard now == nil, let revision = try tombstone(of: id) else { return .item(nil) }
            return try loggedBeforeDeletion(id, in: revision)
        case .after(let revision):
            // What was not touched since needs no log.
            if let now, now.revision <= revision { return .item(now) }
            if now == nil, let deleted = try tombstone(of: id), deleted <= revision {
                return .item(nil)
            }
            return try logged(id, now, after: revision)
        }
    }

    private func loggedBeforeDeletion(
        _ id: ItemID, in revision: Int
    ) throws(StorageFailure) -> LoggedItem {
        var deletion: LogReader.Change?
        var isWhole = false
        let count = try readLog(from: revision, upTo: revision) { head in
            guard head.key.revision == revision else { return head.key.revision > revision }
            if deletion == nil, head.members.contains(.deletion), head.id == id {
                deletion = LogReader.Change(head)
            }
            isWhole = head.isFirst
            return !isWhole
        }
        guard let count else { return .tooMany }
        take(count)
        guard isWhole, let deletion else { return .expired }
        return .item(try item(id, nil, before: [deletion]))
    }

    private func logged(
        _ id: ItemID, _ now: ToDoItem?, after revision: Int
    ) throws(StorageFailure) -> LoggedItem {
        var trace = ItemTrace(of: id, at: now?.sequence)
        var changes: [LogReader.Change] = []
        var hasReached = false
        let count = try readLog(from: revision, upTo: nil) { head in
            guard head.key.revision > revision else {
                hasReached = true
                return false
            }
            if trace.has(head) { changes.append(LogReader.Change(head)) }
            // The log may begin with the next write.
            hasReached = head.isFirst && head.key.revision == revision + 1
            return true
        }
        guard let count else { return .tooMany }
        take(count)
        guard hasReached, count < UndoLimits.laterChanges else { return .expired }
        return .item(try item(id, now, before: changes))
    }

    /// The number of changes that were read; nil if they are too many for a batch that other writes
    /// share.
    private func readLog(
        from revision: Int, upTo last: Int?, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure) -> Int? {
        let most = mostChanges
        var count = 0
        try forEachChange(from: revision, upTo: last) { head in
            guard count < most else { return false }
            count += 1
            return body(head)
        }
        return count == most && most < UndoLimits.laterChanges ? nil : count
    }

    /// The item before these changes of it, of which the newest is first.
    private func item(
        _ id: ItemID, _ now: ToDoItem?, before changes: [LogReader.Change]
    ) throws(StorageFailure) -> ToDoItem? {
        var item = now
        var reader = ImageReader(keys: changes.map(\.key))
        for change in changes {
            item = try nextImage(&reader, at: change.sequence).item(before: item)
        }
        return item
    }
}
