import Accounts
import Dispatch
import Glibc
import Items
import PostgreSQL
import PostgresStorage
import StorageTestSupport
import Synchronization
import TestSupport

/// A lane's repository on a real server. The test replaces the lane: it runs the rounds, and sets
/// the time.
final class ReaderWorld {
    let world: PostgresWorld
    let repository: PostgresRepository
    let reader: PostgresReader
    let owner: Owner
    var now = 0
    private let woken = DispatchSemaphore(value: 0)
    private let watched = Watched()

    private final class Watched {
        var descriptor: Int32 = -1
        /// The descriptors that were added to the watched ones or removed from them.
        var log: [String] = []
    }

    /// A world in which `pipeline` makes each connection from a real one and its number.
    init(
        limits: PostgresReader.Limits = PostgresReader.Limits(),
        _ pipeline:
            @escaping @Sendable (PostgresConnection, Int) throws(PostgresFailure) ->
            any PostgresPipeline = { connection, _ in connection }
    ) throws {
        let world = try PostgresWorld()
        let attempts = Mutex(0)
        let connect = world.laneConnect
        let reader = PostgresReader(limits: limits) { () throws(PostgresFailure) in
            let number = attempts.withLock { attempts in
                defer { attempts += 1 }
                return attempts
            }
            return try pipeline(try connect(), number)
        }
        self.world = world
        self.reader = reader
        owner = world.database.localOwner
        repository = PostgresRepository(
            reader: reader,
            snapshots: PostgresSnapshotPool(limit: 4) { () throws(PostgresFailure) in
                try connect()
            },
            revisions: RevisionCache(clock: .constant(0)), clock: .constant(1_000), write: { _ in })
    }

    /// Begins to connect.
    func begin() {
        reader.begin(
            polledBy: PollRegistration(
                watch: { [watched] descriptor, _ in
                    watched.descriptor = descriptor
                    return true
                },
                unwatch: { [watched] _ in watched.descriptor = -1 },
                wake: { [woken] in woken.signal() }), at: now)
    }

    var isWatched: Bool { watched.descriptor >= 0 }

    /// Runs one round once something has arrived.
    func round() throws {
        try repository.endRound(at: now)
        if repository.deadline.map({ $0 > now }) ?? true { wait() }
        repository.advance(at: now)
    }

    /// Waits until the connection is open, or the attempt has failed.
    func connect() {
        begin()
        // The time-out prevents the test from hanging.
        _ = woken.wait(timeout: .now() + .seconds(60))
        repository.advance(at: now)
    }

    private func wait() {
        guard watched.descriptor >= 0 else {
            _ = woken.wait(timeout: .now() + .seconds(60))
            return
        }
        // Rows of snapshots arrive without an event of the descriptor.
        guard woken.wait(timeout: .now()) != .success else { return }
        var descriptor = pollfd(fd: watched.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&descriptor, 1, 20)
    }

    /// Called by a snapshot that can continue.
    var resume: @Sendable () -> Void {
        { [woken] in woken.signal() }
    }

    /// A read, and its result once that has arrived.
    final class Asked<Value> {
        fileprivate(set) var result: Result<Value, StorageFailure>?
        /// The number of times that the reply was called.
        fileprivate(set) var replies = 0

        fileprivate func take<Reads>(
            _ value: @escaping (Reads) throws(StorageFailure) -> Value
        ) -> (Reads) -> Void {
            { reads in
                self.replies += 1
                self.result = Result { () throws(StorageFailure) in try value(reads) }
            }
        }
    }

    /// Asks for a read of items.
    func ask<Value>(
        _ read: ItemRead, _ value: @escaping (any ItemRows) throws(StorageFailure) -> Value
    ) -> Asked<Value> {
        let asked = Asked<Value>()
        let take: (any ItemRows) -> Void = asked.take(value)
        _ = repository.perform(read, take, later: { take })
        return asked
    }

    /// Asks for a read of accounts.
    func ask<Value>(
        _ read: AccountRead, _ value: @escaping (any AccountRows) throws(StorageFailure) -> Value
    ) -> Asked<Value> {
        let asked = Asked<Value>()
        let take: (any AccountRows) -> Void = asked.take(value)
        _ = repository.perform(read, take, later: { take })
        return asked
    }

    func revision(of owner: Owner) -> Asked<Int> {
        ask(.revision(owner)) { items throws(StorageFailure) in try items.revision(of: owner) }
    }

    func revocations() -> Asked<Int> {
        ask(.revocations) { accounts throws(StorageFailure) in try accounts.revocations() }
    }

    /// Runs rounds until a read has its result.
    func result<Value>(_ asked: Asked<Value>) throws -> Result<Value, StorageFailure> {
        for _ in 0..<2_000 {
            if let result = asked.result { return result }
            try round()
        }
        return .failure(.unexpected("it is never answered"))
    }
}

extension PostgresWorld {
    /// Connects as a lane does.
    var laneConnect: @Sendable () throws(PostgresFailure) -> PostgresConnection {
        let url = url
        return { () throws(PostgresFailure) in
            try PostgresConnection(url, PostgresDatabase.Options().laneConnection)
        }
    }
}
