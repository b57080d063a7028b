import Dispatch
import Items
import PostgreSQL

/// Connecting, on another thread: it blocks, since libpq resolves names.
extension PostgresReader {
    private static let queue = DispatchQueue(
        label: "toodoo.postgres.connecting", attributes: .concurrent)

    func beginConnecting(after reason: String?) {
        connection = .connecting(after: reason)
        Self.queue.async { [connect, arrivals] in
            let result: Result<ReadArrivals.Box<any PostgresPipeline>, PostgresFailure>
            do throws(PostgresFailure) {
                result = .success(ReadArrivals.Box(value: try connect()))
            } catch {
                result = .failure(error)
            }
            arrivals.post(.connection(result))
        }
    }

    func connected(
        _ result: Result<ReadArrivals.Box<any PostgresPipeline>, PostgresFailure>, at now: Int
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
