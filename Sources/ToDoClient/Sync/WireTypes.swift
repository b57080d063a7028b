import Foundation

/// A page of `/items/changes`.
struct ChangesPage: Decodable {
    let token: String
    let more: Bool
    let changes: [WireChange]
}

/// A change in a response: an item, or the id of a deleted one.
struct WireChange: Decodable {
    let id: UUID
    let revision: Int
    let stored: ServerItem?

    private enum Key: CodingKey { case revision, item, deleted }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        revision = try members.decode(Int.self, forKey: .revision)
        stored = try members.decodeIfPresent(ServerItem.self, forKey: .item)
        id = try stored?.item.id ?? members.decode(UUID.self, forKey: .deleted)
    }
}

/// An operation of `/items/batch`.
struct WireOperation: Encodable {
    private var op: String
    private var id: UUID?
    private var item: ToDoItem?
    private var patch: JSONValue?
    private var ifRevision: Int?

    init(_ operation: BatchOperation) {
        switch operation {
        case .put(let item, let revision):
            (op, self.item, ifRevision) = ("put", item, revision)
        case .update(let item, let original, let revision):
            (op, id, ifRevision) = ("patch", original.id, revision)
            patch = item.patch(from: original)
        case .delete(let id, let revision):
            (op, self.id, ifRevision) = ("delete", id, revision)
        }
    }
}

/// A result of `/items/batch`.
struct BatchResult: Decodable {
    let id: UUID
    let item: ServerItem?
    let deleted: Bool?
}

/// The response to `/undo/{revision}`.
struct UndoResult: Decodable {
    let revision: Int
    let restored: [UUID]
}
