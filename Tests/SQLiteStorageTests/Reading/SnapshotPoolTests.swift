import Items
import SQLite
@testable import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@Suite struct `The pool of snapshots` {
    @Test func `is overloaded when all are taken`() throws {
        let world = try PoolWorld(limit: 2)
        let taken = [try world.snapshot(), try world.snapshot()]

        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }

        #expect(taken.map(\.clock) == [1, 1])
        #expect(world.connected == 2)
    }

    @Test func `takes back what is let go of, and gives it out again`() throws {
        let world = try PoolWorld(limit: 1)
        for _ in 0..<5 {
            let snapshot = try world.snapshot()
            var count = 0
            _ = try snapshot.next(1) { _ in count += 1 }
            #expect(count == 1)
        }

        #expect(world.connected == 1)
    }

    @Test func `gives out a fresh look each time`() throws {
        let world = try PoolWorld(limit: 1)
        var clocks = [try world.snapshot().clock]

        try world.writer.execute("UPDATE owners SET revision = 7")
        clocks.append(try world.snapshot().clock)

        #expect(clocks == [1, 7])
    }

    @Test func `holds no checkpoint up once a snapshot is let go of`() throws {
        let world = try PoolWorld(limit: 1)
        var snapshot: (any ItemSnapshot)? = try world.snapshot()
        _ = try snapshot?.next(1) { _ in }
        try world.writer.execute("UPDATE owners SET revision = 7")
        let held = try world.writer.checkpoint(.passive)

        snapshot = nil
        let free = try world.writer.checkpoint(.passive)

        #expect(held.map { $0.checkpointed < $0.frames } == true)
        #expect(free.map { $0.checkpointed == $0.frames } == true)
    }

    @Test func `that is closed gives out none`() throws {
        let world = try PoolWorld(limit: 2)
        let taken = try world.snapshot()
        _ = try world.snapshot()

        world.pool.close()

        #expect(throws: StorageFailure.stopped) { try world.snapshot() }
        #expect(try taken.next(5) { _ in } == false)
    }

    @Test func `that is closed lets go of every connection`() throws {
        let world = try PoolWorld(limit: 2)
        var taken: (any ItemSnapshot)? = try world.snapshot()
        _ = try world.snapshot()
        _ = try taken?.next(5) { _ in }

        world.pool.close()
        taken = nil

        // The last connection to leave takes the log along (sqlite.org/wal.html).
        world.writer.close()
        #expect(!world.folder.holds("a-wal"))
    }

    @Test func `forgets a connection that could not be made`() throws {
        let world = try PoolWorld(limit: 1)
        world.refuse(.readOnly("no"))
        #expect(throws: StorageFailure.readOnly("no")) { try world.snapshot() }
        world.refuse(nil)

        let snapshot = try world.snapshot()

        #expect(snapshot.clock == 1)
    }

    @Test(arguments: Fault.all)
    func `forgets a snapshot that could not begin`(fault: Fault) throws {
        for step in 0...1 {
            let world = try PoolWorld(limit: 1, fault: fault, stepsLeft: step)
            #expect(throws: fault.failure) { try world.snapshot() }

            let snapshot = try world.snapshot()

            #expect(snapshot.clock == 1)
        }
    }

    @Test(arguments: Fault.all)
    func `gives out anew what failed while it was read`(fault: Fault) throws {
        for step in 2...4 {
            let world = try PoolWorld(limit: 1, fault: fault, stepsLeft: step)
            var snapshot: (any ItemSnapshot)? = try world.snapshot()
            #expect(throws: fault.failure) { try snapshot?.next(9) { _ in } }
            snapshot = nil

            let again = try world.snapshot()

            var count = 0
            _ = try again.next(9) { _ in count += 1 }
            #expect(count == 1)
        }
    }
}

/// A pool on a database on disk with one item in it.
private final class PoolWorld {
    let folder: TemporaryFolder
    let writer: Connection
    let pool: SnapshotPool
    private let owner: Owner
    private let door: Door

    /// What the pool's connections pass through.
    private final class Door: Sendable {
        let connected = Mutex(0)
        let refusal = Mutex<StorageFailure?>(nil)
    }

    init(limit: Int, fault: Fault? = nil, stepsLeft: Int? = nil) throws {
        let folder = try TemporaryFolder()
        let door = Door()
        self.folder = folder
        self.door = door
        writer = try Connection.writing(folder.file("a"), busyMilliseconds: 0)
        _ = try Migrator(writer, Migration.all, clock: .constant(0)).migrate()
        try writer.keepLog()
        owner = try writer.localOwner()
        let batch = try WriteBatch(
            session: writer, clock: .constant(0), commits: CommitCounter())
        _ = batch.run([ItemWrite(owner: owner, action: .put(id(1), content("one")))])
        let path = folder.file("a")
        pool = SnapshotPool(limit: limit) { () throws(StorageFailure) in
            if let refusal = door.refusal.withLock({ $0 }) { throw refusal }
            let count = door.connected.withLock { count in
                count += 1
                return count
            }
            do throws(DatabaseError) {
                let session = try Connection.reading(path, busyMilliseconds: 0)
                guard let fault, count == 1 else { return session }
                let faulty = FaultySession(
                    session, fault: fault.error, takesTransaction: fault.takesTransaction)
                faulty.stepsLeft = stepsLeft
                return faulty
            } catch {
                throw StorageFailure(error)
            }
        }
    }

    /// How many connections the pool has made.
    var connected: Int { door.connected.withLock { $0 } }

    func refuse(_ failure: StorageFailure?) {
        door.refusal.withLock { $0 = failure }
    }

    func snapshot() throws(StorageFailure) -> any ItemSnapshot {
        try pool.snapshot(of: owner)
    }
}
