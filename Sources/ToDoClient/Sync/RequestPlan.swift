import Foundation

/// The edits to send next, and the content of their request.
struct RequestPlan {
    /// The largest number of bytes in a request.
    private static let bytes = 1 << 20

    let kind: PendingRequest.Kind
    let ids: [UUID]
    let body: Data

    /// Nil if the queue is empty, or if its first edit needs a pull before it.
    ///
    /// With `makingRoom`, only edits that do not add to the bytes on the server are sent, except
    /// those in `blocked`.
    init?(
        _ replica: Replica, limit: Int, makingRoom: Bool = false, blocked: Set<UUID> = []
    ) throws(StoreError) {
        let queue = replica.queue.inOrder.lazy.filter { edit in
            !blocked.contains(edit.id) && (!makingRoom || edit.makesRoom)
        }
        guard let first = queue.first(where: { _ in true }) else { return nil }
        if let undo = Self.undo(first, replica, limit) {
            self = undo
            return
        }
        let isShared = first.before == nil && first.origin?.isShared == true
        var ids: [UUID] = []
        var body = Data("[".utf8)
        for edit in queue {
            let part = edit.split(replica.copy[edit.id]).now
            if part.isCompletion, !ids.isEmpty { break }
            guard ids.count < limit,
                (edit.before == nil && edit.origin?.isShared == true) == isShared,
                ids.isEmpty || Self.undo(edit, replica, limit) == nil,
                let operation = part.operation(replica.copy[edit.id]?.revision)
            else { break }
            let json = try Self.json(operation, isShared: isShared)
            if !ids.isEmpty {
                if body.count + json.count + 2 > Self.bytes { break }
                body.append(UInt8(ascii: ","))
            }
            body.append(json)
            ids.append(edit.id)
            if part.isCompletion { break }
        }
        guard !ids.isEmpty else { return nil }
        body.append(UInt8(ascii: "]"))
        self.init(kind: isShared ? .share : .batch, ids: ids, body: body)
    }

    /// An operation of a batch; of items that others may have, the item alone.
    private static func json(
        _ operation: BatchOperation, isShared: Bool
    ) throws(StoreError) -> Data {
        do {
            if isShared, case .put(let item, _) = operation {
                return try JSONEncoder().encode(item)
            }
            return try JSONEncoder().encode(WireOperation(operation))
        } catch {
            throw StoreError(disk: error)
        }
    }

    private init(kind: PendingRequest.Kind, ids: [UUID], body: Data) {
        self.kind = kind
        self.ids = ids
        self.body = body
    }

    /// The undo of a deletion, if the queue restores all items that it deleted; or of a completion.
    private static func undo(_ edit: Edit, _ replica: Replica, _ limit: Int) -> RequestPlan? {
        if edit.after != nil, let revision = edit.origin?.revertedCompletion,
            replica.copy[edit.id]?.revision == revision
        {
            return RequestPlan(kind: .undo(revision: revision), ids: [edit.id], body: Data())
        }
        guard edit.before == nil, let revision = edit.origin?.undoes,
            let deleted = replica.deletions[revision], deleted.contains(edit.id)
        else { return nil }
        let isWhole = deleted.allSatisfy { id in
            guard let edit = replica.queue[id], edit.before == nil else { return false }
            return edit.origin?.undoes == revision
                && replica.tombstones[id]?.deletionRevision == revision
        }
        guard isWhole else { return nil }
        let ids = deleted.sorted { $0.key < $1.key }
        return RequestPlan(kind: .undo(revision: revision), ids: ids, body: Data())
    }
}

extension Edit {
    /// The operation of a batch; nil if it is none, or if the revision of its item is missing.
    fileprivate func operation(_ revision: Int?) -> BatchOperation? {
        switch (before, after) {
        case (nil, let after?): return .put(after)
        case (let before?, let after):
            guard let revision else { return nil }
            return after.map { .update($0, from: before, ifRevision: revision) }
                ?? .delete(id, ifRevision: revision)
        case (nil, nil): return nil
        }
    }

    /// Whether the edit needs no additional room on the server.
    ///
    /// Neither edit that reverts a completion does, because their request removes the next item.
    var makesRoom: Bool { origin?.revertedCompletion != nil || addedBytes <= 0 }

    /// The bytes by which the edit fills the server's quota; 0 or less makes room.
    var addedBytes: Int {
        guard let before else { return after?.storedBytes ?? 0 }
        // The next item is stored as well, with the rule.
        if isCompletion { return after?.storedBytes ?? 0 }
        return (after?.storedBytes ?? 0) - before.storedBytes
    }
}

extension ToDoItem {
    /// The bytes that the server counts: the texts, tags and position included, the rule as JSON,
    /// and 128 for the rest.
    package var storedBytes: Int {
        let texts = [title, itemDescription, location?.name, position] + tags
        return texts.reduce(128 + (repetition?.storedBytes ?? 0)) { $0 + ($1?.utf8.count ?? 0) }
    }
}

extension Repetition {
    /// The bytes of the rule as the server stores it: as JSON.
    fileprivate var storedBytes: Int {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A rule has texts and finite numbers, which cannot fail to be encoded.
        return (try? encoder.encode(self).count) ?? 0
    }
}
