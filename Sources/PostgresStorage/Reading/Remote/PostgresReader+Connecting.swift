import Dispatch
import Items
import PostgreSQL

/// Connecting, which blocks, since libpq resolves names: so it is done on another thread.
extension PostgresReader {
    private static let queue = DispatchQueue(
        label: "toodoo.postgres.connecting", attributes: .concurrent)

    func beginConnecting(after reason: String?) {
        line = .connecting(after: reason)
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
            if readLine?.watch(pipeline.descriptor, false) == true {
                line = .open(pipeline)
            } else {
                pipeline.close()
                away("the connection cannot be polled", at: now)
            }
        case .failure(let failure): away(failure.description, at: now)
        }
    }

    /// There is no connection: what is asked fails at once until the next attempt.
    private func away(_ reason: String, at now: Int) {
        line = .away(reason, until: now + retryPause)
        retryPause = min(2 * retryPause, limits.retryMilliseconds.upperBound)
        fail(reason)
    }
}
