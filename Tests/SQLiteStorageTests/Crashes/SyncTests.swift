import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

extension Crashes {
    @Suite struct `A batch on a disk` {
        @Test(arguments: [1, 2, 64, 512])
        func `takes one sync of the WAL, however many writes it has`(writes: Int) throws {
            let world = try SyncWorld()
            try world.commit(1)
            let before = world.syncs

            for _ in 0..<3 { try world.commit(writes) }

            #expect(world.syncs == Syncs(log: before.log + 3, file: before.file))
        }

        @Test func `is written by one call if it fits`() throws {
            let world = try SyncWorld()
            try world.commit(1)
            let before = world.disk.operations

            try world.commit(20)

            // The write and the sync.
            #expect(world.disk.operations == before + 2)
        }

        // Recovery trusts the checksums of the WAL only as far as its header is on the disk
        // (sqlite.org/walformat.html), so SQLite syncs the header separately.
        @Test func `takes one more sync if it starts the WAL`() throws {
            let world = try SyncWorld()
            let before = world.syncs

            try world.commit(1)

            #expect(world.syncs == Syncs(log: before.log + 2, file: before.file))
        }

        @Test func `takes no sync if it changes nothing`() throws {
            let world = try SyncWorld()
            try world.commit(1)
            let before = world.syncs

            let outcomes = world.batch.run([
                ItemWrite(owner: world.owner, action: .delete(id(99))),
                ItemWrite(owner: world.owner, action: .patch(id(0), ItemPatch())),
            ])

            #expect(outcomes.count == 2)
            #expect(world.syncs == before)
        }

        @Test func `that fills the WAL also checkpoints it, with two more syncs`() throws {
            let world = try SyncWorld()
            try world.commit(1)
            let large = String(repeating: "x", count: 60_000)
            var last = Syncs(log: 0, file: 0)
            var before = world.syncs

            // SQLite checkpoints by itself when the log has 1,000 pages
            // (sqlite.org/pragma.html#pragma_wal_autocheckpoint).
            for _ in 0..<100 where last.file == 0 {
                before = world.syncs
                try world.commit(1, description: large)
                last = Syncs(
                    log: world.syncs.log - before.log, file: world.syncs.file - before.file)
            }

            #expect(last == Syncs(log: 2, file: 1))
        }
    }
}

/// The number of syncs of the WAL and of the database file.
private struct Syncs: Equatable {
    let log: Int
    let file: Int
}

/// A batch on a disk that counts syncs.
private final class SyncWorld {
    let disk = Disk()
    let batch: WriteBatch
    let owner: Owner
    private var last: UInt64 = 0

    init() throws {
        let session = try SQLiteConnection.openForWriting(
            Disk.file, busyMilliseconds: 0, fileSystem: disk.options.fileSystem)
        _ = try Migrator(session, clock: .constant(0)).migrate()
        try session.enableWAL()
        owner = Owner(key: Owner.localKey, epoch: "aaaa")
        // In the file, so that the WAL is empty.
        _ = try session.localOwner()
        batch = WriteBatch(session: session, clock: .constant(0), commits: CommitCounter())
        try batch.close()
    }

    var syncs: Syncs { Syncs(log: disk.syncs(of: Disk.log), file: disk.syncs(of: Disk.file)) }

    func commit(_ writes: Int, description: String? = nil) throws {
        let content = ItemContent(title: "x", itemDescription: description)
        let items = (0..<writes).map { _ in
            last += 1
            return ItemWrite(owner: owner, action: .put(id(last - 1), content))
        }
        for outcome in batch.run(items) { _ = try outcome.get() }
    }
}
