import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import Synchronization
import TestSupport

/// A server's writes on a disk: waves of writes through the real writer, each wave one batch.
///
/// A wave is submitted from within the last reply to the wave before it, while the writer is
/// still busy. So each wave becomes one batch, and the seed decides everything.
final class Workload: @unchecked Sendable {
    // Proof: after `init` everything is used only in replies, which are sent one after another on
    // the writer's queue; the caller of `run` waits for the last of them.

    /// The durability of acknowledged writes.
    enum Durability: CaseIterable, Sendable {
        /// As in production, by `SQLiteDatabase` itself.
        case full
        case normal, off
        /// Syncs report success without effect.
        case lyingDisk
    }

    /// The state after a batch was acknowledged, and the number of disk operations so far.
    struct Moment {
        let operations: Int
        let dump: [String]
        /// The owners' revisions in the last replies.
        let revisions: [Int]
    }

    let disk: Disk
    private(set) var moments: [Moment] = []
    private(set) var failure: (any Error)?
    private let owners: [Owner]
    private let manualClock = ManualClock(1_000)
    private let submit: (WriteJob) -> Void
    /// A connection like another process's, which reads and checkpoints.
    private let other: SQLiteConnection
    /// A connection that sometimes holds a snapshot.
    private let reader: SQLiteConnection
    private var random: SplitMix64
    private var wavesLeft = 0
    private var revisions: [Int]
    private let rested = DispatchSemaphore(value: 0)

    private let isAlone: Bool

    /// A workload on this disk. If it is alone, all pages stay in the WAL.
    init(
        on disk: Disk, _ durability: Durability = .full, isAlone: Bool = false,
        checkpointsBeside: Bool = false, seed: UInt64
    ) throws {
        self.disk = disk
        self.isAlone = isAlone
        random = SplitMix64(seed: seed)
        let before = disk.operations
        submit = try Self.start(
            on: disk, durability, isAlone: isAlone, checkpointsBeside, manualClock.clock)
        other = try disk.connect()
        reader = try disk.connect(.readOnly)
        let isNew = try other.integer("SELECT count(*) FROM owners") == 1
        let local = try other.localOwner()
        owners = [local, isNew ? try other.addOwner(2) : Owner(key: 2, epoch: "epoch2")]
        revisions = try other.rows("SELECT revision FROM owners ORDER BY owner", columns: 1)
            .compactMap { Int($0) }
        // A disk that held data before may show it at any moment.
        moments = [
            Moment(
                operations: isNew ? disk.operations : before, dump: try other.dump(),
                revisions: revisions)
        ]
    }

    private static func start(
        on disk: Disk, _ durability: Durability, isAlone: Bool, _ checkpointsBeside: Bool,
        _ clock: Clock
    ) throws -> (WriteJob) -> Void {
        if durability == .lyingDisk { disk.lie() }
        guard durability == .normal || durability == .off else {
            var options = disk.options
            options.checkpointsBeside = checkpointsBeside
            if isAlone { options.walPageLimit = SQLiteDatabase.Options().walPageLimit }
            let storage = try SQLiteDatabase.open(Disk.file, options: options, clock: clock)
            let repository = storage.repository()
            return { repository.submit($0.write, reply: $0.reply) }
        }
        let session = try SQLiteConnection.openForWriting(
            Disk.file, busyMilliseconds: 0, fileSystem: disk.options.fileSystem)
        _ = try Migrator(session, clock: clock).migrate()
        try session.enableWAL()
        _ = try session.localOwner()
        try session.execute("PRAGMA synchronous = \(durability)")
        let batch = WriteBatch(session: session, clock: clock, commits: CommitCounter())
        let writer = Writer(batch: batch, limits: WriteLimits())
        return { writer.submit($0) }
    }

    /// Executes a number of waves, and returns when the last one is acknowledged.
    func run(waves: Int) throws {
        wavesLeft = waves
        next()
        rested.wait()
        if let failure { throw failure }
    }

    private func next() {
        guard wavesLeft > 0, failure == nil else {
            rested.signal()
            return
        }
        wavesLeft -= 1
        // The first write finds the writer idle and would be a batch before its wave is complete.
        let isFirst = moments.count == 1
        let count = isFirst || random.next() % 4 == 0 ? 1 : Int.random(in: 2...8, using: &random)
        manualClock.now = 1_000 + Double(moments.count)
        for number in 0..<count {
            let turn = Int.random(in: 0..<owners.count, using: &random)
            var write = ItemWrite(owner: owners[turn], action: .randomOrLarge(using: &random))
            // Bulk writes have batches of their own.
            while count > 1, write.hasFilter {
                write = ItemWrite(owner: owners[turn], action: .randomOrLarge(using: &random))
            }
            submit(
                WriteJob(apart: write) { [self] outcome in
                    note(outcome, of: turn)
                    if number == count - 1 { finishWave() }
                })
        }
    }

    private func note(_ outcome: Outcome, of turn: Int) {
        switch outcome {
        case .success(let outcome): revisions[turn] = outcome.revision
        case .failure(.storage(let failure)): self.failure = failure
        case .failure: break
        }
    }

    private func finishWave() {
        do {
            moments.append(
                Moment(
                    operations: disk.operations, dump: try other.dump(), revisions: revisions)
            )
            if !isAlone { try interfere() }
        } catch {
            failure = error
        }
        next()
    }

    private func interfere() throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: _ = try other.checkpoint(.passive)
        case 2: if !reader.isInTransaction { _ = try other.checkpoint(.truncate) }
        case 3, 4:
            guard !reader.isInTransaction else { return try reader.execute("COMMIT") }
            try reader.execute("BEGIN; SELECT count(*) FROM items")
        default: break
        }
    }
}

extension ItemWrite.Action {
    /// Any write, sometimes one that takes several pages.
    fileprivate static func randomOrLarge(using random: inout SplitMix64) -> ItemWrite.Action {
        guard random.chance(8) else { return .random(using: &random) }
        let letter = ["a", "b", "c"].randomElement(using: &random) ?? ""
        let text = String(repeating: letter, count: .random(in: 2_000...12_000, using: &random))
        let large = ItemContent(title: "large", itemDescription: text)
        return .put(id(.random(in: 1...8, using: &random)), large)
    }
}
