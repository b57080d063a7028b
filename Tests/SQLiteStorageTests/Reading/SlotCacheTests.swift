import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `An item in the slot cache` {
    @Test func `is read from its slot, without the index`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))

        let titles = [try world.title(of: id(1)), try world.title(of: id(1))]

        #expect(titles == ["one", "one"])
        #expect(world.indexReads == 1)
        #expect(world.cursorReads == 1)
    }

    @Test func `is not found after its deletion`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        world.write(.delete(id(1)))

        #expect(try world.title(of: id(1)) == nil)
    }

    @Test func `is found by the index after it was created again`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        world.write(.delete(id(1)))
        world.write(.put(id(1), content("again")))
        let titles = [try world.title(of: id(1)), try world.title(of: id(1))]

        #expect(titles == ["again", "again"])
        #expect(world.indexReads == 2)
        #expect(world.cursorReads == 2)
    }

    @Test func `is not confused with another item in its slot`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        world.write(.put(id(2), content("two")))
        for number in 1...2 as ClosedRange<UInt64> { _ = try world.title(of: id(number)) }

        // The server never gives a slot to another item, but a wrong slot must do no harm.
        try world.database.execute(
            """
            UPDATE items SET slot = 1 << 32 | 9 WHERE title = 'one';
            UPDATE items SET slot = 1 << 32 | 1 WHERE title = 'two';
            UPDATE ids SET sequence = iif(sequence = 1, 9, 1);
            """)

        #expect(try world.title(of: id(1)) == "one")
        #expect(try world.title(of: id(2)) == "two")
    }

    @Test func `is found by the index once after it was marked done`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        world.write(.put(id(1), content("done", done: true)))
        let titles = [try world.title(of: id(1)), try world.title(of: id(1))]

        #expect(titles == ["done", "done"])
        #expect(world.indexReads == 2)
        #expect(world.cursorReads == 2)
    }

    @Test func `is not confused with an item whose id has the same end`() throws {
        let world = try ReaderWorld()
        let ids = [ItemID(high: 1, low: 5), ItemID(high: 2, low: 5)]
        for (id, title) in zip(ids, ["one", "two"]) { world.write(.put(id, content(title))) }

        let titles = try [0, 0, 1, 0, 1, 1].map { try world.title(of: ids[$0]) }

        #expect(titles == ["one", "one", "two", "one", "two", "two"])
    }

    // proves: stored-2
    @Test func `is its owner's, even if another owner has the same id`() throws {
        let world = try ReaderWorld()
        let other = try world.database.addOwner(7)
        world.write(.put(id(1), content("one")))
        let mine = try world.title(of: id(1))

        let before = try world.title(of: id(1), other)
        world.write(.put(id(1), content("theirs")), other)
        let theirs = try world.title(of: id(1), other)

        #expect(mine == "one")
        #expect(before == nil)
        #expect(theirs == "theirs")
        #expect(try world.title(of: id(1)) == "one")
    }

    @Test func `is found by the index if reading its slot fails`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        // BEGIN succeeds, then reading the slot fails.
        world.fault.stepsLeft = 1

        #expect(try world.title(of: id(1)) == "one")
        #expect(world.fault.stepsLeft == nil)
        #expect(world.indexReads == 2)
    }

    @Test func `is reported as corrupt if its row is damaged`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        try world.database.execute("UPDATE items SET title = CAST(x'FF' AS TEXT)")

        let error = #expect(throws: DatabaseError.self) { try world.title(of: id(1)) }
        #expect(error?.kind == .corrupt)
    }
}

@Suite struct `The slot cache` {
    @Test func `is empty at first`() {
        #expect(SlotCache()[id(1)] == 0)
    }

    @Test func `returns the last stored slot of an id`() {
        var cache = SlotCache()

        cache[id(1)] = 5
        cache[id(2)] = 6
        cache[id(1)] = 1 << 32 - 1

        #expect([id(1), id(2), id(3)].map { cache[$0] } == [1 << 32 - 1, 6, 0])
    }

    @Test func `stores four ids in a row and replaces the oldest with a fifth`() {
        var cache = SlotCache()
        let row = (1...5).map { ItemID(high: 1, low: $0 << 16 | 1) }

        for (slot, id) in zip(1..., row) { cache[id] = slot }

        #expect(row.map { cache[$0] } == [0, 2, 3, 4, 5])
    }

    @Test func `replaces no other id when an id is stored again`() {
        var cache = SlotCache()
        let row = (1...5).map { ItemID(high: 1, low: $0 << 16 | 1) }

        for id in row.prefix(4) { cache[id] = 1 }
        cache[row[0]] = 6
        cache[row[4]] = 7

        #expect(row.map { cache[$0] } == [6, 0, 1, 1, 7])
    }

    @Test func `grows up to 131,072 ids`() {
        var cache = SlotCache()
        let numbers = 1...400_000 as ClosedRange<UInt64>

        // Entries that are lost when the cache grows are found and stored again.
        for _ in 1...3 {
            for number in numbers where cache[id(number)] == 0 { cache[id(number)] = 7 }
        }

        #expect(numbers.count { cache[id($0)] == 7 } == 131_072)
    }

    @Test
    func
        `keeps nearly all ids of half its capacity, in any order of access`()
    {
        var cache = SlotCache()
        var generator = SplitMix64(seed: 11)
        let ids = (1...65_536).map { _ in
            ItemID(high: 1, low: .random(in: 0...(.max), using: &generator))
        }

        for _ in 1...8 {
            for id in ids where cache[id] == 0 { cache[id] = 7 }
        }

        #expect(ids.count { cache[$0] == 7 } > 62_000)
    }

    @Test(arguments: [-1, 0, 1 << 32, .max])
    func `does not store a slot out of range`(slot: Int) {
        var cache = SlotCache()
        cache[id(1)] = 5

        cache[id(1)] = slot

        #expect(cache[id(1)] == 5)
    }
}

/// A reader whose statements are counted, and a writer on the same database in memory.
private final class ReaderWorld {
    let database: SQLiteConnection
    private let batch: BatchWorld
    /// Fails like a damaged file at a given step.
    let fault: FaultySession
    private let spy: RecordingSession
    private let reader: ItemReader

    init() throws {
        batch = try BatchWorld()
        database = batch.database
        fault = FaultySession(
            database, fault: DatabaseError(code: 11, message: "damaged"), takesTransaction: false)
        spy = RecordingSession(fault)
        reader = try ItemReader(session: spy, commits: batch.commits)
    }

    var indexReads: Int {
        spy.ran(ItemReader.sequenceSQL)
    }
    var cursorReads: Int {
        spy.ran(SlotCursor.sql)
    }

    func write(_ action: ItemWrite.Action, _ owner: Owner? = nil) {
        let outcomes = batch.batch.run([ItemWrite(owner: owner ?? batch.owner, action: action)])
        #expect(throws: Never.self) { try outcomes.forEach { _ = try $0.get() } }
    }

    func title(of id: ItemID, _ owner: Owner? = nil) throws -> String? {
        var title: String?
        let isThere = try reader.read(id, of: owner ?? batch.owner) {
            title = ToDoItem($0).content.title
        }
        #expect(isThere == (title != nil))
        // The writer uses the same connection.
        try reader.endRound()
        return title
    }
}
