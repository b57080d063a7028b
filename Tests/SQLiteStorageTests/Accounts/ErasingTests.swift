import Accounts
import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

@Suite struct `A removed account` {
    // proves: separation-9
    @Test func `is erased in steps, without touching other owners`() throws {
        let world = try AccountDatabase(rowsPerEraseStep: 25)
        let ann = try world.add("ann@example.org")
        let bob = try world.add("bob@example.org")
        for owner in [ann, bob, world.local] {
            world.fill(owner)
            // These are enough entries for a mark between them.
            let items = (101...400).map { NewItem($0, "milk") }
            _ = try world.write(.add(items, onConflict: .refuse), of: owner).get()
        }
        let others = try world.dump(without: ann)
        #expect(
            try world.rows(of: ann).map { $0.prefix { $0 != ":" } } == [
                "accounts", "answers", "details", "ids", "items", "log", "marks", "owners",
            ])

        _ = try world.change(.remove(ann))
        let steps = try world.eraseAll { () throws in
            // A power cut after any step leaves this state.
            #expect(world.database.violations() == [])
            #expect(try world.dump(without: ann) == others)
        }

        #expect(steps > 20)
        #expect(try world.rows(of: ann) == [])
    }

    /// A database with a removed account whose log entries cannot be deleted, and its owner.
    private func worldWithUnerasableOwner() throws -> (world: AccountDatabase, leavingOwner: Owner)
    {
        let world = try AccountDatabase(rowsPerEraseStep: 3)
        let leavingOwner = try world.add("ann@example.org")
        world.fill(leavingOwner)
        _ = try world.change(.remove(leavingOwner))
        try world.database.execute(
            """
            CREATE TRIGGER broken AFTER DELETE ON log WHEN old.owner = \(leavingOwner.key)
            BEGIN SELECT RAISE(ABORT, 'broken'); END
            """)
        return (world, leavingOwner)
    }

    @Test func `that cannot be erased does not block writes of other owners`() throws {
        let (world, ann) = try worldWithUnerasableOwner()
        let rows = try world.rows(of: ann)
        let write = ItemWrite(owner: world.local, action: .put(id(1), content("milk")))

        let outcomes = world.batch.run(
            [WriteJob(write: write) { _ in }],
            [AccountJob(write: .add(.with("bob@example.org"))) { _ in }], isMaintenance: true)

        #expect(try outcomes.items.map { try $0.get().changed } == [true])
        guard case .added(let bob) = try #require(outcomes.accounts.first).get() else {
            throw Unexpected()
        }
        #expect(world.batch.maintenanceState == .failed)
        #expect(try world.rows(of: ann) == rows)
        #expect(try world.rows(of: bob.owner) == ["accounts: 1", "owners: 1"])

        try world.database.execute("DROP TRIGGER broken")
        #expect(world.database.violations() == [])
        _ = world.batch.run([] as [WriteJob], [], isMaintenance: true)
        _ = try world.eraseAll()

        #expect(try world.rows(of: ann) == [])
    }

    // proves: separation-9
    @Test func `accepts no write, not even the repetition of an earlier one`() throws {
        let world = try AccountDatabase()
        let ann = try world.add("ann@example.org")
        _ = world.write(.put(id(1), content("milk")), of: ann, once: "k")
        _ = try world.change(.remove(ann))

        let late = [
            world.write(.put(id(2), content("late")), of: ann),
            world.write(.put(id(1), content("milk")), of: ann, once: "k"),
            world.write(.batch([]), of: ann),
        ]
        _ = try world.eraseAll()
        let later = world.write(.put(id(2), content("later")), of: ann)

        #expect(late + [later] == Array(repeating: .failure(.ownerGone), count: 4))
        #expect(try world.rows(of: ann) == [])
    }

    /// Other owners' rows refer to deleted entries, so their numbers must not be reused.
    @Test func `with all entries of the log is followed by higher entry numbers`() throws {
        let world = try AccountDatabase()
        let ann = try world.add("ann@example.org")
        let bob = try world.add("bob@example.org")
        for number in 1...9 as ClosedRange<UInt64> {
            _ = try world.write(.put(id(number), content("old")), of: bob).get()
        }
        world.manualClock.now = 1_000 + ItemWrite.undoRetention + 2
        for number in 1...2 as ClosedRange<UInt64> {
            _ = try world.write(.put(id(number), content("new")), of: ann).get()
        }
        _ = try world.change(.remove(ann))
        _ = try world.eraseAll()
        #expect(try world.database.integer("SELECT count(*) FROM log") == 0)

        let outcomes = [
            world.write(.put(id(1), content("local")), of: world.local),
            world.write(.put(id(1), content("again")), of: bob),
        ]

        #expect(outcomes.map { (try? $0.get())?.revision } == [1, 10])
        #expect(try world.database.integer("SELECT min(entry) FROM log") == 12)
        #expect(world.database.violations() == [])
        #expect(try world.repository.changes(of: bob, since: .after(revision: 8)) == nil)
        #expect(try world.repository.changes(of: bob, since: .after(revision: 9)) != nil)
        _ = try world.change(.remove(bob))
        _ = try world.eraseAll()
        #expect(try world.rows(of: bob) == [])
    }

    @Test func `of the local owner is replaced by a new epoch and a higher revision`()
        throws
    {
        let world = try AccountDatabase(rowsPerEraseStep: 3)
        let ann = try world.add("ann@example.org", adopting: true)
        world.fill(ann)
        let revision = try world.repository.revision(of: ann)

        _ = try world.change(.remove(ann))
        let meanwhile = try world.change(.add(.with("bob@example.org", adopting: true)))
        _ = try world.eraseAll()

        let local = try world.database.localOwner()
        #expect(meanwhile == .failure(.storage(.busy("the local owner's items are being erased"))))
        #expect(local.key == ann.key)
        #expect(local.epoch != ann.epoch)
        #expect(try world.rows(of: ann) == ["owners: 1"])
        #expect(try world.database.storedSums(of: local) == Sums(items: 0, history: 0))
        #expect(try world.repository.revision(of: local) == revision + 2)
        #expect(
            try world.write(.put(id(1), content("new")), of: local).get().revision == revision + 3)
        #expect(world.database.violations() == [])
    }

    // proves: separation-9
    @Test func `of the local owner writes nothing into the items of the next one`() throws {
        let world = try AccountDatabase()
        let ann = try world.add("ann@example.org", adopting: true)
        let put = ItemWrite.Action.put(id(1), content("Ann's"))
        #expect(try world.write(put, of: ann, isBoundToEpoch: true).get().changed)
        _ = try world.change(.remove(ann))
        _ = try world.eraseAll()
        let bob = try world.add("bob@example.org", adopting: true)

        let late = world.write(put, of: ann, isBoundToEpoch: true)
        let beside = [(bob, "Bob's"), (ann, "Ann's")].map { owner, text in
            ItemWrite(owner: owner, action: .put(id(2), content(text)), isBoundToEpoch: true)
        }
        let together = world.batch.run(beside)

        #expect(late == .failure(.ownerGone))
        #expect(try together[0].get().changed)
        #expect(together[1] == .failure(.ownerGone))
        #expect(try world.rows(of: bob).contains("items: 1"))
        // A server without tokens keeps using the owner that it read at its start.
        #expect(try world.write(put, of: ann).get().changed)
    }

    @Test func `of the local owner is erased before a server opens without accounts`() throws {
        let world = try AccountDatabase(rowsPerEraseStep: 3)
        let ann = try world.add("ann@example.org", adopting: true)
        world.fill(ann)
        _ = try world.change(.remove(ann))

        let local = try world.database.localOwner()

        #expect(local.epoch != ann.epoch)
        #expect(try world.rows(of: local) == ["owners: 1"])
        #expect(try world.database.storedSums(of: local) == Sums(items: 0, history: 0))
    }

    // proves: separation-9
    @Test func `is erased between writes of other owners, also after a restart`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        let first = try SQLiteDatabase.open(path, clock: .constant(1))
        let ann = try first.add("ann@example.org")
        let repository = first.repository()
        for start in stride(from: 0, to: 10_000, by: 1_000) {
            let items = (start..<start + 1_000).map { NewItem(UInt64($0), "item \($0)") }
            _ = repository.perform(
                ItemWrite(owner: ann, action: .add(items, onConflict: .refuse)))
        }
        #expect(first.change(.remove(ann)) == .success(.done))
        try first.closeAndWait()
        let database = try SQLiteConnection.open(path, .readOnly)
        let left = try database.integer("SELECT count(*) FROM items") ?? 0
        #expect(left > 9_000)

        let second = try SQLiteDatabase.open(path, clock: .constant(1))
        let writer = second.repository()
        var writes: UInt64 = 0
        while try !database.rows(of: ann).isEmpty {
            writes += 1
            let write = ItemWrite(
                owner: second.localOwner, action: .put(id(1), content("mine \(writes)")))
            #expect(try writer.perform(write).get().changed)
        }

        #expect(try writer.revision(of: second.localOwner) == Int(writes))
        #expect(writes > 1)
        try writer.endRound()
        try second.closeAndWait()
        #expect(try SQLiteConnection.open(path, .readWrite).violations() == [])
    }

    @Test func `is erased by the next start if the server stops`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(1))
        let ann = try storage.add("ann@example.org")
        #expect(storage.change(.remove(ann)) == .success(.done))

        try storage.closeAndWait()

        let outcome = storage.change(.add(.with("b@c")))
        #expect(outcome == .failure(.storage(.stopped)))
        let database = try SQLiteConnection.open(folder.file("a"), .readWrite)
        #expect(database.violations() == [])
    }
}

