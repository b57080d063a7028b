import Foundation

/// The sync of a store: its loop, its lock and its status.
final class Synchronizer: Sendable {
    private struct State {
        var loop: Task<Void, Never>?
        var trigger: SyncTrigger?
        /// The number of running syncs.
        var active = 0
        /// The status when no sync is running.
        var whenIdle = SyncStatus.idle
    }

    /// Held by the running sync.
    let rounds = AsyncLock()
    private let state = Locked(State())

    var isStarted: Bool { state.withLock { $0.loop != nil } }

    /// Wakes the loop, if there is one.
    func signal(_ reason: SyncTrigger.Reason) {
        state.withLock { $0.trigger }?.signal(reason)
    }

    /// Starts the loop, or signals a restart if there is one.
    func start(_ run: @escaping @Sendable (SyncTrigger) async -> Void) {
        state.withLock { state in
            guard state.loop == nil else {
                state.trigger?.signal(.restart)
                return
            }
            let trigger = SyncTrigger()
            state.trigger = trigger
            state.loop = Task { await run(trigger) }
        }
    }

    /// Cancels the loop, and returns it so that its end can be awaited.
    @discardableResult
    func cancel() -> Task<Void, Never>? {
        state.withLock { state in
            defer {
                state.loop = nil
                state.trigger = nil
            }
            state.loop?.cancel()
            return state.loop
        }
    }

    /// Begins or ends a sync, or changes the status between syncs. Returns the status.
    func status(adding count: Int = 0, whenIdle: SyncStatus? = nil) -> SyncStatus {
        state.withLock { state in
            state.active += count
            if let whenIdle { state.whenIdle = whenIdle }
            return state.active > 0 ? .syncing : state.whenIdle
        }
    }
}
