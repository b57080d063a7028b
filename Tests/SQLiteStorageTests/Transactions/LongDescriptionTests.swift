import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@Suite struct `A long description` {
    @Test(arguments: [(256, 0), (257, 1), (65_536, 1)])
    func `has its own row beyond 256 bytes`(bytes: Int, rows: Int) throws {
        let world = try BatchWorld()

        _ = world.run(.put(id(1), Self.item(bytes)))

        #expect(try Self.rows(world) == rows)
        #expect(
            try world.database.integer("SELECT details FROM items")
                == (rows == 1 ? bytes : nil))
        #expect(try world.database.integer("SELECT description IS NULL FROM items") == rows)
        #expect(try Self.lengths(world) == [bytes])
        #expect(world.database.violations() == [])
    }

    @Test func `is stored and deleted by writes, and deleted with its item`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(2), Self.item(400)), .put(id(3), Self.item(500)))
        var seen: [Int?] = []
        func write(_ action: ItemWrite.Action) throws {
            #expect(try world.run(action)[0].get().changed)
            #expect(world.database.violations() == [])
            seen.append(try Self.lengths(world).first { $0 != 400 && $0 != 500 })
        }

        try write(.put(id(1), Self.item(300)))
        try write(.patch(id(1), .changing { $0.done = true }))
        try write(.patch(id(1), .changing { $0.itemDescription = .set("short") }))
        try write(.patch(id(1), .changing { $0.itemDescription = .set(Self.text(600)) }))
        try write(.patch(id(1), .changing { $0.itemDescription = .clear }))
        try write(.undo(revision: 7))
        try write(.delete(id(1)))
        try write(.undo(revision: 9))

        #expect(seen == [300, 300, 5, 600, 0, 600, nil, 600])
        #expect(try Self.rows(world) == 3)
        _ = world.run(.deleteAll)
        #expect(try Self.rows(world) == 0)
        #expect(world.database.violations() == [])
    }

    @Test func `is not logged by a write to another member`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), Self.item(65_536)))
        let before = try world.sums()

        _ = world.run(
            .patch(id(1), .changing { $0.title = "y" }),
            .patch(id(1), .changing { $0.done = true }))

        #expect(before == ["65665|64"])
        #expect(try world.sums() == ["65665|193"])
        #expect(
            try world.database.integer("SELECT count(*) FROM log WHERE description NOT NULL") == 0)
        #expect(world.database.violations() == [])
    }

    @Test(
        arguments: [ItemPatch].init([
            .changing { $0.title = "y" }, .changing { $0.done = true },
            .changing { $0.timestamp = .set(1) },
        ]))
    func `is not written again by a write to another member`(patch: ItemPatch) throws {
        let folder = try TemporaryFolder()
        let session = try SQLiteConnection.openForWriting(folder.file("a"), busyMilliseconds: 0)
        _ = try Migrator(session, clock: .constant(0)).migrate()
        try session.enableWAL()
        let owner = try session.localOwner()
        let batch = WriteBatch(session: session, clock: .constant(0), commits: CommitCounter())
        func framesWritten(by action: ItemWrite.Action) throws -> Int {
            _ = try session.checkpoint(.truncate)
            let outcome = batch.run([ItemWrite(owner: owner, action: action)])[0]
            #expect(try outcome.get().changed)
            return try folder.read("a-wal").count / 4_096
        }
        let many = (1...100 as ClosedRange<UInt64>).map {
            NewItem(id: id($0), content: Self.item(65_536))
        }

        let added = try framesWritten(by: .add(many, onConflict: .refuse))
        let one = try framesWritten(by: .patch(id(50), patch))
        let all = try framesWritten(by: .patchMatching(ItemFilter(), patch))

        #expect(added > 1_600)
        #expect(one <= 6)
        #expect(all <= 20)
    }

    private static func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

    private static func item(_ bytes: Int) -> ItemContent {
        ItemContent(title: "x", itemDescription: text(bytes))
    }

    private static func rows(_ world: BatchWorld) throws -> Int? {
        try world.database.integer("SELECT count(*) FROM details")
    }

    /// The lengths of the descriptions that a reader shows, open items first.
    private static func lengths(_ world: BatchWorld) throws -> [Int] {
        let reader = try ItemReader(session: world.database, commits: world.commits)
        var lengths: [Int] = []
        _ = try reader.list(
            ItemQuery(), of: world.owner, after: nil, limit: 9, begin: { _ in true }
        ) { row in
            lengths.append(row.itemDescription?.count ?? 0)
            return true
        }
        try reader.endRound()
        return lengths
    }
}
