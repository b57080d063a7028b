import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `A journal that names a second file` {
    // proves: machine-fails-16
    @Test(arguments: [false, true])
    func `is rolled back, and the file stays`(batches: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.makeDatabase()
        try folder.write(Array("secret".utf8), to: "shadow")
        try folder.write(
            .hotJournal(
                of: try folder.read("test.sqlite").count, superJournal: folder.file("shadow")),
            to: "test.sqlite-journal")
        let fileSystem = batches ? try Connection.walBatchingFileSystem(over: nil) : nil
        let connection = try Connection.open(folder.database, .readWrite, fileSystem: fileSystem)

        let error = failure { () throws(DatabaseError) in
            _ = try connection.int("SELECT count(*) FROM t")
        }

        #expect(try folder.read("shadow") == Array("secret".utf8))
        #expect(error?.message == "its journal names a second file, as no journal of toodoo does")
        #expect(!folder.holdsBeside("-journal"))
        #expect(try connection.int("SELECT count(*) FROM t") == 1)
    }

    @Test func `is not followed by a connection that only reads`() throws {
        let folder = try TemporaryFolder()
        try folder.makeDatabase()
        try folder.write([], to: "shadow")
        try folder.write(
            .hotJournal(
                of: try folder.read("test.sqlite").count, superJournal: folder.file("shadow")),
            to: "test.sqlite-journal")
        let connection = try Connection.open(folder.database, .readOnly)

        let error = failure { () throws(DatabaseError) in
            _ = try connection.int("SELECT count(*) FROM t")
        }

        #expect(error?.isHotJournal == true)
        #expect(folder.holds("shadow"))
        #expect(folder.holdsBeside("-journal"))
    }
}

@Suite struct `A copy into an open file` {
    @Test func `is the database, and makes no file beside it`() throws {
        let folder = try TemporaryFolder()
        try folder.makeDatabase()
        try folder.write([], to: "copy")
        let source = try Connection.open(folder.database, .readOnly)
        let file = try #require(FileHandle(forUpdatingAtPath: folder.file("copy")))

        try source.copy(into: file)
        try file.close()

        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["copy", "test.sqlite"])
        let copied = try Connection.open(folder.file("copy"), .readOnly)
        #expect(try copied.int("SELECT count(*) FROM t") == 1)
        #expect(try copied.string("PRAGMA integrity_check") == "ok")
    }

    @Test func `fails where the file cannot be written`() throws {
        let folder = try TemporaryFolder()
        try folder.makeDatabase()
        try folder.write([], to: "copy")
        let source = try Connection.open(folder.database, .readOnly)
        let file = try #require(FileHandle(forReadingAtPath: folder.file("copy")))

        let error = failure { () throws(DatabaseError) in try source.copy(into: file) }

        #expect(error?.kind == .ioError)
    }
}

extension TemporaryFolder {
    fileprivate func makeDatabase() throws {
        try Connection.open(database, .readWriteCreate).execute(
            "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    }
}

extension Connection {
    fileprivate func copy(into file: FileHandle) throws(DatabaseError) {
        try execute("VACUUM INTO '\(Connection.path(ofDescriptor: file.fileDescriptor))'")
    }
}
