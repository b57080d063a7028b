import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport

/// A server's storage on a disk, with a writer and a reader.
final class FaultyDiskWorld {
    let disk: Disk
    let writer: SQLiteConnection
    /// The number of writes that failed because of the disk.
    private(set) var failures = 0
    /// The number of calls of the fault's kind.
    private(set) var calls = 0
    /// Unexpected outcomes.
    private(set) var surprises: [String] = []
    /// The last batch, if all of it failed.
    private var failed: [ItemWrite.Action] = []
    private let fault: DiskFault
    private let batch: WriteBatch
    private let reader: SQLiteRepository
    private let owner: Owner
    private let double = InMemoryItems(now: .constant(1_000))

    init(_ fault: DiskFault) throws {
        self.fault = fault
        disk = Disk()
        let options = disk.options
        writer = try SQLiteConnection.openForWriting(
            Disk.file, busyMilliseconds: 2_000, fileSystem: options.fileSystem)
        _ = try Migrator(writer, clock: .constant(0)).migrate()
        try writer.enableWAL()
        owner = try writer.localOwner()
        let commits = CommitCounter()
        batch = WriteBatch(session: writer, clock: .constant(1_000), commits: commits)
        let session = try SQLiteConnection.openForReading(
            Disk.file, busyMilliseconds: 2_000, fileSystem: options.fileSystem)
        // A small cache, so that pages are read from the disk repeatedly.
        try session.execute("PRAGMA cache_size = 0")
        let pool = SnapshotPool(limit: 1) { () throws(StorageFailure) in
            try storing { () throws(DatabaseError) in
                try SQLiteConnection.openForReading(
                    Disk.file, busyMilliseconds: 2_000, fileSystem: options.fileSystem)
            }
        }
        let snapshots = LaneSnapshots(pool)
        reader = SQLiteRepository(
            connect: { session }, commits: commits, clock: .constant(1_000), write: { _ in },
            makeSnapshot: { query, owner, revision throws(StorageFailure) in
                try snapshots.snapshot(query, of: owner, at: revision)
            })
        _ = write(.add([NewItem(1, "one"), NewItem(2, "two")], onConflict: .refuse))
        _ = try seen
    }

    /// Writes, reads and checkpoints on a disk that fails after a number of calls, then repairs it.
    func run(
        failingAfter first: Int, _ span: FaultSpan,
        stopsAtFailure: Bool = false
    ) throws -> FaultyDiskWorld {
        disk.fail(fault, after: first, times: span.times)
        let large = ItemContent(
            title: "large", itemDescription: String(repeating: "x", count: 9_000))
        let actions: [ItemWrite.Action] = [
            .put(id(3), content("three")), .patch(id(1), .changing { $0.done = true }),
            .put(id(4), large), .delete(id(2)),
            .add([NewItem(2, "again"), NewItem(5, "five")], onConflict: .replace),
        ]
        let steps: [() -> Void] =
            actions.map { action in { _ = self.write(action) } } + [
                look, checkpoint,
                { _ = self.write(.deleteAll) },
                { _ = self.write(.put(id(6), large), .put(id(1), content("one"))) },
                look, checkpoint,
            ]
        for step in steps {
            if stopsAtFailure, failures > 0 { break }
            step()
        }
        calls = disk.calls
        disk.repair()
        return self
    }

    /// Executes writes in one batch; nil if all of them were stored, or refused by a rule.
    func write(_ actions: ItemWrite.Action...) -> StorageFailure? {
        var failure: StorageFailure?
        let outcomes = batch.run(actions.map { ItemWrite(owner: owner, action: $0) })
        failed = outcomes.allSatisfy(\.isOfStorage) ? actions : []
        for (action, outcome) in zip(actions, outcomes) {
            if case .failure(.storage(let reason)) = outcome {
                failure = reason
                failures += 1
                continue
            }
            let write = ItemWrite(owner: owner, action: action)
            if double.perform(write) != outcome { surprises.append("\(action): \(outcome)") }
        }
        return failure
    }

    private func look() {
        do {
            if try seen != expected { surprises.append("a read shows something else") }
            if try snapshot != expected { surprises.append("a snapshot shows something else") }
        } catch {
            if fault.leavesReading { surprises.append("a read fails: \(error)") }
        }
        // Lanes also end a round after every wake-up, whatever happened in it.
        _ = try? reader.endRound()
    }

    private func checkpoint() {
        // In production SQLite checkpoints within a commit, without reporting its failure.
        _ = try? writer.checkpoint(.truncate)
    }

    /// The state that the reader shows now.
    var seen: ItemState {
        get throws {
            let state = try reader.state(of: owner)
            try reader.endRound()
            return state
        }
    }

    /// The state that a long read shows now, on its only connection.
    var snapshot: ItemState {
        get throws {
            let snapshot = try reader.snapshot(of: owner)
            var items: [ToDoItem] = []
            while try snapshot.show(
                2,
                {
                    items.append(ToDoItem($0))
                    return true
                })
            {}
            return ItemState(revision: try snapshot.revision ?? 0, items: items)
        }
    }

    /// The state after all acknowledged writes.
    var expected: ItemState {
        get throws { try double.state(of: owner) }
    }

    /// The same with the failed last batch; this world is not used after it.
    var expectedWithFailed: ItemState {
        get throws {
            for action in failed { _ = double.perform(ItemWrite(owner: owner, action: action)) }
            return try double.state(of: owner)
        }
    }

    /// The state after a power cut at this moment.
    func afterPowerCut(seed: UInt64) throws -> ItemState {
        let cut = disk.cut(after: disk.operations, seed: seed)
        let storage = try SQLiteDatabase.open(Disk.file, options: cut.options, clock: .constant(0))
        return try storage.repository().state(of: storage.localOwner)
    }
}
