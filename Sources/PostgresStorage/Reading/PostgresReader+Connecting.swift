import Dispatch
import Items
import PostgreSQL
import Synchronization

/// Connecting, on another thread: it blocks, because libpq resolves names.
extension PostgresReader {
    private static let queue = DispatchQueue(
        label: "toodoo.postgres.connecting", attributes: .concurrent)

    func beginConnecting(after reason: String?) {
        connection = .connecting(after: reason)
        Self.queue.async { [connect, connecting] in
            do throws(PostgresFailure) {
                connecting.put(.success(ConnectingResult.Box(value: try connect())))
            } catch {
                connecting.put(.failure(error))
            }
        }
    }

    func connected(
        _ result: Result<ConnectingResult.Box, PostgresFailure>, at now: Int
    ) {
        switch result {
        case .success(let box):
            let pipeline = box.value
            if registration?.watch(pipeline.descriptor, false) == true {
                connection = .open(pipeline)
            } else {
                pipeline.close()
                connectFailed("the connection cannot be polled", at: now)
            }
        case .failure(let failure): connectFailed(failure.description, at: now)
        }
    }

    /// Makes reads fail at once until the next attempt.
    private func connectFailed(_ reason: String, at now: Int) {
        connection = .unavailable(reason, until: now + retryPause)
        retryPause = min(2 * retryPause, limits.retryMilliseconds.upperBound)
        fail(reason)
    }
}

/// The result of an attempt to connect, from its thread to the lane.
final class ConnectingResult: Sendable {
    /// A connection that is handed over to the lane.
    struct Box: @unchecked Sendable {
        // Proof: the thread that made the connection no longer touches it.
        let value: any PostgresPipeline
    }

    private struct State {
        var result: Result<Box, PostgresFailure>?
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the callback that wakes the lane.
    func begin(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func put(_ result: Result<Box, PostgresFailure>) {
        let wake = state.withLock { state in
            state.result = result
            return state.wake
        }
        wake?()
    }

    func take() -> Result<Box, PostgresFailure>? {
        state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
    }
}
