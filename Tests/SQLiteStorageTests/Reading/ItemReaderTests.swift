import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `An item that is read by its id` {
    @Test func `is not found after its deletion`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        world.write(.delete(id(1)))

        #expect(try world.title(of: id(1)) == nil)
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

    @Test func `is reported as corrupt if its row is damaged`() throws {
        let world = try ReaderWorld()
        world.write(.put(id(1), content("one")))
        _ = try world.title(of: id(1))

        try world.database.execute("UPDATE items SET title = CAST(x'FF' AS TEXT)")

        let error = #expect(throws: DatabaseError.self) { try world.title(of: id(1)) }
        #expect(error?.kind == .corrupt)
    }
}

/// A reader and a writer on the same database in memory.
private final class ReaderWorld {
    let database: SQLiteConnection
    private let batch: BatchWorld
    private let reader: ItemReader

    init() throws {
        batch = try BatchWorld()
        database = batch.database
        reader = try ItemReader(session: database, commits: batch.commits)
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
