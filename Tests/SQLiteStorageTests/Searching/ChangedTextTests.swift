import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A text that was changed` {
    @Test func `again and again makes no runs of its own`() throws {
        let world = try SearchWorld(run: 4)
        world.write(.put(id(1), content("Tea")))

        for number in 1...40 {
            world.write(.patch(id(1), .changing { $0.title = "Milk \(number)" }))
        }

        #expect(try world.count("trigrams") == 0)
        #expect(try world.waiting() == 1)
        #expect(try world.find("milk 40") == 1)
    }

    @Test func `again and again makes no runs of its own where it is long`() throws {
        let world = try SearchWorld(run: 10)
        let long = String(repeating: "milk ", count: 13_000)
        for number in 1...3 as ClosedRange<UInt64> {
            world.write(.put(id(number), ItemContent(title: "Tea", itemDescription: long)))
        }
        let runs = try world.session.integer("SELECT last_run FROM owners")

        for number in 1...40 {
            world.write(
                .patch(id(1 + UInt64(number % 3)), .changing { $0.title = "Tea \(number)" }))
        }

        #expect(runs == 3)
        #expect(try world.session.integer("SELECT last_run FROM owners") == 3)
        #expect(try world.waiting() == 3)
        #expect(try world.find("tea 40") == 1)
    }

    @Test func `after many others waits for as many again`() throws {
        let world = try SearchWorld(run: 10)
        world.write(.add((1...40).map { NewItem($0, "Milk") }, onConflict: .refuse))
        _ = world.takeTurns()

        for number in 1...40 as ClosedRange<UInt64> {
            world.write(.patch(id(number), .changing { $0.title = "Tea" }))
        }

        #expect(try world.session.integer("SELECT last_run FROM owners") == 4 + 4)
        #expect(try world.find("tea") == 40)
    }

    @Test func `waits for enough others, and then all become searchable`() throws {
        let world = try SearchWorld(run: 10)
        let long = String(repeating: "milk ", count: 120)
        world.write(
            .add(
                (1...20).map {
                    NewItem(
                        id: id($0),
                        content: ItemContent(title: "Tea", itemDescription: $0 < 4 ? long : nil))
                }, onConflict: .refuse))
        _ = world.takeTurns()
        world.write(.put(id(21), content("Tea")))
        func change(_ number: UInt64, _ title: String) {
            world.write(.patch(id(number), .changing { $0.title = title }))
        }

        for number in 1...9 as ClosedRange<UInt64> { change(number, "Jam") }
        let few = try world.waiting()
        change(10, "Jam")
        _ = world.takeTurns()
        let enough = try world.waiting()
        let runs = try world.session.integer("SELECT last_run FROM owners")
        for number in 1...40 { change(1 + UInt64(number % 3), "Milk \(number)") }
        _ = world.takeTurns()

        // Eight new ones wait all the time.
        #expect([few, enough] == [17, 8])
        #expect(try world.session.integer("SELECT last_run FROM owners") == runs)
        #expect(try world.find("jam") == 7)
        #expect(try world.waiting() == 11)
    }
}
