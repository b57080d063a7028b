import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A searched text` {
    @Test func `is found right after its write, in any letter case`() throws {
        let world = try SearchWorld()

        for number in 1...25 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("Milk \(number)")))
            #expect(try world.find("MILK") == Int(number))
        }
    }

    @Test func `that changed is found by its new words`() throws {
        let world = try SearchWorld()
        world.write(.put(id(1), content("Milk")))
        world.write(.patch(id(1), .changing { $0.title = "Bread" }))
        world.write(.patch(id(1), .changing { $0.itemDescription = .set("white") }))

        let found = try ["milk", "bread", "white", "bread white"].map { try world.find($0) }

        #expect(found == [0, 1, 1, 1])
    }

    @Test func `that changed repeatedly is found by its last words`() throws {
        let world = try SearchWorld()
        world.write(.put(id(1), content("Tea")))

        for number in 1...40 {
            world.write(.patch(id(1), .changing { $0.title = "Milk \(number)" }))
        }

        #expect(
            try ["tea", "milk", "milk 39", "milk 40"].map { try world.find($0) } == [0, 1, 0, 1])
    }

    @Test func `of an item marked done is found as before`() throws {
        let world = try SearchWorld()
        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Tea")], onConflict: .refuse))

        world.write(.patchMatching(ItemFilter(), .changing { $0.done = true }))

        #expect(try world.find("milk") == 1)
    }

    @Test func `that was deleted and restored by an undo is found`() throws {
        let world = try SearchWorld()
        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Milk")], onConflict: .refuse))
        world.write(.deleteAll)
        #expect(try world.find("milk") == 0)

        world.write(.undo(revision: 2))

        #expect(try world.find("milk") == 2)
    }

    @Test func `restored with its first sequence is found at that sequence`() throws {
        let world = try SearchWorld()
        world.write(.put(id(1), content("Tea")))
        world.write(.delete(id(1)))
        world.write(.put(id(1), content("Milk")))
        world.write(.add((2...6).map { NewItem($0, "Milk") }, onConflict: .refuse))

        world.write(.undo(revision: 3))
        world.write(.undo(revision: 2))

        #expect(try ["milk", "tea"].map { try world.find($0) } == [5, 1])
        #expect(try world.session.integer("SELECT min(slot & 2147483647) FROM items") == 1)
        #expect(world.session.violations() == [])
    }

    @Test func `is found only among its owner's items`() throws {
        let world = try SearchWorld()
        let other = try world.session.addOwner(2)

        for number in 1...18 as ClosedRange<UInt64> {
            let owner = number % 3 == 0 ? other : world.owner
            world.write(.put(id(number), content("Milk", done: number % 2 == 0)), of: owner)
        }

        #expect(try [world.owner, other].map { try world.find("milk", of: $0) } == [12, 6])
    }

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
