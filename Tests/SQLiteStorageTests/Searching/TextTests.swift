import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A searched text` {
    /// A description of more than 256 bytes is stored in a table of its own.
    @Test(arguments: [250, 251, 252, 253, 60_000])
    func `is found at the end of a description of any length`(padding: Int) throws {
        let world = try SearchWorld()
        let text = String(repeating: "x", count: padding) + " milk"
        for number in 1...3 as ClosedRange<UInt64> {
            world.write(.put(id(number), ItemContent(title: "Tea", itemDescription: text)))
        }

        world.write(.patch(id(2), .changing { $0.itemDescription = .set("bread") }))

        #expect(try ["milk", "bread", "tea milk"].map { try world.find($0) } == [2, 1, 2])
    }

    @Test func `is searched in parts if there are many items, or long ones`() throws {
        let world = try SearchWorld()
        let many = (1...2_500).map { NewItem($0, $0 % 500 == 0 ? "Milk" : "Tea") }
        world.write(.add(many, onConflict: .refuse))
        let other = try world.session.addOwner(2)
        let long = ItemContent(
            title: "Tea", itemDescription: String(repeating: "bread ", count: 10_000) + "milk")
        world.write(
            .add((1...9).map { NewItem(id: id($0), content: long) }, onConflict: .refuse),
            of: other)

        let found = try [world.search("milk"), world.search("milk", of: other)]

        #expect(found.map(\.found) == [5, 9])
        // 1,000 items or 128 KB of texts per part, and the end.
        #expect(found.map(\.parts) == [3, 4])
    }
}
