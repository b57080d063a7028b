import Foundation

/// An item as the server last told it.
final class ServerItem: Sendable {
    let item: ToDoItem
    let createdAt: Double
    let revision: Int

    init(item: ToDoItem, createdAt: Double, revision: Int) {
        self.item = item
        self.createdAt = createdAt
        self.revision = revision
    }
}

/// How one item was changed here.
///
/// A class, since the queue and the steps of undo share edits.
final class Edit: Sendable {
    let id: UUID
    /// The item below the edit; nil if it is not there.
    let before: ToDoItem?
    /// The item as it is shown; nil if it is not there.
    let after: ToDoItem?
    /// Grows with each write; orders the queue and the items that the server does not know.
    let number: Int
    /// How the item came, or comes, to be; nil for a change.
    let origin: Origin?

    init(id: UUID, before: ToDoItem?, after: ToDoItem?, number: Int, origin: Origin? = nil) {
        self.id = id
        self.before = before
        self.after = after
        self.number = number
        self.origin = origin
    }

    /// Whether the edit comes to nothing.
    var isEmpty: Bool { before == after }

    /// The same edit, leading to another item.
    func with(after: ToDoItem?) -> Edit {
        var origin = origin
        if before == nil, let made = self.after, origin?.base == nil {
            // What the item was made as tells later which members were changed since.
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

/// How an item that the server does not have came to be.
final class Origin: Sendable {
    /// Whether others may make the item too: it was imported or brought back.
    let isShared: Bool
    /// The item as others may have it, before changes of here; nil if it is as the edit has it.
    let base: ToDoItem?
    /// The creation time of an item that is brought back, which decides where it is shown.
    let createdAt: Double?
    /// The revision of the deletion whose undo brings the item back.
    let undoes: Int?

    init(isShared: Bool, base: ToDoItem? = nil, createdAt: Double? = nil, undoes: Int? = nil) {
        self.isShared = isShared
        self.base = base
        self.createdAt = createdAt
        self.undoes = undoes
    }

    /// The same without the revision: the item is to be made anew.
    var withoutUndo: Origin {
        undoes == nil ? self : Origin(isShared: true, base: base, createdAt: createdAt)
    }
}
