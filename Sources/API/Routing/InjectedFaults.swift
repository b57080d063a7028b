import Accounts
import HTTP
import Items
import Synchronization

/// What a sandbox does to requests about items and accounts, so that a client meets a slow server
/// and one that fails. Shared by all lanes.
package final class InjectedFaults: Sendable {
    /// Of each `period` requests, the last `count` are refused with this status.
    package struct Failure: Equatable, Sendable {
        /// The statuses that a server has for requests without a fault.
        package static let statuses = [429, 500, 503, 507]

        package let status: Int
        package let count: Int
        package let period: Int

        /// Nil for a status that no server has, and for more than all requests.
        package init?(status: Int, count: Int, period: Int) {
            guard Self.statuses.contains(status), count >= 1, count <= period else { return nil }
            (self.status, self.count, self.period) = (status, count, period)
        }
    }

    private let failure: Failure?
    private let pause: @Sendable () -> Void
    private let requests = Atomic<Int>(0)

    /// `pause` delays each request; it may hold the lane.
    package init(_ failure: Failure?, pause: @escaping @Sendable () -> Void) {
        self.failure = failure
        self.pause = pause
    }

    /// Waits, and returns the problem of a request that is to fail; nothing of it is done.
    ///
    /// Requests are counted in the order of their heads, over all connections. Those for the page,
    /// the documentation, health and metrics are not counted.
    func next(on route: Route?) -> Problem? {
        guard let route, route.servesData else { return nil }
        pause()
        guard let failure else { return nil }
        let number = requests.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number % failure.period >= failure.period - failure.count else { return nil }
        switch failure.status {
        case 429:
            let rate = Rate(1, per: 1)
            return .tooManyRequests(RateLimitExceeded(policy: "token", rate: rate, seconds: 1))
        case 500: return .storage(.unexpected("a fault of the sandbox"))
        case 507: return .storage(.full("a fault of the sandbox"))
        default: return .storage(.overloaded)
        }
    }
}
