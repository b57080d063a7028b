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
        if let item = try members.decodeIfPresent(WireItem.self, forKey: .item) {
            id = item.stored.item.id
            stored = item.stored
        } else {
            id = try members.decode(UUID.self, forKey: .deleted)
            stored = nil
        }
    }
}

/// An item with the members that the server adds.
struct WireItem: Decodable {
    let stored: ServerItem

    private enum Key: CodingKey { case createdAt, updatedAt, doneAt, revision }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        stored = ServerItem(
            item: try ToDoItem(from: decoder),
            createdAt: try members.decode(Double.self, forKey: .createdAt),
            updatedAt: try members.decodeIfPresent(Double.self, forKey: .updatedAt),
            doneAt: try members.decodeIfPresent(Double.self, forKey: .doneAt),
            revision: try members.decode(Int.self, forKey: .revision))
    }
}

/// A result of `/items/batch`.
struct BatchResult: Decodable {
    let id: UUID
    let item: WireItem?
    let deleted: Bool?
}

/// The response to `/undo/{revision}`.
struct UndoResult: Decodable {
    let revision: Int
    let restored: [UUID]
}
