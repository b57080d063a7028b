import Items
import SQLite
import StorageTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `An item that was found before` {
    @Test func `is read from its slot, past the index`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))

        let titles = [try world.title(of: id(1)), try world.title(of: id(1))]

        #expect(titles == ["one", "one"])
        #expect(world.indexReads == 1)
        #expect(world.cursorReads == 1)
    }

    @Test func `is gone when it was deleted`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        world.write(.delete(id(1)))

        #expect(try world.title(of: id(1)) == nil)
    }

    @Test func `is found anew where it came back`() throws {
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

    @Test func `is not taken for another one in its slot`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        world.write(.put(id(2), content("two")))
        for number in 1...2 as ClosedRange<UInt64> { _ = try world.title(of: id(number)) }

        // No write of ours gives a slot to another item; the guess must do no harm even so.
        try world.database.execute(
            """
            UPDATE items SET slot = 1 << 32 | 9 WHERE title = 'one';
            UPDATE items SET slot = 1 << 32 | 1 WHERE title = 'two';
            UPDATE ids SET sequence = iif(sequence = 1, 9, 1);
            """)

        #expect(try world.title(of: id(1)) == "one")
        #expect(try world.title(of: id(2)) == "two")
    }

    @Test func `is found anew when it was checked, and is no second time`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        world.write(.put(id(1), content("done", done: true)))
        let titles = [try world.title(of: id(1)), try world.title(of: id(1))]

        #expect(titles == ["done", "done"])
        #expect(world.indexReads == 2)
        #expect(world.cursorReads == 2)
    }

    @Test func `is not taken for one whose id ends alike`() throws {
        let world = try ReaderWorld()
        let ids = [ItemID(high: 1, low: 5), ItemID(high: 2, low: 5)]
        for (id, title) in zip(ids, ["one", "two"]) { world.write(.put(id, content(title))) }

        let titles = try [0, 0, 1, 0, 1, 1].map { try world.title(of: ids[$0]) }

        #expect(titles == ["one", "one", "two", "one", "two", "two"])
    }

    // proves: items-18
    @Test func `is its owner's, even if another has one with the same id`() throws {
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

    @Test func `is found where it is when what stands in the slot is damaged`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        // BEGIN goes well, and then the look at the slot fails.
        world.fault.stepsLeft = 1

        #expect(try world.title(of: id(1)) == "one")
        #expect(world.fault.stepsLeft == nil)
        #expect(world.indexReads == 2)
    }

    @Test func `is told of as damaged when its row is`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        try world.database.execute("UPDATE items SET title = CAST(x'FF' AS TEXT)")

        let error = #expect(throws: DatabaseError.self) { try world.title(of: id(1)) }
        #expect(error?.kind == .corrupt)
    }
}

@Suite struct `The slot cache` {
    @Test func `are nowhere at first`() {
        #expect(SlotCache()[id(1)] == 0)
    }

    @Test func `are those that were noted last`() {
        var cache = SlotCache()

        cache[id(1)] = 5
        cache[id(2)] = 6
        cache[id(1)] = 1 << 32 - 1

        #expect([id(1), id(2), id(3)].map { cache[$0] } == [1 << 32 - 1, 6, 0])
    }

    @Test func `stand four in a row, and the oldest is forgotten for a fifth`() {
        var cache = SlotCache()
        let row = (1...5).map { ItemID(high: 1, low: $0 << 16 | 1) }

        for (slot, id) in zip(1..., row) { cache[id] = slot }

        #expect(row.map { cache[$0] } == [0, 2, 3, 4, 5])
    }

    @Test func `of one that is written again are not forgotten for it`() {
        var cache = SlotCache()
        let row = (1...5).map { ItemID(high: 1, low: $0 << 16 | 1) }

        for id in row.prefix(4) { cache[id] = 1 }
        cache[row[0]] = 6
        cache[row[4]] = 7

        #expect(row.map { cache[$0] } == [6, 0, 1, 1, 7])
    }

    @Test func `have room for as many as are asked for, up to 131,072`() {
        var cache = SlotCache()
        let numbers = 1...400_000 as ClosedRange<UInt64>

        // What is forgotten when the room grows is found again.
        for _ in 1...3 {
            for number in numbers where cache[id(number)] == 0 { cache[id(number)] = 7 }
        }

        #expect(numbers.count { cache[id($0)] == 7 } == 131_072)
    }

    @Test
    func
        `keep nearly all of half as many as there is room for, in whatever order they are asked for`()
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
    func `keep none that is too large, or none at all`(slot: Int) {
        var cache = SlotCache()
        cache[id(1)] = 5

        cache[id(1)] = slot

        #expect(cache[id(1)] == 5)
    }
}

/// A reader whose questions are counted, and a writer on the same database in memory.
private final class ReaderWorld {
    let database: Connection
    private let batch: BatchWorld
    /// What fails as a damaged file does, when it is told to.
    let fault: FaultySession
    private let spy: SpySession
    private let reader: ItemReader

    init() throws {
        batch = try BatchWorld()
        database = batch.database
        fault = FaultySession(
            database, fault: DatabaseError(code: 11, message: "damaged"), takesTransaction: false)
        spy = SpySession(fault)
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
        // The writer has the same connection.
        try reader.endRound()
        return title
    }
}
