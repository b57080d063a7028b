import Foundation

/// The last state of an item that the server sent.
final class ServerItem: Sendable {
    let item: ToDoItem
    let createdAt: Double
    /// Nil in a record of an earlier version.
    let updatedAt: Double?
    let doneAt: Double?
    let revision: Int

    init(
        item: ToDoItem, createdAt: Double, updatedAt: Double?, doneAt: Double?, revision: Int
    ) {
        self.item = item
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.doneAt = doneAt
        self.revision = revision
    }
}

/// As in JSON of the server: the item, with the members that the server adds.
extension ServerItem: Codable {
    private enum Key: CodingKey { case createdAt, updatedAt, doneAt, revision }

    convenience init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        self.init(
            item: try ToDoItem(from: decoder),
            createdAt: try members.decode(Double.self, forKey: .createdAt),
            updatedAt: try members.decodeIfPresent(Double.self, forKey: .updatedAt),
            doneAt: try members.decodeIfPresent(Double.self, forKey: .doneAt),
            revision: try members.decode(Int.self, forKey: .revision))
    }

    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(createdAt, forKey: .createdAt)
        try members.encodeIfPresent(updatedAt, forKey: .updatedAt)
        try members.encodeIfPresent(doneAt, forKey: .doneAt)
        try members.encode(revision, forKey: .revision)
    }
}

/// The local change of one item.
///
/// A class, because the queue and the steps of undo share edits.
final class Edit: Codable, Sendable {
    let id: UUID
    /// The item before the edit; nil if it did not exist.
    let before: ToDoItem?
    /// The item after the edit; nil if it no longer exists.
    let after: ToDoItem?
    /// Grows with each write; orders the queue and the items that the server does not have.
    let number: Int
    /// The origin of a created or deleted item; nil for a change.
    let origin: Origin?

    init(id: UUID, before: ToDoItem?, after: ToDoItem?, number: Int, origin: Origin? = nil) {
        self.id = id
        self.before = before
        self.after = after
        self.number = number
        self.origin = origin
    }

    /// Whether the edit has no effect.
    var isEmpty: Bool { before == after }

    /// The same edit, leading to another item.
    func with(after: ToDoItem?) -> Edit {
        var origin = origin
        if before == nil, let made = self.after, origin?.base == nil {
            // The first version of the item shows later which members were changed since.
            origin = Origin(
                isShared: origin?.isShared ?? true, base: made, createdAt: origin?.createdAt,
                undoes: origin?.undoes)
        }
        return Edit(id: id, before: before, after: after, number: number, origin: origin)
    }

    /// The same edit on top of another item.
    func with(before: ToDoItem?, origin: Origin? = nil) -> Edit {
        Edit(id: id, before: before, after: after, number: number, origin: origin)
    }

    func with(origin: Origin?) -> Edit {
        Edit(id: id, before: before, after: after, number: number, origin: origin)
    }
}

/// The origin of an item that the server does not have, or of an edit that takes back a completion.
final class Origin: Codable, Sendable {
    /// Whether other clients may create the item too: it was imported or restored.
    let isShared: Bool
    /// The item without local changes, as other clients may have it; nil if there are none.
    let base: ToDoItem?
    /// The creation time of a restored item, which decides its position.
    let createdAt: Double?
    /// The revision of the deletion, or completion, whose undo restores the item.
    let undoes: Int?

    init(isShared: Bool, base: ToDoItem? = nil, createdAt: Double? = nil, undoes: Int? = nil) {
        self.isShared = isShared
        self.base = base
        self.createdAt = createdAt
        self.undoes = undoes
    }

    /// The same without the revision: the item has to be created again.
    var withoutUndo: Origin {
        undoes == nil ? self : Origin(isShared: true, base: base, createdAt: createdAt)
    }
}
