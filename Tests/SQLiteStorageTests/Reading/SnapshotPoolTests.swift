import Items
import SQLite
@testable import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@Suite struct `The pool of snapshots` {
    @Test func `is overloaded when all are taken`() throws {
        let world = try PoolWorld(limit: 2)
        let taken = [try world.snapshot(), try world.snapshot(of: world.others[0])]

        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }

        #expect(taken.map(\.clock) == [1, 0])
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
        var clocks = [try world.snapshot().clock]

        try world.writer.execute("UPDATE owners SET revision = 7")
        clocks.append(try world.snapshot().clock)

        #expect(clocks == [1, 7])
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

@Suite struct `The snapshots of a lane` {
    @Test func `are as many as are wished for as long as the items stay as they are`() throws {
        let world = try PoolWorld(limit: 1)
        let snapshots = try (0..<100).map { _ in try world.shared() }

        var titles: [[String]] = []
        for snapshot in snapshots {
            var seen: [String] = []
            while try snapshot.next(
                1,
                {
                    seen.append(String(copying: $0.title)); return true
                })
            {}
            titles.append(seen)
        }

        #expect(world.connected == 1)
        #expect(titles == Array(repeating: ["one"], count: 100))
    }

    @Test func `after a change are others, which need another connection`() throws {
        let world = try PoolWorld(limit: 3)
        let before = try (0..<3).map { _ in try world.shared() }
        try world.commit("UPDATE owners SET revision = 7")
        let after = try (0..<3).map { _ in try world.shared() }
        try world.commit("UPDATE owners SET revision = 8")

        #expect(throws: StorageFailure.overloaded) { try world.shared() }

        #expect(before.map(\.clock) == [1, 1, 1])
        #expect(after.map(\.clock) == [7, 7, 7])
        #expect(world.connected == 2)
    }

    @Test func `give their connection back with the last of them`() throws {
        let world = try PoolWorld(limit: 1)
        var snapshots = try (0..<3).map { _ in try world.shared() }
        try world.commit("UPDATE owners SET revision = 7")

        snapshots.removeLast(2)
        #expect(throws: StorageFailure.overloaded) { try world.shared() }
        snapshots = []
        let next = try world.shared()

        #expect(next.clock == 7)
    }

    /// A failure can end the transaction, and in another one there are other items.
    @Test(arguments: Fault.all)
    func `fail together`(fault: Fault) throws {
        let world = try PoolWorld(limit: 3, fault: fault, stepsLeft: 4)
        let (one, other) = (try world.shared(), try world.shared())

        #expect(throws: fault.failure) { try one.next(9) { _ in true } }
        #expect(throws: fault.failure) { try other.next(9) { _ in true } }
        let next = try world.shared()

        #expect(try next.next(1) { _ in true })
        #expect(world.connected == 2)
    }

    @Test func `end a part where their reader has enough`() throws {
        let world = try PoolWorld(limit: 1)
        try world.add(2...5)
        let snapshot = try world.shared()

        var parts: [Int] = []
        var goesOn = true
        while goesOn {
            var count = 0
            goesOn = try snapshot.next(100) { _ in
                count += 1
                return count < 2
            }
            parts.append(count)
        }

        #expect(parts == [2, 2, 1])
    }
}

@Suite struct `An owner who takes all snapshots there are to take` {
    @Test(arguments: [
        (8, [4, 2, 1, 1, 0]), (Storage.Options().snapshots, [8, 4, 2, 1, 1]), (1, [1, 0, 0, 0, 0]),
    ])
    func `has half of them, and the next one half of the rest`(limit: Int, each: [Int]) throws {
        let world = try PoolWorld(limit: limit)

        var taken: [[any ItemSnapshot]] = []
        for owner in [world.owner] + world.others {
            taken.append([])
            while let snapshot = try? world.snapshot(of: owner) {
                taken[taken.count - 1].append(snapshot)
            }
        }

        #expect(taken.map(\.count) == each)
    }

    @Test func `takes another one for each that is let go of`() throws {
        let world = try PoolWorld(limit: 4)
        var taken = [try world.snapshot(), try world.snapshot()]
        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }

        for _ in 0..<5 {
            taken.removeLast()
            taken.append(try world.snapshot())
        }

        #expect(throws: StorageFailure.overloaded) { try world.snapshot() }
        #expect(world.connected == 2)
    }

    @Test func `is held to that wherever others have begun to read`() throws {
        let world = try PoolWorld(limit: 4)
        let (slow, other) = (world.others[0], world.others[1])
        var quick: [any ItemSnapshot] = []
        var joined: [any ItemSnapshot] = []
        for _ in 0..<2 {
            quick = [try world.shared()]
            joined.append(try world.shared(of: slow))
            try world.tick()
        }
        quick = [try world.shared()]

        #expect(throws: StorageFailure.overloaded) { try world.shared(of: slow) }
        let again = try world.shared(of: other)

        #expect(again.clock == 0)
        #expect(world.connected == 3)
        #expect(quick.count == 1)
        joined = []
        #expect(try world.shared(of: slow).clock == 0)
    }

    @Test func `is counted once where many of their snapshots are one look`() throws {
        let world = try PoolWorld(limit: 4)
        var first = try (0..<10).map { _ in try world.shared() }
        try world.tick()
        let second = try (0..<10).map { _ in try world.shared() }
        try world.tick()
        #expect(throws: StorageFailure.overloaded) { try world.shared() }

        first.removeLast(9)
        #expect(throws: StorageFailure.overloaded) { try world.shared() }
        first = []
        let third = try world.shared()

        #expect(third.clock == 3)
        #expect(second.map(\.clock) == Array(repeating: 2, count: 10))
    }
}

