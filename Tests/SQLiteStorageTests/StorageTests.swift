import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct `The database file` {
    @Test func `is created with a WAL and an owner`() throws {
        let folder = try TemporaryFolder()

        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))

        let session = try SQLiteConnection.open(folder.file("a"), .readWrite)
        #expect(try session.rows("PRAGMA journal_mode", columns: 1) == ["wal"])
        #expect(storage.localOwner.key == Owner.localKey)
        #expect(storage.localOwner.epoch.utf8.count == 8)
    }

    // 2 is FULL: the WAL is synced with every commit (sqlite.org/pragma.html#pragma_synchronous).
    @Test(arguments: [
        ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 7), ("cache_size", -8_000),
        ("journal_size_limit", 67_108_864), ("secure_delete", 0),
    ])
    func `is written on a connection with these pragmas`(name: String, value: Int) throws {
        let folder = try TemporaryFolder()

        let session = try SQLiteConnection.openForWriting(folder.file("a"), busyMilliseconds: 7)
        try session.enableWAL()

        #expect(try session.integer("PRAGMA \(name)") == value)
    }

    @Test func `is read on a connection with the given cache size`() throws {
        let folder = try TemporaryFolder()
        try SQLiteConnection.openForWriting(folder.file("a"), busyMilliseconds: 0).enableWAL()

        let sessions = try [
            SQLiteConnection.openForReading(folder.file("a"), busyMilliseconds: 0),
            SQLiteConnection.openForReading(folder.file("a"), busyMilliseconds: 0, cacheKiB: 2_000),
        ]

        #expect(try sessions.map { try $0.integer("PRAGMA cache_size") } == [-8_000, -2_000])
    }

    // proves: durable-1
    @Test func `keeps items, revision and epoch over a restart`() throws {
        let folder = try TemporaryFolder()
        let (owner, state) = try visit(folder) { repository, owner in
            for number in 1...3 as ClosedRange<UInt64> {
                let write = ItemWrite(owner: owner, action: .put(id(number), content("x")))
                _ = try repository.perform(write).get()
            }
            let write = ItemWrite(owner: owner, action: .delete(id(3)))
            _ = try repository.perform(write).get()
        }

        let (again, after) = try visit(folder) { _, _ in }
        let (_, more) = try visit(folder) { repository, owner in
            let write = ItemWrite(owner: owner, action: .put(id(3), content("x")))
            _ = try repository.perform(write).get()
        }

        #expect(again == owner)
        #expect(after == state)
        #expect(more.revision == 5)
        #expect(more.items.map(\.sequence) == [1, 2, 4])
    }

    // proves: durable-7
    @Test func `has a unique epoch`() throws {
        let folder = try TemporaryFolder()

        let epochs = try ["a", "b", "c"].map { name in
            try SQLiteDatabase.open(folder.file(name), clock: .constant(0)).localOwner.epoch
        }

        #expect(Set(epochs).count == 3)
    }

    @Test(arguments: 1...25)
    func `is created by one of several concurrent opens`(round: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        let opened = Mutex<[Result<String, OpenFailure>]>([])

        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let result = Result { () throws(OpenFailure) in
                try SQLiteDatabase.open(path, clock: .constant(0)).localOwner.epoch
            }
            opened.withLock { $0.append(result) }
        }

        let epochs = try opened.withLock { try $0.map { try $0.get() } }
        #expect(epochs.count == 4)
        #expect(Set(epochs).count == 1)
        let session = try SQLiteConnection.open(path, .readWrite)
        #expect(try session.integer("SELECT count(*) FROM migrations") == Migration.sqlite.count)
    }

    @Test func `in a folder that does not exist is not opened`() throws {
        let folder = try TemporaryFolder()

        let result = Result { () throws(OpenFailure) in
            try SQLiteDatabase.open(folder.file("nowhere/a"), clock: .constant(0))
        }

        guard case .failure(.database(let error)) = result else {
            Issue.record("opened")
            return
        }
        #expect(error.kind == .cannotOpen)
    }

    @Test func `is opened without waiting for another process that writes`() throws {
        let folder = try TemporaryFolder()
        var options = SQLiteDatabase.Options()
        options.busyMilliseconds = 0
        let first = try SQLiteDatabase.open(folder.file("a"), options: options, clock: .constant(0))
        let other = try SQLiteConnection.open(folder.file("a"), .readWrite)
        try other.execute("BEGIN IMMEDIATE")

        let second = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: .constant(0))
        try other.execute("ROLLBACK")

        #expect(second.localOwner == first.localOwner)
    }

    @Test func `limits the number of snapshots`() throws {
        let folder = try TemporaryFolder()
        var options = SQLiteDatabase.Options()
        options.snapshots = 1
        let storage = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: .constant(0))
        let repository = storage.repository()
        let snapshot = try repository.snapshot(of: storage.localOwner)

        // Another lane does not share the snapshot.
        #expect(throws: StorageFailure.overloaded) {
            try storage.repository().snapshot(of: storage.localOwner)
        }

        #expect(try snapshot.revision == 0)
    }

    /// Opens storage, executes `work`, and closes it like a server.
    private func visit(
        _ folder: TemporaryFolder, _ work: (any ReadableRepository, Owner) throws -> Void
    ) throws -> (Owner, ItemState) {
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        let repository = storage.repository()
        try work(repository, storage.localOwner)
        let state = try repository.state(of: storage.localOwner)
        try repository.endRound()
        let closed = DispatchSemaphore(value: 0)
        storage.close { _ in closed.signal() }
        closed.wait()
        return (storage.localOwner, state)
    }

    @Test func `truncates the WAL when it stops`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        let repository = storage.repository()
        let write = ItemWrite(owner: storage.localOwner, action: .put(id(1), content("one")))
        _ = try repository.perform(write).get()
        let before = try folder.read("a-wal").count

        let stopped = DispatchSemaphore(value: 0)
        storage.close { _ in stopped.signal() }
        stopped.wait()

        #expect(before > 0)
        #expect(try folder.read("a-wal").count == 0)
        #expect(repository.perform(write) == .failure(.storage(.stopped)))
        #expect(throws: StorageFailure.stopped) {
            try repository.snapshot(of: storage.localOwner)
        }
        #expect(try repository.item(id(1), of: storage.localOwner)?.content.title == "one")
    }
}
