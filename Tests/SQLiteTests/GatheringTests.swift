import SQLite
import TestSupport
import Testing

@Suite struct `A log whose pages are gathered` {
    @Test(arguments: ["OFF", "NORMAL", "FULL"])
    func `has a commit as soon as it is made, synced or not`(care: String) throws {
        let folder = try TemporaryFolder()
        let writer = try Self.writer(in: folder)
        try writer.execute("PRAGMA synchronous = \(care)")
        let reader = try Connection.open(folder.file("a"), .readOnly)

        for count in 1...20 {
            try writer.execute("INSERT INTO t VALUES (zeroblob(9000))")

            #expect(try reader.text("SELECT count(*) FROM t") == "\(count)")
        }
        #expect(try reader.text("PRAGMA integrity_check") == "ok")
    }

    @Test func `is as large as what was committed to it`() throws {
        let folder = try TemporaryFolder()
        let writer = try Self.writer(in: folder)
        let before = try folder.read("a-wal").count

        try writer.execute("INSERT INTO t VALUES (zeroblob(1000000))")

        // Each page has 24 bytes of head (sqlite.org/fileformat2.html#wal_file_format).
        let added = try folder.read("a-wal").count - before
        #expect(added > 1_000_000)
        #expect(added % (4_096 + 24) == 0)
    }

    @Test(arguments: ["COMMIT", "ROLLBACK"])
    func `is read from by a transaction that is larger than memory`(end: String) throws {
        let folder = try TemporaryFolder()
        let writer = try Self.writer(in: folder)
        // Pages that do not fit go to the log early, and are read back from it.
        try writer.execute("PRAGMA cache_size = 3; BEGIN")
        for number in 0..<300 {
            try writer.execute("INSERT INTO t VALUES (zeroblob(\(1_000 + number)))")
            try writer.execute("UPDATE t SET b = zeroblob(length(b)) WHERE rowid % 40 = 1")
        }
        let within = try writer.text("SELECT sum(length(b)) FROM t")

        try writer.execute(end)

        #expect(within == "\(300 * 1_000 + 299 * 150)")
        let stored = try Connection.open(folder.file("a"), .readOnly)
        let sum = try stored.text("SELECT coalesce(sum(length(b)), 0) FROM t")
        #expect(sum == (end == "COMMIT" ? within : "0"))
        #expect(try stored.text("PRAGMA integrity_check") == "ok")
    }

    @Test func `goes over a file system that is there`() throws {
        let error = #expect(throws: DatabaseError.self) {
            try Connection.gathering(over: "nowhere")
        }

        #expect(error?.message == "no such file system, or no memory")
    }

    private static func writer(in folder: borrowing TemporaryFolder) throws -> Connection {
        let writer = try Connection.open(
            folder.file("a"), .readWriteCreate, fileSystem: try Connection.gathering(over: nil))
        #expect(try writer.text("PRAGMA journal_mode = WAL") == "wal")
        try writer.execute("CREATE TABLE t (b BLOB)")
        return writer
    }
}

extension Connection {
    /// The one text of the first row.
    fileprivate func text(_ sql: String) throws -> String? {
        try rows(sql, columns: 1).first
    }
}
