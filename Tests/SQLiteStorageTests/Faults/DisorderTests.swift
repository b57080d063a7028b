import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

/// SQLite takes the order of rows from a table's tree, which may be damaged.
@Suite struct `Rows out of order` {
    @Test(arguments: [nil, ItemSort(.title), ItemSort(.created, isDescending: true)])
    func `make a read fail`(sort: ItemSort?) throws {
        let world = try BatchWorld()
        try Self.fill(world)
        let reader = try ItemReader(session: Self.reworded(world), commits: world.commits)
        var filter = ItemFilter()
        filter.hasLocation = false

        var scan = ItemScan(
            ItemQuery(filter: filter, sort: sort), of: world.owner, after: nil, limit: nil)
        var parts = 0
        let error = #expect(throws: DatabaseError.self) {
            while try reader.scan(&scan, 100, { _ in true }), parts < 100 { parts += 1 }
        }

        #expect(error?.kind == .corrupt)
    }

    @Test func `make a list and a read of changes fail`() throws {
        let world = try BatchWorld()
        try Self.fill(world)
        let reader = try ItemReader(session: Self.reworded(world), commits: world.commits)

        let list = #expect(throws: DatabaseError.self) {
            try reader.list(
                ItemQuery(), of: world.owner, after: nil, limit: 9, begin: { _ in true }
            ) { _ in true }
        }
        let changes = #expect(throws: DatabaseError.self) {
            try reader.changes(of: world.owner, since: nil, limit: 9, begin: { _ in true }) {
                _, _ in true
            }
        }

        #expect(list?.kind == .corrupt)
        #expect(changes?.kind == .corrupt)
    }

    @Test(arguments: [
        ItemWrite.Action.deleteAll, .patchMatching(ItemFilter(), .changing { $0.title = "y" }),
        .deleteMatching(ItemFilter()),
    ])
    func `make a write fail`(action: ItemWrite.Action) throws {
        let world = try BatchWorld()
        try Self.fill(world)
        let batch = WriteBatch(
            session: Self.reworded(world), clock: .constant(0), commits: world.commits)

        let outcome = batch.run([ItemWrite(owner: world.owner, action: action)])[0]

        guard case .failure(.storage(.corrupt)) = outcome else {
            Issue.record("not reported: \(outcome)")
            return
        }
        #expect(try world.database.integer("SELECT count(*) FROM items WHERE title = 'x'") == 1_500)
        #expect(world.database.violations() == [])
    }

    /// More items than one step reads.
    private static func fill(_ world: BatchWorld) throws {
        for start in [1, 501, 1_001] as [UInt64] {
            let items = (start..<start + 500).map { NewItem($0, "x") }
            _ = try world.run(.add(items, onConflict: .refuse))[0].get()
        }
    }

    private static func reworded(_ world: BatchWorld) -> any StorageSession {
        RewordedSession(world.database, "ORDER BY slot", "ORDER BY slot DESC")
    }
}

/// A session that replaces words of SQL.
private final class RewordedSession: StorageSession {
    private let session: any StorageSession
    private let words: String
    private let others: String

    init(_ session: any StorageSession, _ words: String, _ others: String) {
        self.session = session
        self.words = words
        self.others = others
    }

    var changes: Int { session.changes }
    var isInTransaction: Bool { session.isInTransaction }

    func execute(_ sql: String) throws(DatabaseError) { try session.execute(sql) }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try session.prepare(sql.replacing(words, with: others))
    }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        try session.step(&statement)
    }
}
