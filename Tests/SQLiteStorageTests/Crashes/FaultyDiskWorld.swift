import Items
import SQLite
@testable import SQLiteStorage
import StorageTestSupport
import TestSupport

/// A server's storage on a disk, its writer and a reader, doing some of everything.
final class FaultyDiskWorld {
    let disk: Disk
    let writer: Connection
    /// How many writes failed for the disk's sake.
    private(set) var failures = 0
    /// How many calls of the fault's kind there were.
    private(set) var calls = 0
    /// What was not as it should be.
    private(set) var surprises: [String] = []
    /// The last batch, when all of it failed.
    private var failed: [ItemWrite.Action] = []
    private let fault: DiskFault
    private let batch: WriteBatch
    private let reader: SQLiteItemRepository
    private let owner: Owner
    private let double = InMemoryItems(now: .constant(1_000))

    init(_ fault: DiskFault) throws {
        self.fault = fault
        disk = Disk()
        let options = disk.options
        writer = try Connection.openForWriting(
            Disk.file, busyMilliseconds: 2_000, fileSystem: options.fileSystem)
        _ = try Migrator(writer, Migration.all, clock: .constant(0)).migrate()
        try writer.enableWAL()
        owner = try writer.localOwner()
        let commits = CommitCounter()
        batch = try WriteBatch(session: writer, clock: .constant(1_000), commits: commits)
        let session = try Connection.openForReading(
            Disk.file, busyMilliseconds: 2_000, fileSystem: options.fileSystem)
        // So small that pages are read from the disk again and again.
        try session.execute("PRAGMA cache_size = 0")
        let pool = SnapshotPool(limit: 1) { () throws(StorageFailure) in
            try storing { () throws(DatabaseError) in
                try Connection.openForReading(
                    Disk.file, busyMilliseconds: 2_000, fileSystem: options.fileSystem)
            }
        }
        let snapshots = LaneSnapshots(pool)
        reader = SQLiteItemRepository(
            connect: { session }, commits: commits, clock: .constant(1_000), write: { _ in },
            makeSnapshot: { query, owner, revision throws(StorageFailure) in
                try snapshots.snapshot(query, of: owner, at: revision)
            })
        _ = write(.add([NewItem(1, "one"), NewItem(2, "two")], onConflict: .refuse))
        _ = try seen
    }

    /// Writes, reads and checkpoints, on a disk that fails after so many calls; then repairs it.
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

    /// Does these writes in one batch; nil when all of them were stored, or were refused by rule.
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
        // What holds for lanes: they end a round after every wake-up, whatever happened in it.
        _ = try? reader.endRound()
    }

    private func checkpoint() {
        // In production SQLite does this within some commit, and nobody is told that it failed.
        _ = try? writer.checkpoint(.truncate)
    }

    /// What the reader shows now.
    var seen: ItemState {
        get throws {
            let state = try reader.state(of: owner)
            try reader.endRound()
            return state
        }
    }

    /// What a long read shows now, on the one connection that there is for them.
    var snapshot: ItemState {
        get throws {
            let snapshot = try reader.snapshot(of: owner)
            var items: [ToDoItem] = []
            while try snapshot.next(
                2,
                {
                    items.append(ToDoItem($0))
                    return true
                })
            {}
            return ItemState(revision: snapshot.revision, items: items)
        }
    }

    /// What was answered, and nothing else.
    var expected: ItemState {
        get throws { try double.state(of: owner) }
    }

    /// The same with the last batch, had it not failed; nobody asks this
    /// world for anything after it.
    var expectedWithFailed: ItemState {
        get throws {
            for action in failed { _ = double.perform(ItemWrite(owner: owner, action: action)) }
            return try double.state(of: owner)
        }
    }

    /// What is there when the power fails now and comes back.
    func afterPowerCut(seed: UInt64) throws -> ItemState {
        let cut = disk.cut(after: disk.operations, seed: seed)
        let storage = try SQLiteDatabase.open(Disk.file, options: cut.options, clock: .constant(0))
        return try storage.repository().state(of: storage.localOwner)
    }
}
