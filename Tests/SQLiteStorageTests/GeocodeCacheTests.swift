import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import Synchronization
import TestSupport
import Testing

private let home = Coordinate(latitude: 52.5170365, longitude: -0.1)

@Suite struct `The geocode cache` {
    @Test func `is empty at first`() throws {
        let world = try World()

        #expect(try world.cachedResult(for: "Home", at: 0) == nil)
    }

    @Test func `stores a coordinate bit for bit, or that there is none`() throws {
        let world = try World()
        let found = [try found("Home", home, at: 10), try found("Nowhere", nil, at: 11)]

        world.batch.store(found)

        #expect(try world.cachedResult(for: "Home", at: 12) == found[0])
        #expect(try world.cachedResult(for: "Nowhere", at: 12) == found[1])
        #expect(try world.cachedResult(for: "home", at: 12) == nil)
        #expect(world.reports.isEmpty)
    }

    @Test func `forgets old results, those without a coordinate sooner`() throws {
        let world = try World()
        world.batch.store([try found("Home", home, at: 0), try found("Nowhere", nil, at: 0)])

        let day = 86_400.0
        let fresh = try ["Home", "Nowhere"].map {
            try world.cachedResult(for: $0, at: day - 1) != nil
        }
        let older = try ["Home", "Nowhere"].map { try world.cachedResult(for: $0, at: day) != nil }
        let old = try ["Home", "Nowhere"].map {
            try world.cachedResult(for: $0, at: 90 * day) != nil
        }

        #expect(fresh == [true, true])
        #expect(older == [true, false])
        #expect(old == [false, false])
    }

    @Test func `keeps the last result for an address`() throws {
        let world = try World()
        world.batch.store([try found("Home", nil, at: 1)])

        world.batch.store([try found("Home", home, at: 2)])

        #expect(try world.cachedResult(for: "Home", at: 3) == found("Home", home, at: 2))
        #expect(try world.session.integer("SELECT count(*) FROM coordinates") == 1)
    }

    @Test func `deletes the oldest results at its capacity`() throws {
        let world = try World(room: 3)
        for (age, name) in [(5.0, "a"), (1, "b"), (4, "c"), (2, "d")] {
            world.batch.store([try found(name, home, at: age)])
        }

        world.batch.store([try found("e", home, at: 3)])

        let left = try ["a", "b", "c", "d", "e"].filter {
            try world.cachedResult(for: $0, at: 6) != nil
        }
        #expect(left == ["a", "c", "e"])
    }

    @Test func `stores all results of a batch or none, and reports a failure`() throws {
        let world = try World()
        let faulty = FaultySession(
            world.session, fault: DatabaseError(code: 13, message: "full"), takesTransaction: true)
        let batch = try world.makeBatch(faulty)

        faulty.stepsLeft = 2
        batch.store([try found("a", home, at: 1), try found("b", home, at: 1)])
        let afterwards = try ["a", "b"].map { try world.cachedResult(for: $0, at: 2) }
        batch.store([try found("c", home, at: 1)])

        #expect(afterwards == [nil, nil])
        #expect(world.reports.count == 1)
        #expect(try world.cachedResult(for: "c", at: 2) != nil)
    }

    @Test func `does not return a damaged result`() throws {
        let world = try World()
        world.batch.store([try found("Home", home, at: 1)])
        try world.session.execute("PRAGMA ignore_check_constraints = ON")
        try world.session.execute("UPDATE coordinates SET latitude = 91")
        try world.session.execute("PRAGMA ignore_check_constraints = OFF")

        #expect(throws: StorageFailure.self) { try world.cachedResult(for: "Home", at: 2) }
        #expect(world.session.violations().count == 1)
    }

    @Test func `is written between the writes of a server and read by its lanes`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(1_000))
        let repository = storage.repository()

        storage.store(try found("Home", home, at: 1_000))
        // The writer executes its work in order.
        _ = repository.perform(ItemWrite(owner: storage.localOwner, action: .deleteAll))
        storage.store(try found("Shop", nil, at: 1_000))
        let closed = DispatchSemaphore(value: 0)
        storage.close { failure in
            #expect(failure == nil)
            closed.signal()
        }
        closed.wait()
        try repository.endRound()

        let address = try #require(Address("Home"))
        #expect(
            try repository.cachedResult(for: address, now: 1_001) == found("Home", home, at: 1_000))
        let shop = try #require(Address("Shop"))
        #expect(try repository.cachedResult(for: shop, now: 1_001) == found("Shop", nil, at: 1_000))
        #expect(try repository.revision(of: storage.localOwner) == 0)
    }

    @Test func `stores nothing after the server has stopped`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(1_000))
        let closed = DispatchSemaphore(value: 0)
        storage.close { _ in closed.signal() }
        closed.wait()

        storage.store(try found("Home", home, at: 1_000))

        let session = try SQLiteConnection.open(folder.file("a"), .readWrite)
        #expect(try session.integer("SELECT count(*) FROM coordinates") == 0)
    }
}

private func found(
    _ words: String, _ coordinate: Coordinate?, at time: Double
) throws -> GeocodeResult {
    GeocodeResult(address: try #require(Address(words)), coordinate: coordinate, foundAt: time)
}

/// A database in memory with a writer and a reader.
private final class World {
    private final class Notes: Sendable {
        let failures = Mutex<[StorageFailure]>([])
    }

    let session: SQLiteConnection
    let batch: WriteBatch
    private let commits = CommitCounter()
    private let reader: SQLiteRepository
    private let notes = Notes()

    init(room: Int = AddressWriter.capacity) throws {
        let notes = notes
        session = try SQLiteConnection.migratedInMemory()
        batch = WriteBatch(
            session: session, clock: .constant(0), commits: commits, addressCapacity: room
        ) { failure in notes.failures.withLock { $0.append(failure) } }
        reader = SQLiteRepository(
            connect: { [session] in session }, commits: commits, clock: .constant(0),
            write: { _ in },
            makeSnapshot: { _, _, _ throws(StorageFailure) in throw .stopped })
    }

    var reports: [StorageFailure] { notes.failures.withLock { $0 } }

    /// A writer to the same database by another session.
    func makeBatch(_ session: any StorageSession) throws -> WriteBatch {
        let notes = notes
        return WriteBatch(session: session, clock: .constant(0), commits: commits) { failure in
            notes.failures.withLock { $0.append(failure) }
        }
    }

    func cachedResult(for words: String, at now: Double) throws -> GeocodeResult? {
        defer { try? reader.endRound() }
        return try reader.cachedResult(for: try #require(Address(words)), now: now)
    }
}
