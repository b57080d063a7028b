import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

/// The log while it is copied beside the writer. No result depends on when the passes run.
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
        #expect(longest > 4 * BusyWorld.pass)
        #expect(title == "600")
        #expect(try world.logPages == 0)
        #expect(world.reports == [])
    }

    @Test(arguments: [true, false])
    func `that a full disk cannot take loses no write`(isBeside: Bool) throws {
        let disk = Disk()
        let failures = Mutex(0)
        var options = disk.options
        options.walPageLimit = 16 * BusyWorld.pass
        options.checkpointsBeside = isBeside
        options.report = { _ in failures.withLock { $0 += 1 } }
        let storage = try SQLiteDatabase.open(Disk.file, options: options, clock: .constant(0))
        let lane = storage.repository()
        var stored: [String] = []

        // The fault meets the log's writes and those of the database.
        for number in 0..<400 {
            if number % 40 == 20 { disk.fail(DiskFault.all[0], after: number % 13, times: 7) }
            if number % 40 == 30 { disk.repair() }
            let write = ItemWrite(
                owner: storage.localOwner, action: .put(id(UInt64(number)), content("\(number)")))
            if case .success = lane.perform(write) { stored.append("\(number)") }
        }
        disk.repair()
        let killed = disk.killed()
        try storage.closeAndWait()

        let again = try SQLiteDatabase.open(
            Disk.file, options: killed.options, clock: .constant(0))
        let titles = try again.repository().state(of: again.localOwner).items.map(\.content.title)
        #expect(Set(titles) == Set(stored))
        #expect(stored.count < 400)
        #expect(stored.count > 200)
        try again.closeAndWait()
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
