import Items
import PostgreSQL
import Synchronization

/// The results for a lane's reads from other threads.
final class ReadArrivals: Sendable {
    enum Arrival: Sendable {
        case connection(Result<Box<any PostgresPipeline>, PostgresFailure>)
        /// The snapshot of a request.
        case snapshot(ReadRequestID, Result<Box<PostgresSnapshot>, StorageFailure>)
        /// Further rows of the snapshot of a request.
        case part(ReadRequestID)
    }

    /// A value that is handed over to the lane.
    struct Box<Value>: @unchecked Sendable {
        // Proof: the thread that made the value does not touch it any more.
        let value: Value
    }

    private struct State {
        var arrivals: [Arrival] = []
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the callback that wakes the lane.
    func begin(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func post(_ arrival: Arrival) {
        let wake = state.withLock { state in
            state.arrivals.append(arrival)
            return state.wake
        }
        wake?()
    }

    func take() -> [Arrival] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }
}
