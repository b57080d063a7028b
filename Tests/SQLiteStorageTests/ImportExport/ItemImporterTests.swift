import Items
import SQLite
import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `An import` {
    // A request has a limit of items, a file has none; otherwise they are the same.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `has the effect of adding the same items with replace`(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let time = ManualClock(9)
        let storage = try SQLiteDatabase.open(folder.file("added"), clock: time.clock)
        let repository = storage.repository()
        var random = SplitMix64(seed: seed)

        for _ in 0..<12 {
            let items = Set((0..<8).map { _ in UInt64.random(in: 1...12, using: &random) }).map {
                NewItem($0, "\(Int.random(in: 0...2, using: &random))", done: random.chance(30))
            }
            let imported = try bring(items, into: folder.file("imported"), time.clock)
            let added = repository.perform(
                ItemWrite(owner: storage.localOwner, action: .add(items, onConflict: .replace)))

            #expect(imported.new + imported.changed + imported.unchanged == items.count)
            #expect((imported.new + imported.changed > 0) == (try added.get().changed))
            time.advance(by: 1)
            try repository.endRound()
            #expect(
                try rows(folder.file("imported"), "items")
                    == rows(folder.file("added"), "items"))
            #expect(
                try rows(folder.file("imported"), "log") == rows(folder.file("added"), "log"))
        }
        let imported = try SQLiteConnection.open(folder.file("imported"), .readOnly)
        let added = try SQLiteConnection.open(folder.file("added"), .readOnly)
        // All columns except the epoch.
        let row = """
            SELECT revision, last_sequence, last_entry, unmarked, item_bytes, history_bytes FROM owners
            """
        #expect(try imported.rows(row, columns: 6) == added.rows(row, columns: 6))
        #expect(imported.violations() == [])
    }

    @Test func `gives each new item its own creation time, in the order of the file`()
        throws
    {
        let folder = try TemporaryFolder()

        _ = try bring((0..<50).map { NewItem(99 - $0, "x") }, into: folder.file("a"))

        let times = try SQLiteConnection.open(folder.file("a"), .readOnly).rows(
            "SELECT created_at FROM items ORDER BY slot", columns: 1)
        #expect(times.first == "9.0")
        #expect(times.last == "9.000049")
        #expect(Set(times).count == 50)
    }

    @Test func `refuses a repeated id and writes nothing`() throws {
        let folder = try TemporaryFolder()
        let importer = try self.importer(into: folder.file("a"))
        try importer.stage(NewItem(1, "a"))

        #expect(throws: StagingFailure.repeatedID(0)) {
            try importer.stage(NewItem(1, "b"))
        }
        #expect(try rows(folder.file("a"), "items") == [])
    }

    // proves: operation-9
    @Test func `writes nothing if the owner's epoch has changed`() throws {
        let folder = try TemporaryFolder()
        let importer = try self.importer(into: folder.file("a"))
        try importer.stage(NewItem(1, "a"))
        try SQLiteConnection.open(folder.file("a"), .readWrite).execute(
            "UPDATE owners SET epoch = 'bcde'")

        #expect(throws: WriteFailure.ownerGone) { try importer.commit(ItemImport.Mode()) { _ in } }
        #expect(try rows(folder.file("a"), "items") == [])
    }

    @Test func `that fails midway writes nothing`() throws {
        let folder = try TemporaryFolder()
        _ = try bring([NewItem(1, "a")], into: folder.file("a"))
        let before = try rows(folder.file("a"), "log")
        let importer = try self.importer(into: folder.file("a"))
        for item in [NewItem(1, "b"), NewItem(2, "c"), NewItem(3, "bad")] {
            try importer.stage(item)
        }
        // If the trigger had existed before, the file would not have been opened.
        let other = try SQLiteConnection.open(folder.file("a"), .readWrite)
        try other.execute(
            """
            CREATE TRIGGER refuse BEFORE INSERT ON items WHEN NEW.title = 'bad'
            BEGIN SELECT RAISE(ABORT, 'no'); END
            """)

        #expect(throws: WriteFailure.self) { try importer.commit(ItemImport.Mode()) { _ in } }

        try other.execute("DROP TRIGGER refuse")
        #expect(try rows(folder.file("a"), "log") == before)
        #expect(try SQLiteConnection.open(folder.file("a"), .readOnly).violations() == [])
    }

    @Test func `reports its progress`() throws {
        let folder = try TemporaryFolder()
        let importer = try self.importer(into: folder.file("a"))
        for number in 1...3 { try importer.stage(NewItem(UInt64(number), "a")) }
        var told: [Int] = []

        _ = try importer.commit(ItemImport.Mode()) { told.append($0) }

        #expect(told == [1, 2, 3])
    }

    private func importer(
        into path: String, _ clock: Clock = .constant(9)
    ) throws -> ItemImporter {
        let importer = try ItemImporter(clock: clock)
        try #require(try importer.open(path, busyMilliseconds: 0))
        return importer
    }

    private func bring(
        _ items: [NewItem], into path: String, _ clock: Clock = .constant(9)
    ) throws -> ItemImport.Counts {
        let importer = try self.importer(into: path, clock)
        for item in items { try importer.stage(item) }
        return try importer.commit(ItemImport.Mode()) { _ in }
    }

    /// All rows of a table.
    private func rows(_ path: String, _ table: String) throws -> [String] {
        try SQLiteConnection.open(path, .readOnly).rows(
            "SELECT * FROM \(table) ORDER BY 1, 2", columns: table == "log" ? 16 : 13)
    }
}
