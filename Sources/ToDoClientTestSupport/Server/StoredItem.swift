import Foundation
import ToDoClient

/// An item as the server stores it.
struct StoredItem: Encodable, Equatable, Sendable {
    var item: ToDoItem
    /// Grows with each new item; not in responses.
    let sequence: Int
    var createdAt: Double
    var updatedAt: Double
    var doneAt: Double?
    var revision: Int

    private enum Key: CodingKey { case id, createdAt, updatedAt, doneAt, revision }

    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(item.id.text, forKey: .id)
        try members.encode(createdAt, forKey: .createdAt)
        try members.encode(updatedAt, forKey: .updatedAt)
        try members.encodeIfPresent(doneAt, forKey: .doneAt)
        try members.encode(revision, forKey: .revision)
    }

    /// Whether this comes before another one in the order by hand.
    ///
    /// Those without a position come last, also if the order is turned round.
    func precedes(byPosition other: StoredItem, reversed: Bool) -> Bool {
        let (mine, theirs) = (item.position, other.item.position)
        if (mine == nil) != (theirs == nil) { return mine != nil }
        if let mine, let theirs, mine != theirs { return (mine < theirs) != reversed }
        return (sequence < other.sequence) != reversed
    }

    /// Whether this comes before another one in the default order.
    func precedes(_ other: StoredItem) -> Bool {
        if item.done != other.item.done { return !item.done }
        return sequence < other.sequence
    }
}

extension UUID {
    /// The id as the server writes it.
    var text: String { uuidString.lowercased() }
}
