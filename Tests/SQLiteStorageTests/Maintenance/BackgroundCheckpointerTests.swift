import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct `A background checkpoint` {
    @Test func `copies the log into the file and syncs it`() throws {
        let world = try LogWorld()
        let before = (size: world.fileSize, syncs: world.disk.syncs(of: Disk.file))

        for _ in 0..<20 { try world.commit() }

        // A log that is copied whole starts over.
        #expect(world.writer.logFrames - world.background.copied < LogWorld.pass)
        #expect(world.fileSize - before.size > 15 * 4_096)
        #expect(world.disk.syncs(of: Disk.file) - before.syncs >= 2)
        #expect(world.reports == [])
    }

    @Test func `waits for as many frames as a pass has`() throws {
        let world = try LogWorld()

        for _ in 0..<100 where world.writer.logFrames < LogWorld.pass - 2 { try world.commit() }

        #expect(world.writer.logFrames > 0)
        #expect(world.background.copied == 0)
    }

    @Test func `stops at a reader, and goes on after it`() throws {
        let world = try LogWorld()
        for _ in 0..<20 { try world.commit() }
        let reader = try world.disk.connect(.readOnly)
        try reader.execute("BEGIN; SELECT count(*) FROM texts")
        let end = world.writer.logFrames

        for _ in 0..<20 { try world.commit() }
        let held = world.background.copied
        try reader.execute("COMMIT")
        for _ in 0..<20 { try world.commit() }

        #expect(held == end)
        #expect(world.writer.logFrames - world.background.copied < LogWorld.pass)
        #expect(world.reports == [])
    }

    @Test func `leaves no transaction that would keep the log`() throws {
        let world = try LogWorld()
        for _ in 0..<20 { try world.commit() }

        let log = try world.background.checkpoint(world.writer, .truncate)

        #expect(log.frames == 0)
    }

    @Test func `syncs the file after a pass that a reader has stopped`() throws {
        let world = try LogWorld()
        for _ in 0..<4 { try world.commit() }
        let reader = try world.disk.connect(.readOnly)
        try reader.execute("BEGIN; SELECT count(*) FROM texts")
        let before = world.disk.syncs(of: Disk.file)

        while world.background.copied == 0 { try world.commit() }

        #expect(world.disk.syncs(of: Disk.file) == before + 1)
    }

    @Test(arguments: DiskFault.all.filter(\.isInUse).filter { $0 != .sync })
    func `goes on after a call of the disk has failed`(fault: DiskFault) throws {
        for call in 0..<12 {
            let world = try LogWorld()
            for _ in 0..<4 { try world.commit() }

            world.disk.fail(fault, after: call, times: 1)
            for _ in 0..<20 { try? world.commit() }
            world.disk.repair()
            for _ in 0..<20 { try world.commit() }

            let left = world.writer.logFrames - world.background.copied
            #expect(left < 2 * LogWorld.pass, "call \(call)")
            #expect(world.reports.count <= 1, "call \(call)")
        }
    }

    @Test func `of a connection that has not read is an error`() throws {
        let world = try LogWorld()
        try world.commit()
        let unread = try world.disk.connect()

        #expect(throws: DatabaseError.self) { try world.background.checkpoint(unread, .passive) }
    }

    // proves: durable-2
    @Test(arguments: Crashes.seeds(4))
    func `whose sync fails is the last one, and a power cut loses nothing`(seed: UInt64) throws {
        let world = try LogWorld()
        for _ in 0..<5 { try world.commit() }
        let reader = try world.disk.connect(.readOnly)
        // With a reader, frames count as copied before their sync.
        try reader.execute("BEGIN; SELECT count(*) FROM texts")
        // The first sync is that of the commit, the second that of the log before its copying.
        for _ in 0..<20 where world.reports.isEmpty {
            world.disk.fail(.sync, after: 2, times: 1)
            try world.commit()
        }
        world.disk.repair()
        try reader.execute("COMMIT")

        for _ in 0..<40 { try world.commit() }
        let refused = try? world.background.checkpoint(world.writer, .truncate)
        let copied = world.background.copied
        // SQLite itself checkpoints after these commits.
        let other = try world.disk.connect()
        try other.execute("PRAGMA wal_autocheckpoint = 1")
        for _ in 0..<5 { try world.commit(on: other) }
        let again = world.disk.cut(after: world.disk.operations, seed: seed)

        #expect(world.reports.map(\.isFailedSync) == [true])
        #expect(world.background.hasFailed)
        #expect(refused == nil)
        #expect(copied < world.writer.logFrames)
        #expect(try again.connect().integer("SELECT count(*) FROM texts") == world.count)
        #expect(try again.connect().rows("PRAGMA integrity_check", columns: 1) == ["ok"])
    }
}

