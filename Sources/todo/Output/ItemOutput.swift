import Foundation
import ToDoClient

/// An item as the program prints it in JSON.
struct ItemOutput: Encodable {
    /// The number in the last list; nil if it has none.
    let number: Int?
    let id: String
    let title: String
    let itemDescription: String?
    let timestamp: Double?
    /// The due date in ISO 8601, local time.
    let due: String?
    /// The due date without a time, `YYYY-MM-DD`.
    let day: DayDate?
    /// The rule by which the item comes back.
    let `repeat`: Repetition?
    let location: Location?
    let done: Bool
    /// Whether the server does not have the current state of the item.
    let unsent: Bool
    /// Whether the server may have a newer state; nil if the command has not asked the server yet.
    let stale: Bool?

    init(
        _ item: ToDoItem, _ numbers: Numbers, _ snapshot: ToDoItemSnapshot, _ world: World,
        isStale: Bool? = nil
    ) {
        number = numbers.number(of: item.id)
        id = item.id.uuidString.lowercased()
        title = item.title
        itemDescription = item.itemDescription
        timestamp = item.timestamp
        due = DueDate(item, world)?.iso
        day = item.day
        `repeat` = item.repetition
        location = item.location
        done = item.done
        unsent = snapshot.isUnsent(item.id)
        stale = isStale
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
