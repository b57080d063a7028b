import Foundation
import ToDoClient

/// An item as the program prints it in JSON: its members, and what the program knows of it.
struct ItemOutput: Encodable {
    private let item: ToDoItem
    /// The number in the last list; nil if it has none.
    private let number: Int?
    /// The due date in ISO 8601, local time.
    private let due: String?
    /// Whether the server does not have the current state of the item.
    private let unsent: Bool
    /// Whether the server may have a newer state; nil if the command has not asked the server yet.
    private let stale: Bool?

    private enum Key: CodingKey { case number, id, due, unsent, stale }

    init(
        _ item: ToDoItem, _ numbers: Numbers, _ snapshot: ToDoItemSnapshot, _ world: World,
        isStale: Bool? = nil
    ) {
        self.item = item
        number = numbers.number(of: item.id)
        due = DueDate(item, world)?.iso
        unsent = snapshot.isUnsent(item.id)
        stale = isStale
    }

    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(item.id.uuidString.lowercased(), forKey: .id)
        try members.encodeIfPresent(number, forKey: .number)
        try members.encodeIfPresent(due, forKey: .due)
        try members.encode(unsent, forKey: .unsent)
        try members.encodeIfPresent(stale, forKey: .stale)
    }
}

extension Invocation {
    /// Prints a value as one line of JSON.
    func printJSON(_ value: some Encodable) throws {
        try print(try json(value))
    }

    /// A value as one line of JSON.
    func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self).escapedForTerminals
    }

    /// Prints items as JSON.
    func printJSON(
        _ items: [ToDoItem], _ numbers: Numbers, _ snapshot: ToDoItemSnapshot,
        isStale: Bool? = nil
    ) throws {
        try printJSON(items.map { ItemOutput($0, numbers, snapshot, world, isStale: isStale) })
    }
}
