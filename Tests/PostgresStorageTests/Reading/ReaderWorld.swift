import Accounts
import Dispatch
import Glibc
import Items
import PostgreSQL
import PostgresStorage
import StorageTestSupport
import Synchronization
import TestSupport

/// A lane's repository on a real server, whose lane is the test: it goes the rounds, and sets the
/// time.
final class ReaderWorld {
    let world: PostgresWorld
    let repository: PostgresItemRepository
    let reader: PostgresReader
    let owner: Owner
    var now = 0
    private let woken = DispatchSemaphore(value: 0)
    private let watched = Watched()
    private var requests: UInt64 = 0

    private final class Watched {
        var descriptor: Int32 = -1
        /// The descriptors that were watched, and those that were not any more.
        var log: [String] = []
    }

    /// A world in which `pipeline` makes each connection of a real one, and of its number.
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
        repository = PostgresItemRepository(
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

    /// Goes one round once something has arrived; returns the requests that have their rows.
    func round() -> Set<ReadRequestID> {
        reader.flush(at: now)
        if reader.deadline.map({ $0 > now }) ?? true { wait() }
        return collect()
    }

    func collect() -> Set<ReadRequestID> {
        var ready: Set<ReadRequestID> = []
        reader.collect(at: now) { ready.insert($0) }
        return ready
    }

    /// Waits until the connection is made, or the attempt has failed.
    func connect() {
        begin()
        // The time-out is a net that keeps the test from hanging.
        _ = woken.wait(timeout: .now() + .seconds(60))
        _ = collect()
    }

    private func wait() {
        guard watched.descriptor >= 0 else {
            _ = woken.wait(timeout: .now() + .seconds(60))
            return
        }
        // Rows of snapshots come without the descriptor.
        guard woken.wait(timeout: .now()) != .success else { return }
        var descriptor = pollfd(fd: watched.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&descriptor, 1, 20)
    }

    func request() -> ReadRequestID {
        requests += 1
        return ReadRequestID(number: requests)
    }

    /// The outcome of a request, which is repeated until it has its rows.
    func outcome<Value>(
        rounds: Int = 2_000, _ attempt: (PostgresItemRepository) throws(StorageFailure) -> Value
    ) -> Result<Value, StorageFailure> {
        let request = self.request()
        defer { reader.forget(request) }
        for _ in 0..<rounds {
            reader.resume(request)
            do throws(StorageFailure) {
                return .success(try attempt(repository))
            } catch {
                guard error == .pending else { return .failure(error) }
            }
            for _ in 0..<rounds where round().contains(request) { break }
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