extension AccountDatabase {
    /// Gives an owner items, descriptions, tombstones, log entries and stored responses.
    fileprivate func fill(_ owner: Owner) {
        for number in 1...12 as ClosedRange<UInt64> {
            _ = write(
                .put(id(number), content("item \(number) of \(owner.key)")), of: owner,
                once: "key \(number)")
        }
        for number in 1...4 as ClosedRange<UInt64> { _ = write(.delete(id(number)), of: owner) }
        let long = ItemContent(title: "long", itemDescription: .long)
        for number in 20...22 as ClosedRange<UInt64> {
            _ = write(.put(id(number), long), of: owner)
        }
    }

    /// Every row of all other owners.
    fileprivate func dump(without owner: Owner) throws -> [String] {
        try [
            ("items", "slot >> 32", 13), ("details", "number >> 32", 2), ("ids", "owner", 4),
            ("log", "owner", 16), ("marks", "owner", 3), ("answers", "owner", 9),
            ("owners", "owner", 10),
        ].flatMap { table, key, columns in
            try database.rows(
                "SELECT * FROM \(table) WHERE \(key) <> \(owner.key) ORDER BY 1, 2",
                columns: columns)
        }
    }
}

@Suite struct `The account administrator` {
    /// The server on the same file erases, so that commands do not block its writes.
    @Test func `does not erase removed accounts itself`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(1))
        #expect(try storage.change(.add(.with("ann@example.org", adopting: true))).get() != .done)
        let database = try SQLiteConnection.open(folder.file("a"), .readWrite)
        try database.execute("DELETE FROM accounts; UPDATE owners SET leaving = 1")

        let administrator = try SQLiteConnection.openAdministrator(
            folder.file("a"), busyMilliseconds: 2_000, clock: .constant(1))
        let outcomes = administrator.perform([
            .add(.with("bob@example.org")), .add(.with("cyd@example.org", adopting: true)),
        ])

        #expect(try database.integer("SELECT leaving FROM owners WHERE owner = 1") == 1)
        #expect((try? outcomes[0].get()) != nil)
        #expect(
            outcomes[1] == .failure(.storage(.busy("the local owner's items are being erased"))))
    }
}
