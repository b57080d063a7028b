import HTTP
import Telemetry

/// What one lane counts; it alone writes, everyone may read.
package final class LaneMetrics: Sendable {
    /// How many routes are told apart, no route at all among them.
    static let routes = 40

    private let requests = Counters<1_680>()
    private let durations = Histograms<40>(.seconds)
    let connections = Counters<7>()
    let rejections = Counters<16>()
    let received = Counter()
    let sent = Counter()
    let inFlight = Counter()
    let listeners = Counter()

    /// Metrics that are all zero.
    package init() {}

    /// Counts a request that has come to its end.
    func count(_ route: UInt8, _ method: Method, _ statusClass: StatusClass, microseconds: Int) {
        let route = min(Int(route), Self.routes - 1)
        requests.add(1, at: Self.index(route, method, statusClass))
        durations.add(microseconds, at: route)
    }

    /// How many requests to a route came to that end.
    func count(_ route: Int, _ method: Method, _ statusClass: StatusClass) -> Int {
        requests[Self.index(route, method, statusClass)]
    }

    /// How long the requests to a route took.
    func duration(_ route: Int) -> HistogramSnapshot {
        durations.snapshot(at: route)
    }

    func count(_ rejection: Rejection) {
        rejections.add(1, at: rejection.rawValue)
    }

    private static func index(_ route: Int, _ method: Method, _ statusClass: StatusClass) -> Int {
        (route * Method.allCases.count + Int(method.rawValue)) * StatusClass.allCases.count
            + statusClass.rawValue
    }
}

/// What the lanes of a server and its acceptor count.
package final class ServerMetrics: Sendable {
    package let lanes: [LaneMetrics]
    let accepted = Counter()
    let rejected = Counters<16>()

    /// Metrics for so many lanes.
    package init(lanes: Int) {
        self.lanes = (0..<lanes).map { _ in LaneMetrics() }
    }
}
