import Items
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite struct `The snapshots of a lane` {
    @Test func `share one connection while the items do not change`() throws {
        let world = try PoolWorld(limit: 1)
        let snapshots = try (0..<100).map { _ in try world.shared() }

        var titles: [[String]] = []
        for snapshot in snapshots {
            var seen: [String] = []
            while try snapshot.show(
                1,
                {
                    seen.append(String(copying: $0.title)); return true
                })
            {}
            titles.append(seen)
        }

        #expect(world.connected == 1)
        #expect(titles == Array(repeating: ["one"], count: 100))
    }

    @Test func `after a change need another connection`() throws {
        let world = try PoolWorld(limit: 3)
        let before = try (0..<3).map { _ in try world.shared() }
        try world.commit("UPDATE owners SET revision = 7")
        let after = try (0..<3).map { _ in try world.shared() }
        try world.commit("UPDATE owners SET revision = 8")

        #expect(throws: StorageFailure.overloaded) { try world.shared() }

        let beforeRevisions = try before.map { try $0.revision }
        #expect(beforeRevisions == [1, 1, 1])
        let afterRevisions = try after.map { try $0.revision }
        #expect(afterRevisions == [7, 7, 7])
        #expect(world.connected == 2)
    }

    @Test func `return their connection when the last one ends`() throws {
        let world = try PoolWorld(limit: 1)
        var snapshots = try (0..<3).map { _ in try world.shared() }
        try world.commit("UPDATE owners SET revision = 7")

        snapshots.removeLast(2)
        #expect(throws: StorageFailure.overloaded) { try world.shared() }
        snapshots = []
        let next = try world.shared()

        #expect(try next.revision == 7)
    }

    /// A failure can end the transaction, and another transaction may see other items.
    @Test(arguments: Fault.all)
    func `fail together`(fault: Fault) throws {
        let world = try PoolWorld(limit: 3, fault: fault, stepsLeft: 2)
        let (one, other) = (try world.shared(), try world.shared())

        #expect(throws: fault.failure) { try one.show(9) { _ in true } }
        #expect(throws: fault.failure) { try other.show(9) { _ in true } }
        let next = try world.shared()

        #expect(try next.show(1) { _ in true })
        #expect(world.connected == 2)
    }

    @Test func `show the state of their start in each order, whatever is written meanwhile`()
        throws
    {
        let world = try PoolWorld(limit: 1)
        try world.add(2...900)
        let queries = [
            ItemQuery(), ItemQuery(sort: ItemSort(.title)),
            ItemQuery(sort: ItemSort(.created, isDescending: true)),
        ]
        let snapshots = try queries.map { try world.shared($0) }
        var sequences = queries.map { _ in [Int]() }
        func readOn(_ index: Int) throws -> Bool {
            try snapshots[index].show(100) { row in
                sequences[index].append(row.fields.sequence)
                return true
            }
        }

        // All of them have begun, in turns, when all items are deleted.
        for index in [0, 1, 2, 1, 0, 2] { _ = try readOn(index) }
        try world.commit("DELETE FROM items")
        for index in queries.indices {
            while try readOn(index) {}
        }

        #expect(world.connected == 1)
        #expect(sequences[0] == Array(1...900))
        // "more" is before "one".
        #expect(sequences[1] == Array(2...900) + [1])
        #expect(sequences[2] == Array(1...900).reversed())
    }

    @Test func `end a part where their reader stops`() throws {
        let world = try PoolWorld(limit: 1)
        try world.add(2...5)
        let snapshot = try world.shared()

        var parts: [Int] = []
        var goesOn = true
        while goesOn {
            var count = 0
            goesOn = try snapshot.show(100) { _ in
                count += 1
                return count < 2
            }
            parts.append(count)
        }

        #expect(parts == [2, 2, 1])
    }
}
