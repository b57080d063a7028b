import Dispatch
import Items
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

/// Two storages without shared state, like an import next to a server.
@Suite struct `Two programs on one file` {
    @Test func `that write in turns continue each other's revisions and sequences`() throws {
        let folder = try TemporaryFolder()
        let storages = try (0..<2).map { _ in
            try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        }
        let repositories = storages.map { $0.repository() }
        let owner = storages[0].localOwner

        let outcomes = try (0..<20 as Range<UInt64>).map { number in
            let write = ItemWrite(owner: owner, action: .put(id(number), content("x")))
            return try repositories[Int(number % 2)].perform(write).get()
        }

        #expect(outcomes.map(\.revision) == Array(1...20))
        for repository in repositories {
            try repository.endRound()
            #expect(try repository.all(of: owner).map(\.sequence) == Array(1...20))
        }
        let undo = ItemWrite(owner: owner, action: .undo(revision: 1))
        #expect(try repositories[1].perform(undo).get().revision == 21)
        #expect(try SQLiteConnection.open(folder.file("a"), .readWrite).violations() == [])
    }

    // On a disk in memory, because SQLite's lock is not fair: a waiter checks every 100 ms
    // whether it is free, and it is free only for a moment between two commits. On a slow disk,
    // one program may wait for nearly all writes of the other one, so there is no time limit.
    @Test func `that write concurrently use every revision and every sequence once`() throws {
        let disk = Disk()
        let path = Disk.file
        var options = disk.options
        options.busyMilliseconds = .max
        let owner = try SQLiteDatabase.open(path, options: options, clock: .constant(0)).localOwner
        let revisions = Mutex<[Int]>([])
        let failures = Mutex<[String]>([])

        DispatchQueue.concurrentPerform(iterations: 2) { [options] turn in
            do {
                let storage = try SQLiteDatabase.open(path, options: options, clock: .constant(0))
                let repository = storage.repository()
                for number in 0..<100 as Range<UInt64> {
                    let write = ItemWrite(
                        owner: owner,
                        action: .put(
                            ItemID(high: UInt64(turn), low: number % 30), content("\(number)")))
                    var outcome = repository.perform(write)
                    // SQLite itself gives up after ten seconds if the WAL index changes at each of
                    // its attempts (SQLITE_PROTOCOL), so the write is repeated.
                    while case .failure(.storage(.busy)) = outcome {
                        outcome = repository.perform(write)
                    }
                    let revision = try outcome.get().revision
                    revisions.withLock { $0.append(revision) }
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }

        #expect(failures.withLock { $0 } == [])
        #expect(revisions.withLock { $0.sorted() } == Array(1...200))
        let database = try disk.connect()
        // The last connection to close checkpoints the WAL under an exclusive lock.
        database.setBusyTimeout(milliseconds: .max)
        #expect(try database.integer("SELECT count(DISTINCT slot) FROM items") == 60)
        #expect(database.violations() == [])
    }

    @Test func `see each other's writes in a new snapshot`() throws {
        let folder = try TemporaryFolder()
        let storages = try (0..<2).map { _ in
            try SQLiteDatabase.open(folder.file("a"), clock: .constant(0))
        }
        let lane = storages[0].repository()
        let owner = storages[0].localOwner
        let held = try lane.snapshot(of: owner)
        try lane.endRound()
        let write = ItemWrite(owner: owner, action: .put(id(1), content("x")))
        _ = try storages[1].repository().perform(write).get()

        let fresh = try lane.snapshot(of: owner)

        let revisions = [try held.revision, try fresh.revision]
        #expect(revisions == [0, 1])
    }
}
