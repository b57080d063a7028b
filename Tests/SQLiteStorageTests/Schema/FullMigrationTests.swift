import Items
import SQLite
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

/// Databases with rows in every table, as a server leaves them.
@Suite struct `A full database` {
    /// A migration of a later program, which updates every row of the large tables.
    private static let later = Migration(
        number: Migration.sqlite.count + 1, name: "later",
        sql: """
            ALTER TABLE items ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
            UPDATE items SET size = length(title);
            CREATE INDEX log_by_sequence ON log (owner, sequence);
            UPDATE log SET changed_at = changed_at + 0;
            """)

    @Test func `is migrated to a later step with all its rows`() throws {
        let folder = try TemporaryFolder()
        try Self.fill(folder.file("a"))
        let session = try Self.openAfterFill(folder.file("a"))
        let before = try session.contents
        #expect(session.violations() == [])

        let applied = try Migrator(
            session, Migration.sqlite + [Self.later], clock: .constant(42)
        ).migrate()

        #expect(applied == ["later"])
        #expect(try session.contents == before)
        #expect(before.count > 100)
        // This program does not know the step, and finds no other fault.
        let known = Migration.sqlite.count
        #expect(
            DatabaseCheck.run(session).findings == [.schema(.newer(found: known + 1, known: known))]
        )
        #expect(try session.integer("SELECT min(size) > 0 FROM items") == 1)
        session.close()
        #expect(failure(folder) == .newer(found: known + 1, known: known))
    }

    /// The first step of development versions had another name.
    // proves: durable-9
    @Test func `of a development version is refused unchanged`() throws {
        let folder = try TemporaryFolder()
        let former = try SQLiteConnection.open(folder.file("a"), .readWriteCreate)
        let steps = [
            Migration(number: 1, name: "0001_items", sql: "CREATE TABLE items (place INTEGER)"),
            Migration(number: 2, name: "0002_horizon", sql: "INSERT INTO items VALUES (1)"),
        ]
        _ = try Migrator(former, steps, clock: .constant(0)).migrate()
        former.close()
        let before = try folder.read("a")

        #expect(failure(folder) == .development)
        #expect(throws: OpenFailure.development) {
            try SQLiteSchema.migrate(folder.file("a"), busyMilliseconds: 0, clock: .constant(0))
        }
        #expect(try folder.read("a") == before)
        let session = try SQLiteConnection.open(folder.file("a"), .readWrite)
        #expect(DatabaseCheck.run(session).findings.contains(.schema(.development)))
    }

    private func failure(_ folder: TemporaryFolder) -> OpenFailure? {
        do throws(OpenFailure) {
            _ = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
            return nil
        } catch {
            return error
        }
    }

    /// The storage's connections may close later, on threads of their own.
    private static func openAfterFill(_ path: String) throws -> SQLiteConnection {
        let session = try SQLiteConnection.open(path, .readWrite)
        session.setBusyTimeout(milliseconds: 30_000)
        return session
    }

    /// Rows in every table: open and done items, long descriptions, tombstones, marks, an account.
    private static func fill(_ path: String) throws {
        let storage = try SQLiteDatabase.open(path, clock: .constant(1_000))
        let owners = [storage.localOwner, try storage.add("ann@example.org")]
        let repository = storage.repository()
        func write(_ action: ItemWrite.Action, once key: String? = nil) throws {
            for owner in owners {
                let write = ItemWrite(owner: owner, action: action)
                _ = try repository.perform(write, once: key.map { .post($0) }).get()
            }
        }
        let items = (1...300).map { NewItem($0, "item \($0)", done: $0 % 3 == 0) }
        try write(.add(items, onConflict: .refuse), once: "key")
        try write(.put(id(301), ItemContent(title: "long", itemDescription: .long)))
        try write(.patch(id(1), .changing { $0.itemDescription = .set(.long) }))
        try write(.delete(id(2)))
        try write(.undo(revision: 2))
        storage.store(
            GeocodeResult(
                address: try #require(Address("Home")), coordinate: nil, foundAt: 1_000))
        try write(.batch([.init(.delete(id(3))), .init(.put(id(3), content("again")))]))
        try repository.endRound()
        try storage.closeAndWait()
    }
}

extension SQLiteConnection {
    /// Every row of every table of the first step, in its columns.
    fileprivate var contents: [String] {
        get throws {
            try [
                ("owners", 10), ("items", 15), ("details", 2), ("ids", 4), ("log", 18),
                ("marks", 3), ("answers", 9), ("coordinates", 4), ("accounts", 6), ("tokens", 10),
                ("access", 3),
            ].flatMap { try rows("SELECT * FROM \($0) ORDER BY 1, 2", columns: $1) }
        }
    }
}
