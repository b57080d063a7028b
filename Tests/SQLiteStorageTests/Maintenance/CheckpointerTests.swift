import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

/// The length of SQLite's WAL under continuous writes.
@Suite struct `The WAL` {
    @Test func `is truncated although readers overlap`() throws {
        let world = try CheckpointerWorld()
        var held: (any ItemSnapshot)?
        var (looks, refusals) = (0, 0)
        var longest = 0

        for turn in 0..<400 {
            world.write()
            longest = max(longest, try world.length)
            guard turn % 5 == 0 else { continue }
            do throws(StorageFailure) {
                held = try world.look()
                looks += 1
            } catch {
                #expect(error == .overloaded)
                refusals += 1
                // The previous reader has ended or was cut off.
                held = nil
            }
        }

        // Held until here, so that there is always a reader.
        withExtendedLifetime(held) {}
        #expect(looks > refusals)
        #expect(refusals > 3)
        #expect(longest < 3 * CheckpointerWorld.pages)
    }

    @Test func `is truncated although readers join unchanged snapshots`() throws {
        let world = try CheckpointerWorld()
        let other = try world.otherProcess.addOwner(2)
        var held = [try world.look(other), try world.look(other)]
        var refusals = 0
        var longest = 0

        for turn in 0..<400 {
            world.write()
            longest = max(longest, try world.length)
            guard turn % 5 == 0 else { continue }
            if !held.isEmpty { held.removeFirst() }
            do throws(StorageFailure) {
                held.append(try world.look(other))
            } catch {
                #expect(error == .overloaded)
                refusals += 1
            }
        }

        #expect(refusals > 3)
        #expect(longest < 3 * CheckpointerWorld.pages)
    }

    @Test func `is truncated when the last reader ends, without another write`() throws {
        let world = try CheckpointerWorld()
        var held: (any ItemSnapshot)? = try world.look()
        while try world.length <= 3 * CheckpointerWorld.pages { world.write() }
        #expect(throws: StorageFailure.overloaded) { try world.look() }

        #expect(try held?.revision == 0)
        held = nil
        world.stop()

        #expect(try world.length == 0)
        #expect(world.reports == [])
    }

    @Test func `with a reader in another process delays no write`() throws {
        let world = try CheckpointerWorld()
        try world.otherProcess.execute("BEGIN; SELECT * FROM items")
        while try world.length <= 3 * CheckpointerWorld.pages { world.write() }
        world.write()

        let during = try world.look().revision ?? 0
        let reports = world.heldLogs
        try world.otherProcess.execute("COMMIT")
        for _ in 0..<400 { world.write() }

        #expect(during > 0)
        #expect((1...3).contains(reports.count))
        #expect(world.heldLogs == reports)
        #expect(world.reports == [])
        #expect(try world.length < 8 * CheckpointerWorld.pages)
    }

    @Test func `that a reader in another process holds is reported with its beginning`() throws {
        let world = try CheckpointerWorld()
        for _ in 0..<200 { world.write() }
        world.clock.now = 2_000
        try world.otherProcess.execute("BEGIN; SELECT * FROM items")
        while world.heldLogs.isEmpty { world.write() }
        world.clock.now = 3_000
        while world.heldLogs.count < 2 { world.write() }
        try world.otherProcess.execute("COMMIT")
        for _ in 0..<400 { world.write() }
        world.clock.now = 4_000
        try world.otherProcess.execute("BEGIN; SELECT * FROM items")
        while world.heldLogs.count < 3 { world.write() }

        let held = world.heldLogs
        #expect(held.map(\.since) == [2_000, 2_000, 4_000])
        #expect(held.allSatisfy { $0.bytes > CheckpointerWorld.pages * 4_096 })
        #expect(held[1].bytes > held[0].bytes)
    }

    @Test func `with a reader in another process is waited for at most 0.1 seconds`() throws {
        // On this disk a pause takes no time. The disk only adds up the pauses.
        let disk = Disk()
        let reports = Mutex<[HeldLog]>([])
        var options = disk.options
        options.walPageLimit = CheckpointerWorld.pages
        options.checkpointsBeside = false
        options.busyMilliseconds = 60_000
        options.reportHeldLog = { log in reports.withLock { $0.append(log) } }
        let storage = try SQLiteDatabase.open(Disk.file, options: options, clock: .constant(0))
        let lane = storage.repository()
        let otherProcess = try disk.connect()
        try otherProcess.execute("BEGIN; SELECT * FROM items")
        let before = disk.paused

        var number: UInt64 = 0
        while reports.withLock({ $0.isEmpty }), number < 1_000 {
            number += 1
            let write = ItemWrite(
                owner: storage.localOwner, action: .put(id(1), content("\(number)")))
            _ = try lane.perform(write).get()
        }
        let stopped = DispatchSemaphore(value: 0)
        try otherProcess.execute("COMMIT")
        storage.close { _ in stopped.signal() }
        stopped.wait()

        #expect(reports.withLock { $0.count } == 1)
        #expect(disk.paused - before == 100_000)
    }
}

/// A storage with a limit of a few pages for its WAL.
private final class CheckpointerWorld {
    static let pages = 64

    let otherProcess: SQLiteConnection
    let clock = ManualClock()
    private let folder: TemporaryFolder
    private let storage: SQLiteDatabase
    private let lane: SQLiteRepository
    private let reported: Reports
    private var number: UInt64 = 0

    private final class Reports: Sendable {
        let failures = Mutex<[StorageFailure]>([])
        let heldLogs = Mutex<[HeldLog]>([])
    }

    init() throws {
        let reported = Reports()
        var options = SQLiteDatabase.Options()
        options.walPageLimit = Self.pages
        options.checkpointsBeside = false
        options.report = { failure in reported.failures.withLock { $0.append(failure) } }
        options.reportHeldLog = { log in reported.heldLogs.withLock { $0.append(log) } }
        self.reported = reported
        folder = try TemporaryFolder()
        storage = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: clock.clock)
        lane = storage.repository()
        otherProcess = try SQLiteConnection.open(folder.file("a"), .readWrite)
    }

    var reports: [StorageFailure] { reported.failures.withLock { $0 } }
    var heldLogs: [HeldLog] { reported.heldLogs.withLock { $0 } }

    /// The size of the WAL file in pages.
    var length: Int {
        get throws { try folder.read("a-wal").count / 4_096 }
    }

    /// Writes, and waits until the writer has checked the WAL after it.
    func write() {
        number += 1
        let write = ItemWrite(
            owner: storage.localOwner, action: .put(id(number % 30), content("\(number)")))
        #expect(throws: Never.self) { try lane.perform(write).get() }
        let next = ItemWrite(owner: storage.localOwner, action: .delete(id(99)))
        #expect(lane.perform(next) == .failure(.notFound))
    }

    /// A snapshot that has begun; its lane has ended its round.
    func look(_ owner: Owner? = nil) throws(StorageFailure) -> any ItemSnapshot {
        defer { #expect(throws: Never.self) { try lane.endRound() } }
        return try lane.snapshot(of: owner ?? storage.localOwner)
    }

    func stop() {
        let stopped = DispatchSemaphore(value: 0)
        storage.close { _ in stopped.signal() }
        stopped.wait()
    }
}
