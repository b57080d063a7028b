import Foundation
package import ToDoClient

/// The random writes of one process: the same for the same seed and the same items.
package struct RandomWrites {
    private static let titles = ["a", "b", "c", "d", "e"]

    private var random: SeededGenerator
    private let round: Int
    private var made = 0

    /// The writes of a process; each round creates separate items.
    package init(seed: UInt64, round: Int) {
        random = SeededGenerator(seed: seed &+ UInt64(round) &* 1_000)
        self.round = round
    }

    /// Performs the next write.
    package mutating func next(_ store: ToDoItemStore) throws(StoreError) {
        let items = store.snapshot.items
        let kind = Int.random(in: 0..<100, using: &random)
        let value = Int.random(in: 0..<1_000, using: &random)
        guard kind >= 30, !items.isEmpty else { return try store.add(item(value)) }
        let target = items[value % items.count]
        switch kind {
        case 30..<45: try target.done ? store.uncheck(target) : store.check(target)
        case 45..<60:
            try store.edit(target.id) { item in
                item.title = Self.titles[value % 5]
                item.itemDescription = String(repeating: "text ", count: value % 200)
            }
        case 60..<70: try store.delete(target.id)
        case 70..<75: try store.deleteDone()
        case 75..<78: try store.deleteAll()
        case 78..<82:
            let items = (0..<1 + value % 20).map { item(value + $0) }
            try store.importItems(Self.saveFile(items))
        case 82..<93: try store.undo()
        default: try store.redo()
        }
    }

    private mutating func item(_ value: Int) -> ToDoItem {
        made += 1
        let id = UUID(
            uuid: (
                0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, UInt8(truncatingIfNeeded: round >> 8),
                UInt8(truncatingIfNeeded: round), UInt8(truncatingIfNeeded: made >> 8),
                UInt8(truncatingIfNeeded: made)
            ))
        var item = ToDoItem(
            id: id, title: Self.titles[value % 5],
            timestamp: value % 3 == 0 ? Double(value) : nil)
        if value % 6 == 1 { item.setDay(DayDate(days: 20_000 + value), in: .gmt) }
        if value % 12 < 2, item.timestamp != nil {
            item.repetition = Repetition(.weekly, interval: 1 + value % 3)
        }
        return item
    }

    private static func saveFile(_ items: [ToDoItem]) throws(StoreError) -> Data {
        do {
            return try JSONEncoder().encode(items)
        } catch {
            throw .disk("\(error)")
        }
    }
}
