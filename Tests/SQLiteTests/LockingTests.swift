import SQLite
import TestSupport
import Testing

@Suite struct `Two connections` {
    @Test func `cannot both write`() throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteConnection.open(folder.database, .readWriteCreate)
        let second = try SQLiteConnection.open(folder.database, .readWriteCreate)
        try first.execute("BEGIN IMMEDIATE")

        let error = failure { () throws(DatabaseError) in try second.execute("BEGIN IMMEDIATE") }
        try first.execute("COMMIT")

        #expect(error?.kind == .busy)
        #expect(error?.code == 5)
        #expect(error?.message == "database is locked")
        try second.execute("BEGIN IMMEDIATE")
    }

    @Test func `distinguish an outdated snapshot from a held lock`() throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteConnection.open(folder.database, .readWriteCreate)
        try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        let second = try SQLiteConnection.open(folder.database, .readWrite)
        try second.execute("BEGIN; SELECT * FROM t")
        try first.execute("INSERT INTO t VALUES (1)")

        let error = failure { () throws(DatabaseError) in
            try second.execute("INSERT INTO t VALUES (2)")
        }

        #expect(error?.kind == .busy)
        #expect(error?.code == 517)
        #expect(error?.primaryCode == 5)
    }

    @Test func `show a row that was not reset from the snapshot it holds`() throws {
        let folder = try TemporaryFolder()
        let writer = try SQLiteConnection.open(folder.database, .readWriteCreate)
        try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        let reader = try SQLiteConnection.open(folder.database, .readOnly)
        var count = try reader.prepare("SELECT count(*) FROM t")
        var forgotten = try reader.prepare("VALUES (1), (2)")
        _ = try count.step()

        try writer.execute("INSERT INTO t VALUES (1)")
        #expect(count.int(at: 0) == 0)

        try count.reset()
        _ = try forgotten.step()
        _ = try count.step()
        #expect(count.int(at: 0) == 1)
    }

    @Test(arguments: [(0, 0), (250, 250), (-1, 0), (Int.max, Int64(Int32.max))])
    func `wait for each other as long as configured`(asked: Int, kept: Int64) throws {
        let connection = try SQLiteConnection.inMemory()

        connection.setBusyTimeout(milliseconds: asked)

        #expect(try connection.int("PRAGMA busy_timeout") == kept)
    }
}

@Suite struct `A checkpoint` {
    @Test func `moves the WAL into the file`() throws {
        let folder = try TemporaryFolder()
        let connection = try folder.writer()

        let checkpoint = try #require(try connection.checkpoint(.passive))

        #expect(checkpoint.frames > 0)
        #expect(checkpoint.checkpointed == checkpoint.frames)
    }

    @Test func `that truncates leaves an empty WAL`() throws {
        let folder = try TemporaryFolder()
        let connection = try folder.writer()

        let checkpoint = try connection.checkpoint(.truncate)

        #expect(checkpoint == SQLiteConnection.Checkpoint(frames: 0, checkpointed: 0))
    }

    @Test func `that is passive moves frames that no reader needs`() throws {
        let folder = try TemporaryFolder()
        let connection = try folder.writer()
        let reader = try SQLiteConnection.open(folder.database, .readOnly)
        try reader.execute("BEGIN; SELECT * FROM t")
        try connection.execute("INSERT INTO t VALUES (2)")

        let checkpoint = try #require(try connection.checkpoint(.passive))

        #expect(checkpoint.checkpointed < checkpoint.frames)
    }

    @Test func `that truncates is refused while another connection reads`() throws {
        let folder = try TemporaryFolder()
        let connection = try folder.writer()
        let reader = try SQLiteConnection.open(folder.database, .readOnly)
        try reader.execute("BEGIN; SELECT * FROM t")

        let error = failure { () throws(DatabaseError) in _ = try connection.checkpoint(.truncate) }

        #expect(error?.kind == .busy)
    }

    @Test func `does nothing without a WAL`() throws {
        let checkpoint = try SQLiteConnection.inMemory().checkpoint(.passive)

        #expect(checkpoint == nil)
    }
}

extension TemporaryFolder {
    fileprivate func writer() throws(DatabaseError) -> SQLiteConnection {
        let connection = try SQLiteConnection.open(database, .readWriteCreate)
        try connection.execute(
            "PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        return connection
    }
}
