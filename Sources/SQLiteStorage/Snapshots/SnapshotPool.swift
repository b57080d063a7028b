import Items
import SQLite
import Synchronization

/// The few connections on which long reads happen, so that no lane's own
/// connection is held up by a slow client.
///
/// A snapshot keeps SQLite from reusing its log, so there are only so many
/// at once; whoever comes when all are taken is told that there is too much
/// to do. So is an owner who reads in so many that no more than that are
/// free: they have half of them at most, the next one has half of the rest.
final class SnapshotPool: Sendable {
    private struct Idle: @unchecked Sendable {
        // Proof: a reader is either here, reached under the lock, or with the one lease it was
        // leased to, which lives on one lane; never in two places.
        let reader: ItemReader
    }

    private struct State {
        var idle: [Idle] = []
        var taken = 0
        /// In how many of those that are taken an owner reads, by the owner's key.
        var shares: [Int: Int] = [:]
        var closed = false
        /// Waits until nothing is taken; while it is there, nothing is given out.
        var onDrained: (@Sendable () -> Void)?
    }

    /// So many KiB of pages each of them keeps: a list is read once, from its beginning to its end.
    static let cacheKiB = 2_000

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

    /// A connection for a read transaction of its own, in which the owner is counted.
    func acquire(for owner: Int) throws(StorageFailure) -> ItemReader {
        let ready = try state.withLock { state throws(StorageFailure) -> Idle? in
            guard !state.closed else { throw .stopped }
            let held = state.shares[owner, default: 0]
            guard held < limit - state.taken, state.onDrained == nil else { throw .overloaded }
            state.shares[owner] = held + 1
            state.taken += 1
            return state.idle.popLast()
        }
        if let ready { return ready.reader }
        do throws(StorageFailure) {
            let session = try connect()
            // A counter of its own that never moves: a snapshot is not opened
            // anew by later commits.
            return try storing { () throws(DatabaseError) in
                try ItemReader(session: session, commits: CommitCounter())
            }
        } catch {
            removeShare(owner)
            returnOne()
            throw error
        }
    }

    /// Counts an owner in who is to read in a lease that is out already;
    /// false when they read in half of all that may be.
    ///
    /// Or whoever joins others, and reads slowly, would hold theirs as well.
    func addShare(_ owner: Int) -> Bool {
        state.withLock { state in
            let held = state.shares[owner, default: 0]
            guard held < limit - held else { return false }
            state.shares[owner] = held + 1
            return true
        }
    }

    /// Counts an owner out who reads in a lease no more.
    func removeShare(_ owner: Int) {
        state.withLock { state in
            let left = state.shares[owner, default: 1] - 1
            state.shares[owner] = left > 0 ? left : nil
        }
    }

    /// Whether no new look may begin, not even in a lease that is out already.
    var isDraining: Bool { state.withLock { $0.onDrained != nil } }

    /// Whether all that was given out has come back.
    var isEmpty: Bool { state.withLock { $0.taken == 0 } }

    /// Gives nothing out from now on, and calls `done` when all that is out has come back; that may
    /// be at once.
    func drain(_ done: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            state.onDrained = done
            return state.taken == 0
        }
        if isEmpty { done() }
    }

    /// Gives out again what it has.
    func resume() {
        state.withLock { $0.onDrained = nil }
    }

    /// Closes what is idle, and what comes back from now on.
    func close() {
        state.withLock { state in
            state.closed = true
            state.idle = []
        }
    }

    /// Takes a connection back that nobody reads on any more.
    func release(_ reader: ItemReader) {
        do throws(DatabaseError) {
            try reader.endRound()
            let idle = Idle(reader: reader)
            returnOne { state in
                if !state.closed { state.idle.append(idle) }
            }
        } catch {
            // A connection that cannot end its transaction is closed, which ends it.
            returnOne()
        }
    }

    private func returnOne(_ change: (inout sending State) -> Void = { _ in }) {
        let onDrained = state.withLock { state in
            state.taken -= 1
            change(&state)
            return state.taken == 0 ? state.onDrained : nil
        }
        onDrained?()
    }
}
