import Items
import SQLite
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The progress of a copy` {
    @Test func `rises to the size of the source`() throws {
        let folder = try TemporaryFolder()
        // More than the page cache keeps.
        let size = try folder.makeDatabase(descriptions: 5_000)
        try folder.write([], to: "copy.sqlite")
        var written: [Int] = []
        var sizes: Set<Int> = []

        try DatabaseCopy.make(
            of: folder.file("a.sqlite"), into: folder.file("copy.sqlite"), busyMilliseconds: 0
        ) {
            written.append($0)
            sizes.insert($1)
        }

        #expect(sizes == [size])
        #expect(written == written.sorted())
        #expect(Set(written).count > 10)
        #expect(written.last == size)
    }

    @Test func `does not count free pages`() throws {
        let folder = try TemporaryFolder()
        let size = try folder.makeDatabase(descriptions: 500)
        try SQLiteConnection.open(folder.file("a.sqlite"), .readWrite).execute(
            "DELETE FROM details")
        try folder.write([], to: "copy.sqlite")
        var last = (written: 0, whole: 0)

        try DatabaseCopy.make(
            of: folder.file("a.sqlite"), into: folder.file("copy.sqlite"), busyMilliseconds: 0
        ) { last = ($0, $1) }

        #expect(last.written == last.whole)
        #expect(last.whole < size / 4)
        #expect(try folder.read("copy.sqlite").count == last.whole)
    }
}

extension TemporaryFolder {
    /// Makes a database with long descriptions; returns its size.
    fileprivate func makeDatabase(descriptions: Int) throws -> Int {
        let database = try SQLiteConnection.openMigrated(
            file("a.sqlite"), busyMilliseconds: 0, clock: .constant(0))
        try database.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(descriptions))
            INSERT INTO details (number, description) SELECT i, hex(zeroblob(2000)) FROM n;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
        return try read("a.sqlite").count
    }
}
