import SQLite
import TestSupport
import Testing

@Suite struct `A WAL whose pages are written in batches` {
    @Test(arguments: ["OFF", "NORMAL", "FULL"])
    func `has a commit at once, synced or not`(care: String) throws {
        let log = try BatchedWAL()
        try log.writer.execute("PRAGMA synchronous = \(care)")

        for count in 1...20 {
            try log.commit("INSERT INTO t VALUES (zeroblob(9000))")

            #expect(try log.reader.string("SELECT count(*) FROM t") == "\(count)")
            #expect(try log.contentsAfterACrash() == "\(count)")
        }
    }

    @Test func `grows by the size of the commit`() throws {
        let log = try BatchedWAL()
        let before = try log.folder.read("a-wal").count

        try log.commit("INSERT INTO t VALUES (zeroblob(1000000))")

        // Each page has a frame header of 24 bytes (sqlite.org/fileformat2.html#wal_file_format).
        let added = try log.folder.read("a-wal").count - before
        #expect(added > 1_000_000)
        #expect(added % (4_096 + 24) == 0)
    }

    // Pages that do not fit into memory are written to the WAL early, read back from it and written
    // again: then the frame headers after them are written again, without their pages.
    @Test(arguments: ["OFF", "FULL"])
    func `has all of a transaction that is larger than memory`(care: String) throws {
        let log = try BatchedWAL()
        try log.writer.execute("PRAGMA synchronous = \(care); PRAGMA cache_size = 3")

        try log.commit(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO t SELECT zeroblob(1000 + i) FROM n;
            UPDATE t SET b = zeroblob(length(b)) WHERE rowid % 40 = 1;
            """)

        #expect(try log.reader.string("SELECT sum(length(b)) FROM t") == "345150")
        #expect(try log.contentsAfterACrash() == "300")
    }

    // A ROLLBACK discards spilled frames without a call of the file system; then other connections
    // may overwrite them.
    @Test(arguments: ["reads", "writes", "closes"])
    func `has nothing of a rolled back transaction when others write`(next: String) throws {
        let log = try BatchedWAL()
        let other = try SQLiteConnection.open(
            log.folder.file("a"), .readWrite,
            fileSystem: try SQLiteConnection.walBatchingFileSystem(over: nil))
        try log.commit("INSERT INTO t VALUES (1)")
        // From now on no page is in the WAL.
        try log.writer.execute(
            "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 3; BEGIN;"
                + "UPDATE t SET b = 2; UPDATE u SET b = zeroblob(length(b)); ROLLBACK")

        try other.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50)
            INSERT INTO t SELECT zeroblob(3000) FROM n;
            """)
        switch next {
        case "reads": #expect(try log.writer.string("SELECT count(*) FROM t") == "51")
        case "writes": try log.commit("UPDATE t SET b = b")
        default: log.writer.close()
        }

        #expect(try other.string("SELECT count(*) FROM t") == "51")
        #expect(try log.contentsAfterACrash() == "51")
    }

    @Test func `needs a base file system that exists`() throws {
        let error = #expect(throws: DatabaseError.self) {
            try SQLiteConnection.walBatchingFileSystem(over: "nowhere")
        }

        #expect(error?.message == "no such file system, or no memory")
    }
}

/// A database with a writer that batches, and a reader that does not.
private final class BatchedWAL {
    let folder: TemporaryFolder
    let writer: SQLiteConnection
    let reader: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        writer = try SQLiteConnection.open(
            folder.file("a"), .readWriteCreate,
            fileSystem: try SQLiteConnection.walBatchingFileSystem(over: nil))
        #expect(try writer.string("PRAGMA journal_mode = WAL") == "wal")
        try writer.execute(
            """
            CREATE TABLE t (b BLOB);
            CREATE TABLE u (b BLOB);
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)
            INSERT INTO u SELECT zeroblob(3000) FROM n;
            """)
        reader = try SQLiteConnection.open(folder.file("a"), .readOnly)
    }

    func commit(_ sql: String) throws {
        var commit = try writer.prepare("COMMIT")
        try writer.execute("BEGIN; \(sql)")
        try writer.commit(&commit)
    }

    /// The number of rows of `t` in a copy of the file and its WAL, after an integrity check.
    func contentsAfterACrash() throws -> String? {
        let copy = try TemporaryFolder()
        try copy.write(try folder.read("a"), to: "a")
        try copy.write(try folder.read("a-wal"), to: "a-wal")
        let found = try SQLiteConnection.open(copy.file("a"), .readWrite)
        #expect(try found.string("PRAGMA integrity_check") == "ok")
        return try found.string("SELECT count(*) FROM t")
    }
}
