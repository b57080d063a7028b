import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite struct `The pool of snapshots` {
    @Test func `is overloaded when all are taken`() throws {
        let world = try PoolWorld(limit: 2)
        let taken = [try world.snapshot(), try world.snapshot(of: world.others[0])]

        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }

        #expect(taken.map(\.revision) == [1, 0])
        #expect(world.connected == 2)
    }

    @Test func `takes back what is let go of, and gives it out again`() throws {
        let world = try PoolWorld(limit: 1)
        for _ in 0..<5 {
            let snapshot = try world.snapshot()
            var count = 0
            _ = try snapshot.next(1) { _ in
                count += 1
                return true
            }
            #expect(count == 1)
        }

        #expect(world.connected == 1)
    }

    @Test func `gives out a fresh look each time`() throws {
        let world = try PoolWorld(limit: 1)
        var revisions = [try world.snapshot().revision]

        try world.writer.execute("UPDATE owners SET revision = 7")
        revisions.append(try world.snapshot().revision)

        #expect(revisions == [1, 7])
    }

    @Test func `holds no checkpoint up once a snapshot is let go of`() throws {
        let world = try PoolWorld(limit: 1)
        var snapshot: (any ItemSnapshot)? = try world.snapshot()
        _ = try snapshot?.next(1) { _ in true }
        try world.writer.execute("UPDATE owners SET revision = 7")
        let held = try world.writer.checkpoint(.passive)

        snapshot = nil
        let free = try world.writer.checkpoint(.passive)

        #expect(held.map { $0.checkpointed < $0.frames } == true)
        #expect(free.map { $0.checkpointed == $0.frames } == true)
    }

    @Test func `that is closed gives out none`() throws {
        let world = try PoolWorld(limit: 3)
        let taken = try world.snapshot()
        _ = try world.snapshot()

        world.pool.close()

        #expect(throws: StorageFailure.stopped) { try world.snapshot() }
        #expect(try taken.next(5) { _ in true } == false)
    }

    @Test func `that is closed lets go of every connection`() throws {
        let world = try PoolWorld(limit: 3)
        var taken: (any ItemSnapshot)? = try world.snapshot()
        _ = try world.snapshot()
        _ = try taken?.next(5) { _ in true }

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

        #expect(snapshot.revision == 1)
    }

    @Test(arguments: Fault.all)
    func `forgets a snapshot that could not begin`(fault: Fault) throws {
        for step in 0...1 {
            let world = try PoolWorld(limit: 1, fault: fault, stepsLeft: step)
            #expect(throws: fault.failure) { try world.snapshot() }

            let snapshot = try world.snapshot()

            #expect(snapshot.revision == 1)
        }
    }

    @Test(arguments: Fault.all)
    func `gives out anew what failed while it was read`(fault: Fault) throws {
        for step in 2...3 {
            let world = try PoolWorld(limit: 1, fault: fault, stepsLeft: step)
            var snapshot: (any ItemSnapshot)? = try world.snapshot()
            #expect(throws: fault.failure) { try snapshot?.next(9) { _ in true } }
            snapshot = nil

            let again = try world.snapshot()

            var count = 0
            _ = try again.next(9) { _ in
                count += 1
                return true
            }
            #expect(count == 1)
        }
    }
}
