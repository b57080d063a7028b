import SQLite
import TestSupport
import Testing

@Suite struct `A log whose pages are written in batches` {
    @Test(arguments: ["OFF", "NORMAL", "FULL"])
    func `has a commit as soon as it is made, synced or not`(care: String) throws {
        let log = try BatchedWAL()
        try log.writer.execute("PRAGMA synchronous = \(care)")

        for count in 1...20 {
            try log.commit("INSERT INTO t VALUES (zeroblob(9000))")

            #expect(try log.reader.string("SELECT count(*) FROM t") == "\(count)")
            #expect(try log.contentsAfterACrash() == "\(count)")
        }
    }

    @Test func `is as large as what was committed to it`() throws {
        let log = try BatchedWAL()
        let before = try log.folder.read("a-wal").count

        try log.commit("INSERT INTO t VALUES (zeroblob(1000000))")

        // Each page has 24 bytes of head (sqlite.org/fileformat2.html#wal_file_format).
        let added = try log.folder.read("a-wal").count - before
        #expect(added > 1_000_000)
        #expect(added % (4_096 + 24) == 0)
    }

    // Pages that do not fit into memory go to the log early, are read back from it, and are written
    // once more: then the heads behind them are written anew, without their pages.
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

    // A ROLLBACK takes back what was spilled into the log without a word to
    // the file system, and then the log is anybody's.
    @Test(arguments: ["asks", "writes", "ends"])
    func `has nothing of what was taken back when others write`(next: String) throws {
        let log = try BatchedWAL()
        let other = try Connection.open(
            log.folder.file("a"), .readWrite,
            fileSystem: try Connection.walBatchingFileSystem(over: nil))
        try log.commit("INSERT INTO t VALUES (1)")
        // From now on neither page 1 nor any other is in the log.
        try log.writer.execute(
            "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 3; BEGIN;"
                + "UPDATE t SET b = 2; UPDATE u SET b = zeroblob(length(b)); ROLLBACK")

        try other.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50)
            INSERT INTO t SELECT zeroblob(3000) FROM n;
            """)
        switch next {
        case "asks": #expect(try log.writer.string("SELECT count(*) FROM t") == "51")
        case "writes": try log.commit("UPDATE t SET b = b")
        default: log.writer.close()
        }

        #expect(try other.string("SELECT count(*) FROM t") == "51")
        #expect(try log.contentsAfterACrash() == "51")
    }

    @Test func `goes over a file system that is there`() throws {
        let error = #expect(throws: DatabaseError.self) {
            try Connection.walBatchingFileSystem(over: "nowhere")
        }

        #expect(error?.message == "no such file system, or no memory")
    }
}

/// A database with a writer that batches, and a reader that does not.
private final class BatchedWAL {
    let folder: TemporaryFolder
    let writer: Connection
    let reader: Connection

    init() throws {
        folder = try TemporaryFolder()
        writer = try Connection.open(
            folder.file("a"), .readWriteCreate,
            fileSystem: try Connection.walBatchingFileSystem(over: nil))
        #expect(try writer.string("PRAGMA journal_mode = WAL") == "wal")
        try writer.execute(
            """
            CREATE TABLE t (b BLOB);
            CREATE TABLE u (b BLOB);
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)
            INSERT INTO u SELECT zeroblob(3000) FROM n;
            """)
        reader = try Connection.open(folder.file("a"), .readOnly)
    }

    func commit(_ sql: String) throws {
        var commit = try writer.prepare("COMMIT")
        try writer.execute("BEGIN; \(sql)")
        try writer.commit(&commit)
    }

    /// How many rows of `t` are found by who has only the file and its log, after it was checked.
    func contentsAfterACrash() throws -> String? {
        let copy = try TemporaryFolder()
        try copy.write(try folder.read("a"), to: "a")
        try copy.write(try folder.read("a-wal"), to: "a-wal")
        let found = try Connection.open(copy.file("a"), .readWrite)
        #expect(try found.string("PRAGMA integrity_check") == "ok")
        return try found.string("SELECT count(*) FROM t")
    }
}
