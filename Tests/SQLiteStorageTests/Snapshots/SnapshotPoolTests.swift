import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite struct `The snapshot pool` {
    @Test func `is overloaded when all connections are leased`() throws {
        let world = try PoolWorld(limit: 2)
        let taken = [try world.snapshot(), try world.snapshot(of: world.others[0])]

        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }

        let takenRevisions = try taken.map { try $0.revision }
        #expect(takenRevisions == [1, 0])
        #expect(world.connected == 2)
    }

    @Test func `reuses a released connection`() throws {
        let world = try PoolWorld(limit: 1)
        for _ in 0..<5 {
            let snapshot = try world.snapshot()
            var count = 0
            _ = try snapshot.show(1) { _ in
                count += 1
                return true
            }
            #expect(count == 1)
        }

        #expect(world.connected == 1)
    }

    @Test func `returns a new snapshot each time`() throws {
        let world = try PoolWorld(limit: 1)
        var revisions = [try world.snapshot().revision]

        try world.writer.execute("UPDATE owners SET revision = 7")
        revisions.append(try world.snapshot().revision)

        #expect(revisions == [1, 7])
    }

    @Test func `blocks no checkpoint after a snapshot was released`() throws {
        let world = try PoolWorld(limit: 1)
        var snapshot: (any ItemSnapshot)? = try world.snapshot()
        _ = try snapshot?.show(1) { _ in true }
        try world.writer.execute("UPDATE owners SET revision = 7")
        let held = try world.writer.checkpoint(.passive)

        snapshot = nil
        let free = try world.writer.checkpoint(.passive)

        #expect(held.map { $0.checkpointed < $0.frames } == true)
        #expect(free.map { $0.checkpointed == $0.frames } == true)
    }

    @Test func `returns no snapshot after it was closed`() throws {
        let world = try PoolWorld(limit: 3)
        let taken = try world.snapshot()
        _ = try world.snapshot()

        world.pool.close()

        #expect(throws: StorageFailure.stopped) { try world.snapshot() }
        #expect(try taken.show(5) { _ in true } == false)
    }

    @Test func `closes every connection when it is closed`() throws {
        let world = try PoolWorld(limit: 3)
        var taken: (any ItemSnapshot)? = try world.snapshot()
        _ = try world.snapshot()
        _ = try taken?.show(5) { _ in true }

        world.pool.close()
        taken = nil

        // The last connection deletes the WAL (sqlite.org/wal.html).
        world.writer.close()
        #expect(!world.folder.holds("a-wal"))
    }

    @Test func `does not count a connection that could not be opened`() throws {
        let world = try PoolWorld(limit: 1)
        world.refuse(.readOnly("no"))
        #expect(throws: StorageFailure.readOnly("no")) { try world.snapshot() }
        world.refuse(nil)

        let snapshot = try world.snapshot()

        #expect(try snapshot.revision == 1)
    }

    @Test(arguments: Fault.all)
    func `does not count a snapshot that could not begin`(fault: Fault) throws {
        for step in 0...1 {
            let world = try PoolWorld(limit: 1, fault: fault, stepsLeft: step)
            #expect(throws: fault.failure) { try world.snapshot() }

            let snapshot = try world.snapshot()

            #expect(try snapshot.revision == 1)
        }
    }

    @Test(arguments: Fault.all)
    func `replaces a connection that failed during a read`(fault: Fault) throws {
        for step in 2...3 {
            let world = try PoolWorld(limit: 1, fault: fault, stepsLeft: step)
            var snapshot: (any ItemSnapshot)? = try world.snapshot()
            #expect(throws: fault.failure) { try snapshot?.show(9) { _ in true } }
            snapshot = nil

            let again = try world.snapshot()

            var count = 0
            _ = try again.show(9) { _ in
                count += 1
                return true
            }
            #expect(count == 1)
        }
    }
}
