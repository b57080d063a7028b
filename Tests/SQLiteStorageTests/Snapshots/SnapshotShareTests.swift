import Items
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite struct `The share of an owner in the snapshot pool` {
    // proves: limits-5
    @Test(arguments: [
        (8, [4, 2, 1, 1, 0]), (SQLiteDatabase.Options().snapshots, [8, 4, 2, 1, 1]),
        (1, [1, 0, 0, 0, 0]),
    ])
    func `is half of the connections, and for the next owner half of the rest`(
        limit: Int, each: [Int]
    ) throws {
        let world = try PoolWorld(limit: limit)

        var taken: [[any ItemSnapshot]] = []
        for owner in [world.owner] + world.others {
            taken.append([])
            while let snapshot = try? world.snapshot(of: owner) {
                taken[taken.count - 1].append(snapshot)
            }
        }

        #expect(taken.map(\.count) == each)
    }

    // proves: limits-5
    @Test func `is free again for each released snapshot`() throws {
        let world = try PoolWorld(limit: 4)
        var taken = [try world.snapshot(), try world.snapshot()]
        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }

        for _ in 0..<5 {
            taken.removeLast()
            taken.append(try world.snapshot())
        }

        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }
        #expect(world.connected == 2)
    }

    // proves: limits-5
    @Test func `is exhausted even while other owners share its connections`() throws {
        let world = try PoolWorld(limit: 4)
        let (slow, other) = (world.others[0], world.others[1])
        var quick: [any ItemSnapshot] = []
        var joined: [any ItemSnapshot] = []
        for _ in 0..<2 {
            quick = [try world.shared()]
            joined.append(try world.shared(of: slow))
            try world.tick()
        }
        quick = [try world.shared()]

        #expect(throws: StorageFailure.overloaded) { try world.shared(of: slow) }
        let again = try world.shared(of: other)

        #expect(try again.revision == 0)
        #expect(world.connected == 3)
        #expect(quick.count == 1)
        joined = []
        #expect(try world.shared(of: slow).revision == 0)
    }

    @Test func `counts snapshots on one connection once`() throws {
        let world = try PoolWorld(limit: 4)
        var first = try (0..<10).map { _ in try world.shared() }
        try world.tick()
        let second = try (0..<10).map { _ in try world.shared() }
        try world.tick()
        #expect(throws: StorageFailure.overloaded) { try world.shared() }

        first.removeLast(9)
        #expect(throws: StorageFailure.overloaded) { try world.shared() }
        first = []
        let third = try world.shared()

        #expect(try third.revision == 3)
        let secondRevisions = try second.map { try $0.revision }
        #expect(secondRevisions == Array(repeating: 2, count: 10))
    }
}