/// A log whose frames are copied by passes of a few, each before the commit returns.
private final class LogWorld {
    static let pass = 8

    let disk = Disk()
    let writer: SQLiteConnection
    let background: BackgroundCheckpointer
    private(set) var count = 0
    private let failures: Failures

    private final class Failures: Sendable {
        let all = Mutex<[DatabaseError]>([])
    }

    init() throws {
        let options = disk.options
        let failures = Failures()
        writer = try SQLiteConnection.openForWriting(
            Disk.file, busyMilliseconds: 0, fileSystem: options.fileSystem)
        try writer.enableWAL()
        try writer.execute("CREATE TABLE texts (text TEXT) STRICT")
        _ = try writer.checkpoint(.truncate)
        writer.countLogFrames()
        background = BackgroundCheckpointer(
            passFrames: Self.pass, isInline: true,
            connect: { () throws(DatabaseError) in try .open(Disk.file, options) },
            report: { error in failures.all.withLock { $0.append(error) } })
        self.failures = failures
    }

    var reports: [DatabaseError] { failures.all.withLock { $0 } }

    var fileSize: Int { disk.size(of: Disk.file) ?? 0 }

    /// Commits a row of about one page.
    ///
    /// Another connection is that of another process.
    func commit(on other: SQLiteConnection? = nil) throws {
        try (other ?? writer).execute(
            "INSERT INTO texts VALUES (replace(hex(zeroblob(1500)), '00', 'x y'))")
        count += 1
        if other == nil { background.note(writer.logFrames) }
    }
}

/// The log of a storage while its writer is busy. No result depends on when the passes run.
@Suite struct `The WAL of a busy writer` {
    @Test(arguments: [true, false])
    func `stays within twelve passes without readers`(isBeside: Bool) throws {
        let world = try BusyWorld(beside: isBeside)
        var longest = 0

        for _ in 0..<600 {
            world.write()
            longest = max(longest, try world.logPages)
        }
        let title = try world.title
        try world.stop()

        // The last batch comes on top.
        #expect(longest <= 12 * BusyWorld.pass + 20)
        #expect(title == "600")
        #expect(try world.logPages == 0)
        #expect(world.reports == [])
    }

    @Test(arguments: DiskFault.all.filter(\.isInUse), [true, false])
    func `loses no write when calls of the disk fail`(fault: DiskFault, isBeside: Bool) throws {
        let world = try FailingWorld(beside: isBeside)

        for number in 0..<200 {
            if number % 20 == 10 { world.disk.fail(fault, after: number % 13, times: 7) }
            if number % 20 == 15 { world.disk.repair() }
            world.write("\(number)")
        }
        world.disk.repair()
        let killed = world.disk.killed()
        let cut = world.disk.cut(after: world.disk.operations, seed: 7)
        try? world.storage.closeAndWait()
        let closed = world.disk.cut(after: world.disk.operations, seed: 7)

        #expect(world.stored.count > 100 || world.isRefused)
        // No more than there were faults.
        #expect(world.reports.count <= 70)
        #expect(try world.lost(on: killed) == [])
        #expect(try world.lost(on: cut) == [])
        #expect(try world.lost(on: closed) == [])
    }

    @Test func `waits for a transaction that holds only its last frames`() throws {
        let world = try FailingWorld(beside: false)
        let old = try world.disk.connect(.readOnly)
        let new = try world.disk.connect(.readOnly)
        world.write("first")
        try old.execute("BEGIN; SELECT count(*) FROM items")
        // Nothing can be copied, so waiting would be in vain.
        while (world.disk.size(of: Disk.log) ?? 0) < 12 * BusyWorld.pass * 4_120 {
            world.write("long")
        }
        world.waitForUpkeep()
        let before = world.disk.paused
        try new.execute("BEGIN; SELECT count(*) FROM items")
        try old.execute("COMMIT")

        world.write("more")
        world.waitForUpkeep()

        #expect(before == 0)
        #expect(world.disk.paused >= 50_000)
        // Less than the wait before a truncation.
        #expect(world.disk.paused < 100_000)
        try new.execute("COMMIT")
    }

