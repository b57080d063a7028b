import FoundationEssentials
import Items
import SQLite
import SQLiteTestSupport
import SQLiteStorage
import Storage
import TestSupport
import Testing

@Suite struct `Migrating` {
    @Test func `an empty database applies every step and returns their names`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)

        let applied = try migrate(session, Migration.sqlite, at: 42)

        #expect(applied == Migration.sqlite.map(\.name))
        #expect(try session.integer("PRAGMA application_id") == SQLiteSchema.applicationID)
        #expect(
            try session.rows(
                "SELECT number, name, checksum, applied_at FROM migrations", columns: 4)
                == Migration.sqlite.map { "\($0.number)|\($0.name)|\($0.checksum)|42.0" })
        #expect(!session.isInTransaction)
    }

    @Test func `a second time does nothing`() throws {
        let folder = try TemporaryFolder()
        let session = try SQLiteConnection.open(folder.file("a"), .readWriteCreate)
        _ = try migrate(session, Migration.sqlite)
        let before = try folder.read("a")

        let applied = try migrate(session, Migration.sqlite)

        #expect(applied == [])
        #expect(try folder.read("a") == before)
    }

    @Test func `applies only the missing steps, in order`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        _ = try migrate(session, [.first])

        let applied = try migrate(session, [.first, .second, .third])

        #expect(applied == ["second", "third"])
        #expect(try session.rows("SELECT x, y FROM t", columns: 2) == ["1|2"])
    }

    @Test func `a database of a newer program is refused`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        _ = try migrate(session, [.first, .second, .third])
        let before = try session.everything

        let failure = failure { () throws(OpenFailure) in _ = try migrate(session, [.first]) }

        #expect(failure == .newer(found: 2, known: 1))
        #expect(try session.everything == before)
    }

    @Test func `a database with an edited step is refused`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        _ = try migrate(session, [.first, .second])
        let before = try session.everything
        let edited = Migration(number: 1, name: "first", sql: Migration.first.sql + " ")

        let failure = failure { () throws(OpenFailure) in
            _ = try migrate(session, [edited, .second, .third])
        }

        #expect(failure == .edited("first"))
        #expect(try session.everything == before)
    }

    @Test func `leaves the database unchanged if a step fails, and succeeds later`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        _ = try migrate(session, [.first])
        let before = try session.everything
        let broken = Migration(
            number: 2, name: "broken",
            sql: "\(Migration.second.sql); INSERT INTO nowhere VALUES (1)")

        let failure = failure { () throws(OpenFailure) in
            _ = try migrate(session, [.first, broken, .third])
        }

        guard case .migration("broken", let error) = failure else {
            Issue.record("not the step's failure: \(String(describing: failure))")
            return
        }
        #expect(error.message == "no such table: nowhere")
        #expect(try session.everything == before)
        #expect(!session.isInTransaction)
        #expect(try migrate(session, [.first, .second, .third]) == ["second", "third"])
    }

    @Test func `an empty database creates all of it or nothing`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        let broken = Migration(number: 2, name: "broken", sql: "INSERT INTO nowhere VALUES (1)")

        let failure = failure { () throws(OpenFailure) in
            _ = try migrate(session, [.first, broken])
        }

        guard case .migration("broken", _) = failure else {
            Issue.record("not the step's failure: \(String(describing: failure))")
            return
        }
        #expect(try session.rows("SELECT name FROM sqlite_schema", columns: 1) == [])
        #expect(try session.integer("PRAGMA application_id") == 0)
        #expect(!session.isInTransaction)
    }

    @Test func `a database with a missing step needs exclusive access`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        _ = try migrate(session, [.first])
        let before = try session.everything

        let failure = failure { () throws(OpenFailure) in
            _ = try migrate(session, [.first, .second], exclusive: false)
        }

        #expect(failure == .older)
        #expect(try session.everything == before)
    }

    @Test func `needs no exclusive access if nothing is missing or the database is empty`() throws {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)

        let new = try migrate(session, [.first, .second], exclusive: false)
        let old = try migrate(session, [.first, .second], exclusive: false)

        #expect(new == ["first", "second"])
        #expect(old == [])
    }

    /// Databases of other programs.
    static let foreign = [
        "CREATE TABLE t (x); INSERT INTO t VALUES (1)",
        "PRAGMA application_id = 252006675; CREATE TABLE t (x)",
        "PRAGMA application_id = 252006675",
    ]

    @Test(arguments: foreign)
    func `a database of another program is refused unchanged`(script: String) throws {
        let folder = try TemporaryFolder()
        let other = try SQLiteConnection.open(folder.file("a"), .readWriteCreate)
        try other.execute(script)
        other.close()
        let before = try folder.read("a")

        let failure = failure { () throws(OpenFailure) in
            _ = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        }

        #expect(failure == .foreignDatabase)
        #expect(try folder.read("a") == before)
        #expect(!folder.holds("a-wal"))
        #expect(!folder.holds("a-shm"))
        #expect(!folder.holds("a-journal"))
    }

    @Test func `a file that is no database is refused unchanged`() throws {
        let folder = try TemporaryFolder()
        let text = Array(String(repeating: "a shopping list\n", count: 100).utf8)
        try folder.write(text, to: "a")

        let failure = failure { () throws(OpenFailure) in
            _ = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        }

        guard case .database(let error) = failure else {
            Issue.record("not a failure of the database: \(String(describing: failure))")
            return
        }
        #expect(error.kind == .corrupt)
        #expect(try folder.read("a") == text)
    }

    private func migrate(
        _ session: SQLiteConnection, _ migrations: [Migration], at time: Double = 0,
        exclusive: Bool = true
    ) throws(OpenFailure) -> [String] {
        try Migrator(session, migrations, clock: .constant(time)).migrate(exclusive: exclusive)
    }

    private func failure(_ body: () throws(OpenFailure) -> Void) -> OpenFailure? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct `The migrations` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "migrations")

    @Test func `are the files of the folder, in order`() throws {
        // Other kinds of databases have subfolders.
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".sql") }.sorted()

        let files = try names.map { name in
            String(decoding: try Data(contentsOf: Self.folder.appending(path: name)), as: UTF8.self)
        }

        #expect(Migration.sqlite.map { $0.name + ".sql" } == names)
        #expect(Migration.sqlite.map(\.sql) == files)
        #expect(Migration.sqlite.map(\.number) == Array(1...names.count))
        #expect(Migration.sqlite.map(\.number) == names.map { Int($0.prefix(4)) })
    }

    // The published test vectors of FNV-1a, 64 bits.
    @Test(arguments: [
        ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
        ("10", "07f89207b4ba08a4"),
    ])
    func `are identified by FNV-1a`(sql: String, checksum: String) {
        let migration = Migration(number: 1, name: "x", sql: sql)

        #expect(migration.checksum == checksum)
    }
}

extension Migration {
    fileprivate static let first = Migration(
        number: 1, name: "first", sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    fileprivate static let second = Migration(
        number: 2, name: "second", sql: "ALTER TABLE t ADD COLUMN y")
    fileprivate static let third = Migration(
        number: 3, name: "third", sql: "UPDATE t SET y = x + 1")
}

extension SQLiteConnection {
    /// The schema and the applied migrations.
    fileprivate var everything: [String] {
        get throws {
            try rows("SELECT type, name, sql FROM sqlite_schema", columns: 3)
                + rows("SELECT * FROM migrations", columns: 4)
        }
    }
}
