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
    ) {
        let queue = replica.queue.inOrder.lazy.filter { edit in
            !blocked.contains(edit.id) && (!makingRoom || edit.makesRoom)
        }
        guard let first = queue.first(where: { _ in true }) else { return nil }
        if let undo = Self.undo(first, replica, limit) {
            self = undo
            return
        }
        let isShared = first.before == nil && first.origin?.isShared == true
        var operations: [(id: UUID, json: [UInt8])] = []
        var size = 2
        for edit in queue {
            let part = edit.split(replica.copy[edit.id]).now
            if part.isCompletion, !operations.isEmpty { break }
            guard operations.count < limit,
                (edit.before == nil && edit.origin?.isShared == true) == isShared,
                operations.isEmpty || Self.undo(edit, replica, limit) == nil
            else { break }
            var operation = JSONWriter()
            guard operation.operation(part, isShared, replica.copy[edit.id]?.revision) else {
                break
            }
            size += operation.bytes.count + 1
            if !operations.isEmpty, size > Self.bytes { break }
            operations.append((edit.id, operation.bytes))
            if part.isCompletion { break }
        }
        guard !operations.isEmpty else { return nil }
        var json = JSONWriter()
        json.array(operations) { $0.value($1.json[...]) }
        self.init(
            kind: isShared ? .share : .batch, ids: operations.map(\.id), body: json.data)
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
        var rule = JSONWriter()
        if let repetition { rule.repetition(repetition) }
        return ([title, itemDescription, location?.name, position] + tags).reduce(
            128 + rule.bytes.count
        ) {
            $0 + ($1?.utf8.count ?? 0)
        }
    }
}

extension JSONWriter {
    /// Writes the operation of an edit; false if the revision of its item is missing.
    fileprivate mutating func operation(_ edit: Edit, _ isShared: Bool, _ revision: Int?) -> Bool {
        switch (edit.before, edit.after) {
        case (nil, let after?):
            if isShared {
                item(after)
            } else {
                object { json in
                    json.name("op")
                    json.string("put")
                    json.name("item")
                    json.item(after)
                }
            }
        case (let before?, let after):
            guard let revision else { return false }
            object { json in
                json.name("op")
                json.string(after == nil ? "delete" : "patch")
                json.name("id")
                json.uuid(edit.id)
                if let after {
                    json.name("patch")
                    json.patch(from: before, to: after)
                }
                json.name("ifRevision")
                json.int(revision)
            }
        case (nil, nil):
            return false
        }
        return true
    }
}
