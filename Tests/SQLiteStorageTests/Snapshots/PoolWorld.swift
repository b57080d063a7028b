import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

/// A pool on a database on disk with one item.
final class PoolWorld {
    let folder: TemporaryFolder
    let writer: SQLiteConnection
    let pool: SnapshotPool
    /// The owner of the item.
    let owner: Owner
    /// Owners without items.
    let others: [Owner]
    private let connector: Connector
    private let lane: LaneSnapshots

    /// Counts the pool's connections and can refuse them.
    private final class Connector: Sendable {
        let connected = Mutex(0)
        let refusal = Mutex<StorageFailure?>(nil)
    }

    init(limit: Int, fault: Fault? = nil, stepsLeft: Int? = nil) throws {
        let folder = try TemporaryFolder()
        let connector = Connector()
        self.folder = folder
        self.connector = connector
        writer = try SQLiteConnection.openForWriting(folder.file("a"), busyMilliseconds: 0)
        _ = try Migrator(writer, clock: .constant(0)).migrate()
        try writer.enableWAL()
        owner = try writer.localOwner()
        others = (2...5).map { Owner(key: $0, epoch: "other\($0)") }
        for other in others {
            try writer.execute(
                "INSERT INTO owners (owner, epoch) VALUES (\(other.key), '\(other.epoch)')")
        }
        let batch = WriteBatch(session: writer, clock: .constant(0), commits: CommitCounter())
        _ = batch.run([ItemWrite(owner: owner, action: .put(id(1), content("one")))])
        let path = folder.file("a")
        pool = SnapshotPool(limit: limit) { () throws(StorageFailure) in
            if let refusal = connector.refusal.withLock({ $0 }) { throw refusal }
            let count = connector.connected.withLock { count in
                count += 1
                return count
            }
            do throws(DatabaseError) {
                let session = try SQLiteConnection.openForReading(path, busyMilliseconds: 0)
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
    func shared(
        _ query: ItemQuery = ItemQuery(), of owner: Owner? = nil
    ) throws(StorageFailure) -> any ItemSnapshot {
        let owner = owner ?? self.owner
        return try lane.snapshot(SnapshotView(query: query), of: owner, at: revision(of: owner))
    }

    /// Increments the revision of the item's owner.
    func tick() throws {
        try commit("UPDATE owners SET revision = revision + 1 WHERE owner = \(owner.key)")
    }

    /// Executes SQL on the writer, outside of the rules.
    func commit(_ sql: String) throws {
        try writer.execute(sql)
    }

    /// The stored revision of an owner.
    private func revision(of owner: Owner) -> Int {
        (try? writer.integer("SELECT revision FROM owners WHERE owner = \(owner.key)")) ?? -1
    }

    func add(_ numbers: ClosedRange<UInt64>) throws {
        let batch = WriteBatch(session: writer, clock: .constant(0), commits: CommitCounter())
        for number in numbers {
            _ = batch.run([ItemWrite(owner: owner, action: .put(id(number), content("more")))])
        }
    }

    /// The number of connections that the pool has opened.
    var connected: Int { connector.connected.withLock { $0 } }

    func refuse(_ failure: StorageFailure?) {
        connector.refusal.withLock { $0 = failure }
    }

    func snapshot(of owner: Owner? = nil) throws(StorageFailure) -> any ItemSnapshot {
        try SQLiteItemSnapshot(
            pool.lease(for: owner ?? self.owner), SnapshotView(query: ItemQuery()))
    }
}