    @Test func `refuses writes after a sync of the database has failed, until a restart`() throws {
        let world = try FailingWorld(beside: false)
        let reader = try world.disk.connect(.readOnly)
        for number in 0..<5 { world.write("\(number)") }
        // With a reader, frames count as copied before their sync.
        try reader.execute("BEGIN; SELECT count(*) FROM items")
        for number in 5..<1_000 where !world.isRefused {
            world.waitForUpkeep()
            // The first two are those of the log, by the commit and by the pass.
            world.disk.fail(.sync, after: 2, times: 1)
            world.write("\(number)")
        }
        world.disk.repair()
        try reader.execute("COMMIT")

        let refused = world.write("refused")
        let seen = try world.titles
        let closed = Result { try world.storage.closeAndWait() }
        let log = world.disk.size(of: Disk.log) ?? 0

        #expect(refused == "readOnly")
        #expect(seen == Set(world.stored))
        #expect(world.reports.contains { $0.contains("restart") })
        #expect(throws: StorageFailure.self) { try closed.get() }
        // The next start copies all of it.
        #expect(log > 0)
        #expect(try world.lost(on: world.disk.killed()) == [])
    }
}

/// A storage with a short log, and a writer that is always busy.
private final class BusyWorld {
    static let pass = 8

    private let folder: TemporaryFolder
    private let storage: SQLiteDatabase
    private let lane: SQLiteRepository
    private let failures: Reports
    private var number = 0

    private final class Reports: Sendable {
        let all = Mutex<[StorageFailure]>([])
    }

    init(beside isBeside: Bool) throws {
        let failures = Reports()
        var options = SQLiteDatabase.Options()
        options.walPageLimit = 16 * Self.pass
        options.checkpointsBeside = isBeside
        options.report = { failure in failures.all.withLock { $0.append(failure) } }
        self.failures = failures
        folder = try TemporaryFolder()
        storage = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: .constant(0))
        lane = storage.repository()
    }

    var reports: [StorageFailure] { failures.all.withLock { $0 } }

    /// The size of the WAL file in pages.
    var logPages: Int {
        get throws { try folder.read("a-wal").count / 4_120 }
    }

    /// The title that was written last.
    var title: String? {
        get throws {
            defer { #expect(throws: Never.self) { try lane.endRound() } }
            return try lane.state(of: storage.localOwner).items.first?.content.title
        }
    }

    /// Writes, and waits until the writer has checked the log after it.
    func write() {
        number += 1
        let write = ItemWrite(
            owner: storage.localOwner, action: .put(id(1), content("\(number)")))
        #expect(throws: Never.self) { try lane.perform(write).get() }
        let next = ItemWrite(owner: storage.localOwner, action: .delete(id(99)))
        #expect(lane.perform(next) == .failure(.notFound))
    }

    func stop() throws { try storage.closeAndWait() }
}

/// A storage with a short log on a disk that can fail.
private final class FailingWorld {
    let disk = Disk()
    let storage: SQLiteDatabase
    /// The titles of the writes that were acknowledged.
    private(set) var stored: [String] = []
    /// Whether the storage refuses writes until a restart.
    private(set) var isRefused = false
    private let lane: SQLiteRepository
    private let failures: Reports
    private var number: UInt64 = 0

    private final class Reports: Sendable {
        let all = Mutex<[String]>([])
    }

    init(beside isBeside: Bool) throws {
        let failures = Reports()
        var options = disk.options
        options.checkpointsBeside = isBeside
        options.report = { failure in failures.all.withLock { $0.append("\(failure)") } }
        self.failures = failures
        storage = try SQLiteDatabase.open(Disk.file, options: options, clock: .constant(0))
        lane = storage.repository()
    }

    var reports: [String] { failures.all.withLock { $0 } }

    var titles: Set<String> {
        get throws {
            defer { #expect(throws: Never.self) { try lane.endRound() } }
            return Set(try lane.state(of: storage.localOwner).items.map(\.content.title))
        }
    }

    /// Stores an item; the kind of the failure when that fails.
    @discardableResult
    func write(_ title: String) -> String? {
        number += 1
        let write = ItemWrite(
            owner: storage.localOwner, action: .put(id(number), content(title)))
        switch lane.perform(write) {
        case .success:
            stored.append(title)
            return nil
        case .failure(.storage(.readOnly)):
            isRefused = true
            return "readOnly"
        case .failure(let failure): return "\(failure)"
        }
    }

    /// Waits until the writer has checked the log after the last write.
    func waitForUpkeep() {
        let write = ItemWrite(owner: storage.localOwner, action: .delete(id(99_999)))
        // After a failed sync it is refused for another reason.
        #expect(throws: WriteFailure.self) { try lane.perform(write).get() }
    }

    /// The acknowledged titles that are missing after a start on this disk.
    func lost(on disk: Disk) throws -> [String] {
        let again = try SQLiteDatabase.open(
            Disk.file, options: disk.options, clock: .constant(0))
        let titles = try again.repository().state(of: again.localOwner).items.map(\.content.title)
        #expect(try disk.connect().violations() == [])
        try again.closeAndWait()
        return stored.filter { !Set(titles).contains($0) }
    }
}
