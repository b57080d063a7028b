import Items
import SQLite
import Synchronization

/// The connections for long reads, so that a slow client does not block a lane's own connection.
///
/// A snapshot prevents SQLite from restarting its log, so their number is limited; beyond the limit
/// `acquire` throws `overloaded`. An owner gets another one only while more are free than it holds.
/// So the first owner gets half of them at most, and the next one half of the rest.
final class SnapshotPool: Sendable {
    private struct Idle: @unchecked Sendable {
        // Proof: a reader is either here, accessed under the lock, or in the one lease that
        // acquired it, which lives on one lane.
        let reader: ItemReader
    }

    private struct State {
        var idle: [Idle] = []
        var taken = 0
        /// The number of leases in which each owner reads, by the owner's key.
        var shares: [Int: Int] = [:]
        var closed = false
        /// Called when all leases are returned; while it is set, none is given out.
        var onDrained: (@Sendable () -> Void)?
    }

    /// The page cache of each connection in KiB: small, because a list is read once, in order.
    static let cacheKiB = 2_000

    private let state = Mutex(State())
    private let limit: Int
    private let connect: @Sendable () throws(StorageFailure) -> any StorageSession

    /// A pool of at most `limit` sessions, each made at its first use.
    init(
        limit: Int, connect: @escaping @Sendable () throws(StorageFailure) -> any StorageSession
    ) {
        self.limit = limit
        self.connect = connect
    }

    /// A connection for a new lease, counted for the owner.
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
            // With its own commit counter, which never moves, later commits do not start another
            // transaction.
            return try storing { () throws(DatabaseError) in
                try ItemReader(session: session, commits: CommitCounter())
            }
        } catch {
            removeShare(owner)
            returnOne()
            throw error
        }
    }

    /// Counts an owner that joins an existing lease; false when it reads in half of the limit.
    ///
    /// Otherwise an owner that joins leases and reads slowly would keep all of them.
    func addShare(_ owner: Int) -> Bool {
        state.withLock { state in
            let held = state.shares[owner, default: 0]
            guard held < limit - held else { return false }
            state.shares[owner] = held + 1
            return true
        }
    }

    /// Stops counting an owner for a lease.
    func removeShare(_ owner: Int) {
        state.withLock { state in
            let left = state.shares[owner, default: 1] - 1
            state.shares[owner] = left > 0 ? left : nil
        }
    }

    /// Whether no snapshot may begin, not even in an existing lease.
    var isDraining: Bool { state.withLock { $0.onDrained != nil } }

    /// Whether all connections are returned.
    var isEmpty: Bool { state.withLock { $0.taken == 0 } }

    /// Gives out no connections until `resume()`; calls `done` when all are returned, possibly at
    /// once.
    func drain(_ done: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            state.onDrained = done
            return state.taken == 0
        }
        if isEmpty { done() }
    }

    /// Gives out connections again.
    func resume() {
        state.withLock { $0.onDrained = nil }
    }

    /// Closes idle connections, and others when they are returned.
    func close() {
        state.withLock { state in
            state.closed = true
            state.idle = []
        }
    }

    /// Returns a connection to the pool.
    func release(_ reader: ItemReader) {
        do throws(DatabaseError) {
            try reader.endRound()
            let idle = Idle(reader: reader)
            returnOne { state in
                if !state.closed { state.idle.append(idle) }
            }
        } catch {
            // If the transaction cannot be ended, the connection is closed, which ends it.
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
