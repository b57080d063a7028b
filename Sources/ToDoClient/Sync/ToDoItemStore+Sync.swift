import Foundation

extension ToDoItemStore {
    /// Sends all unsent writes and fetches all changes, at once.
    ///
    /// Throws the reason of a failure; unsent writes are kept. Calls run one after the other.
    public func sync() async throws(SyncError) {
        try await syncOnce()
        synchronizer.signal(.synced)
    }

    /// Stays in sync with the server until `stop()` or `close()`.
    ///
    /// Sends each write, follows the server's changes live, and tries again after failures, with
    /// growing pauses. Does nothing without a client.
    public func start() {
        guard let client, state.withLock({ $0.phase != .closed }) else { return }
        synchronizer.start { [weak self] trigger in
            guard let loop = self.map({ SyncLoop($0, client, trigger) }) else { return }
            await loop.run()
        }
    }

    /// Ends the sync of `start()`, which can be called again. Returns when everything is on the
    /// disk.
    public func stop() async {
        await synchronizer.cancel()?.value
        show(synchronizer.status(whenIdle: .idle))
        state.withLock { state in
            // Writes are in the file in any case; this protects them from a power failure.
            if state.phase == .open { try? data.synchronize() }
        }
    }

    /// Goes on after the account has signed in again: requests have the new token.
    func goOnSignedIn() {
        if state.withLock({ $0.status == .signedOut }) {
            show(synchronizer.status(whenIdle: .idle))
        }
        synchronizer.signal(.restart)
    }

    /// One sync, with its status. Whether it brought or sent something.
    @discardableResult
    func syncOnce() async throws(SyncError) -> Bool {
        guard let client else { throw .noServer }
        await synchronizer.rounds.lock()
        defer { synchronizer.rounds.unlock() }
        guard !Task.isCancelled else { throw .cancelled }
        do {
            try open()
        } catch {
            throw .storage(error)
        }
        show(synchronizer.status(adding: 1))
        var rounds = SyncRounds(self, client)
        do throws(SyncError) {
            try await rounds.run()
            show(synchronizer.status(adding: -1, whenIdle: .upToDate))
            return rounds.hasProgress
        } catch {
            let whenIdle: SyncStatus? =
                switch error {
                case .signedOut: .signedOut
                case .noRoom: .noRoom
                // The loop sets the status of its pause.
                default: synchronizer.isStarted ? nil : .idle
                }
            show(synchronizer.status(adding: -1, whenIdle: whenIdle))
            throw error
        }
    }

    /// Shows the status of the sync.
    func show(_ status: SyncStatus) {
        state.withLock { state in
            guard state.phase == .open, state.status != status else { return }
            state.status = status
            state.publish()
        }
    }
}
