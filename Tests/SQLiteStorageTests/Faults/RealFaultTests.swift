import Items
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

/// The same failures as SQLite reports them, to verify the doubles.
@Suite struct `A disk` {
    // proves: durable-2
    @Test func `that is full refuses only the writes that need space`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), content("one")))
        let pages = try world.database.integer("PRAGMA page_count") ?? 0
        try world.database.execute("PRAGMA max_page_count = \(pages + 8)")
        let large = ItemContent(
            title: "large", itemDescription: String(repeating: "x", count: 60_000))

        let outcomes = world.run(.put(id(2), large))
        let after = world.run(.put(id(3), content("three")))

        guard case .failure(.storage(.full)) = outcomes[0] else {
            Issue.record("not full: \(outcomes[0])")
            return
        }
        #expect(try after.map { try $0.get().revision } == [2])
        #expect(try world.titles == ["one", "three"])
        #expect(world.database.violations() == [])
        try world.database.execute("PRAGMA max_page_count = 100000")
        #expect(try world.run(.put(id(2), large))[0].get().revision == 3)
    }

    @Test func `that fills up during a batch refuses the whole batch, or the writes that it hit`()
        throws
    {
        let large = ItemContent(
            title: "large", itemDescription: String(repeating: "x", count: 30_000))
        let actions = (2...6 as ClosedRange<UInt64>).map { ItemWrite.Action.put(id($0), large) }
        for room in 0...50 {
            let world = try BatchWorld()
            _ = world.run(.put(id(1), content("one")))
            let pages = try world.database.integer("PRAGMA page_count") ?? 0
            try world.database.execute("PRAGMA max_page_count = \(pages + room)")

            let outcomes = world.batch.run(
                actions.map { ItemWrite(owner: world.owner, action: $0) })

            let stored = outcomes.filter { !$0.isOfStorage }.count
            #expect(try world.titles.count == 1 + stored, "room for \(room)")
            #expect(world.database.violations() == [], "room for \(room)")
            #expect(!world.database.isInTransaction, "room for \(room)")
            try world.database.execute("PRAGMA max_page_count = 100000")
            let next = world.run(.put(id(7), content("seven")))
            #expect(try next[0].get().revision == 2 + stored, "room for \(room)")
        }
    }

    // proves: limits-7
    @Test func `that another connection has locked is reported as busy until it is unlocked`()
        throws
    {
        let folder = try TemporaryFolder()
        var options = SQLiteDatabase.Options()
        options.busyMilliseconds = 0
        let storage = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: .constant(0))
        let repository = storage.repository()
        let write = ItemWrite(owner: storage.localOwner, action: .put(id(1), content("one")))
        let other = try SQLiteConnection.open(folder.file("a"), .readWrite)
        try other.execute("BEGIN IMMEDIATE")

        let held = repository.perform(write)
        try other.execute("ROLLBACK")
        let free = repository.perform(write)

        guard case .failure(.storage(.busy)) = held else {
            Issue.record("not busy: \(held)")
            return
        }
        #expect(try free.get().revision == 1)
    }

    @Test func `that is damaged is reported as corrupt by reads and writes`() throws {
        let folder = try TemporaryFolder()
        try build(folder)
        // The schema stays intact.
        try damage("rootpage > 0", folder)
        let session = try SQLiteConnection.open(folder.file("a"), .readWrite)
        let repository = try InMemoryStorage(session).repository
        let owner = Owner(key: 1, epoch: "aaaa")

        let outcome = repository.perform(ItemWrite(owner: owner, action: .deleteAll))
        let failure = #expect(throws: StorageFailure.self) { try repository.all(of: owner) }

        guard case .failure(.storage(.corrupt)) = outcome, case .corrupt = failure else {
            Issue.record("not corrupt: \(outcome), \(String(describing: failure))")
            return
        }
    }

    @Test(arguments: ["owners_leaving", "answers_by_time", "tokens_by_expiry"])
    func `with damaged indexes of pending maintenance does not prevent writes`(
        name: String
    ) throws {
        let folder = try TemporaryFolder()
        try build(folder)
        try damage("name = '\(name)'", folder)
        let session = try SQLiteConnection.open(folder.file("a"), .readWrite)
        let repository = try InMemoryStorage(session).repository
        let owner = try session.localOwner()

        let outcome = repository.perform(
            ItemWrite(owner: owner, action: .put(id(99), content("one"))))

        #expect(try outcome.get().revision == 2)
        #expect(try repository.all(of: owner).count == 51)
    }

    /// Overwrites the first page of every matching table and index.
    private func damage(_ which: String, _ folder: TemporaryFolder) throws {
        let whole = try SQLiteConnection.open(folder.file("a"), .readOnly)
        let roots = try whole.rows(
            "SELECT rootpage FROM sqlite_schema WHERE \(which)", columns: 1
        ).compactMap { Int($0) }
        whole.close()
        #expect(!roots.isEmpty)
        var bytes = try folder.read("a")
        for root in roots {
            let page = (root - 1) * 4_096..<root * 4_096
            bytes.replaceSubrange(page, with: repeatElement(0xA5, count: 4_096))
        }
        try folder.write(bytes, to: "a")
    }

    private func build(_ folder: TemporaryFolder) throws {
        let session = try SQLiteConnection.open(folder.file("a"), .readWriteCreate)
        _ = try Migrator(session, clock: .constant(0)).migrate()
        let owner = try session.localOwner()
        let items = (0..<50 as Range<UInt64>).map { NewItem($0, "\($0)") }
        _ = try InMemoryStorage(session).repository.perform(
            ItemWrite(owner: owner, action: .add(items, onConflict: .refuse))
        ).get()
        session.close()
    }
}
