import Foundation

/// What a store needs to keep in touch with its server.
final class Synchronizer: Sendable {
    private struct State {
        var loop: Task<Void, Never>?
        var bell: Bell?
        /// The number of syncs that are under way.
        var active = 0
        /// The status when none is under way.
        var resting = SyncStatus.idle
    }

    /// Held by the one sync that is under way.
    let rounds = AsyncLock()
    private let state = Locked(State())

    var isStarted: Bool { state.withLock { $0.loop != nil } }

    /// Wakes the loop, if there is one.
    func ring(_ reason: Bell.Reason) {
        state.withLock { $0.bell }?.ring(reason)
    }

    /// Starts the loop, or rings if there is one.
    func start(_ run: @escaping @Sendable (Bell) async -> Void) {
        state.withLock { state in
            guard state.loop == nil else {
                state.bell?.ring(.restart)
                return
            }
            let bell = Bell()
            state.bell = bell
            state.loop = Task { await run(bell) }
        }
    }

    /// Cancels the loop, and returns it so that its end can be awaited.
    @discardableResult
    func cancel() -> Task<Void, Never>? {
        state.withLock { state in
            defer {
                state.loop = nil
                state.bell = nil
            }
            state.loop?.cancel()
            return state.loop
        }
    }

    /// Begins or ends a sync, or changes the status between syncs. Returns the status.
    func status(adding count: Int = 0, resting: SyncStatus? = nil) -> SyncStatus {
        state.withLock { state in
            state.active += count
            if let resting { state.resting = resting }
            return state.active > 0 ? .syncing : state.resting
        }
    }
}