/// A pool on a database on disk with one item in it.
private final class PoolWorld {
    let folder: TemporaryFolder
    let writer: Connection
    let pool: SnapshotPool
    /// Whose item that is.
    let owner: Owner
    /// Owners without any.
    let others: [Owner]
    private let door: Door
    private let lane: LaneSnapshots

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
        others = (2...5).map { Owner(key: $0, epoch: "other\($0)") }
        for other in others {
            try writer.execute(
                "INSERT INTO owners (owner, epoch) VALUES (\(other.key), '\(other.epoch)')")
        }
        let batch = try WriteBatch(session: writer, clock: .constant(0), commits: CommitCounter())
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
        lane = LaneSnapshots(pool)
    }

    /// A snapshot as a lane takes it.
    func shared(of owner: Owner? = nil) throws(StorageFailure) -> any ItemSnapshot {
        let owner = owner ?? self.owner
        return try lane.snapshot(ItemQuery(), of: owner, at: clock(of: owner))
    }

    /// Moves the clock of the item's owner on.
    func tick() throws {
        try commit("UPDATE owners SET revision = revision + 1 WHERE owner = \(owner.key)")
    }

    /// Changes something outside of the rules.
    func commit(_ sql: String) throws {
        try writer.execute(sql)
    }

    /// What the owner's clock says.
    private func clock(of owner: Owner) -> Int {
        (try? writer.integer("SELECT revision FROM owners WHERE owner = \(owner.key)")) ?? -1
    }

    func add(_ numbers: ClosedRange<UInt64>) throws {
        let batch = try WriteBatch(session: writer, clock: .constant(0), commits: CommitCounter())
        for number in numbers {
            _ = batch.run([ItemWrite(owner: owner, action: .put(id(number), content("more")))])
        }
    }

    /// How many connections the pool has made.
    var connected: Int { door.connected.withLock { $0 } }

    func refuse(_ failure: StorageFailure?) {
        door.refusal.withLock { $0 = failure }
    }

    func snapshot(of owner: Owner? = nil) throws(StorageFailure) -> any ItemSnapshot {
        try SQLiteItemSnapshot(pool.lease(for: owner ?? self.owner), ItemQuery())
    }
}
