import Items
import SQLite
import Synchronization

/// The few connections on which long reads happen, so that no lane's own connection is held up by a slow client.
///
/// A snapshot keeps SQLite from reusing its log, so there are only so many at once; whoever comes
/// when all are taken is told that there is too much to do.
final class SnapshotPool: Sendable {
    private struct Idle: @unchecked Sendable {
        // Proof: a reader is either here, reached under the lock, or with the one lease it was
        // leased to, which lives on one lane; never in two places.
        let reader: ItemReader
    }

    private struct State {
        var idle: [Idle] = []
        var taken = 0
        var closed = false
    }

    private let state = Mutex(State())
    private let limit: Int
    private let connect: @Sendable () throws(StorageFailure) -> any StorageSession

    /// A pool that makes at most `limit` sessions, each when it is first needed.
    init(
        limit: Int, connect: @escaping @Sendable () throws(StorageFailure) -> any StorageSession
    ) {
        self.limit = limit
        self.connect = connect
    }

    /// A connection for a read transaction of its own; it comes back when the lease is let go of.
    func lease() throws(StorageFailure) -> SnapshotLease {
        let reader = try take()
        return SnapshotLease(reader) { [self] in giveBack(reader) }
    }

    /// Closes what is idle, and what comes back from now on.
    func close() {
        state.withLock { state in
            state.closed = true
            state.idle = []
        }
    }

    private func take() throws(StorageFailure) -> ItemReader {
        let ready = try state.withLock { state throws(StorageFailure) -> Idle? in
            guard !state.closed else { throw .stopped }
            guard state.taken < limit else { throw .overloaded }
            state.taken += 1
            return state.idle.popLast()
        }
        if let ready { return ready.reader }
        do throws(StorageFailure) {
            let session = try connect()
            // A counter of its own that never moves: a snapshot is not opened anew by later commits.
            return try storing { () throws(DatabaseError) in
                try ItemReader(session: session, commits: CommitCounter())
            }
        } catch {
            state.withLock { $0.taken -= 1 }
            throw error
        }
    }

    private func giveBack(_ reader: ItemReader) {
        do throws(DatabaseError) {
            try reader.settle()
            let idle = Idle(reader: reader)
            state.withLock { state in
                state.taken -= 1
                if !state.closed { state.idle.append(idle) }
            }
        } catch {
            // A connection that cannot end its transaction is closed, which ends it.
            state.withLock { $0.taken -= 1 }
        }
    }
}
