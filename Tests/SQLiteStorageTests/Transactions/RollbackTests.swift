import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@Suite struct `A request that is rolled back in a batch` {
    /// The owners' rows, and the numbers of the entries.
    private static func state(_ world: BatchWorld) throws -> [String] {
        try world.database.rows(
            """
            SELECT owner, revision, last_sequence, last_entry, unmarked, item_bytes, history_bytes
            FROM owners ORDER BY owner
            """, columns: 7)
            + world.database.rows("SELECT entry, owner, previous FROM log", columns: 3)
    }

    /// A request that fails after many writes.
    private static let failing: ItemWrite.Action = .batch(
        (10..<500 as Range<UInt64>).map { BatchStep(.put(id($0), content("\($0)"))) }
            + [BatchStep(.delete(id(1))), BatchStep(.delete(id(9_999)))])

    @Test(arguments: [false, true])
    func `leaves no trace`(isOther: Bool) throws {
        let (world, expected) = (try BatchWorld(), try BatchWorld())
        let owners = try [world, expected].map { [$0.owner, try $0.database.addOwner(2)] }
        let (before, after): ([ItemWrite.Action], [ItemWrite.Action]) = (
            [.put(id(1), content("one")), .put(id(2), content("two"))],
            [.put(id(3), content("three", done: true)), .delete(id(2))]
        )
        func jobs(_ owners: [Owner], _ actions: [ItemWrite.Action]) -> [ItemWrite] {
            actions.map { ItemWrite(owner: owners[0], action: $0) }
        }

        let failing = ItemWrite(owner: owners[0][isOther ? 1 : 0], action: Self.failing)
        let outcomes = world.batch.run(
            jobs(owners[0], before) + [failing] + jobs(owners[0], after))
        _ = expected.batch.run(jobs(owners[1], before) + jobs(owners[1], after))

        #expect(outcomes.map { try? $0.get().revision } == [1, 2, nil, 3, 4])
        #expect(try Self.state(world) == Self.state(expected))
        #expect(try world.log == expected.log)
        #expect(world.database.violations() == [])
    }

    @Test func `succeeds when it is repeated`() throws {
        let world = try BatchWorld()
        // As many as an undo may read in a batch with other writes.
        let retry: ItemWrite.Action = .batch(
            (0..<UInt64(UndoLimits.inSharedBatch)).map {
                BatchStep(.put(id(10 + $0), content("\($0)")))
            })

        let outcomes = world.run(
            .put(id(1), content("one")), Self.failing, retry, .undo(revision: 2))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2, 3])
        #expect(try world.titles == ["one"])
        #expect(try world.sums().first?.hasPrefix("131|") == true)
        #expect(world.database.violations() == [])
    }

    @Test func `for lack of space uses no bytes, and smaller writes succeed`() throws {
        let world = try BatchWorld(itemLimit: .bytes(400))
        let two = [BatchStep(.put(id(2), content("two"))), BatchStep(.put(id(3), content("six")))]

        let outcomes = world.run(
            .put(id(1), content("one")), .batch(two + [BatchStep(.put(id(4), content("ten")))]),
            .batch(two), .put(id(5), content("one too many")), .delete(id(1)),
            .put(id(5), content("five")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2, nil, 3, 4])
        #expect(outcomes[1] == .failure(.quotaExceeded(bytes: 524, limit: 400)))
        #expect(outcomes[3] == .failure(.quotaExceeded(bytes: 533, limit: 400)))
        #expect(try world.titles == ["two", "six", "five"])
        #expect(try world.sums().first?.hasPrefix("394|") == true)
        #expect(world.database.violations() == [])
    }

    @Test func `among those of several owners affects none of theirs`() throws {
        let world = try BatchWorld()
        let others = try [2, 3].map { try world.database.addOwner($0) }
        let (a, b, c) = (world.owner, others[0], others[1])
        let put = { (owner: Owner, number: UInt64) in
            ItemWrite(owner: owner, action: .put(id(number), content("\(number)")))
        }
        let fails = { ItemWrite(owner: $0, action: Self.failing) }

        let outcomes = world.batch.run([
            put(a, 1), put(b, 1), fails(a), put(b, 2), fails(b), put(a, 2), put(c, 1), fails(c),
            put(a, 3), put(b, 3), put(c, 2),
        ])

        #expect(
            outcomes.map { try? $0.get().revision } == [1, 1, nil, 2, nil, 2, 1, nil, 3, 3, 2])
        #expect(
            try Self.state(world) == [
                "1|3|3|6|192|387|192", "2|3|3|7|192|387|192", "3|2|2|8|128|258|128",
                "1|1|0", "2|2|0", "3|2|2", "4|1|1", "5|3|0", "6|1|4", "7|2|3", "8|3|5",
            ])
        #expect(world.database.violations() == [])
    }
}
