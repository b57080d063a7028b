import HTTP
import Telemetry

/// The metrics of one lane: written only on the lane, read from any thread.
package final class LaneMetrics: Sendable {
    /// Number of routes counted separately, including 0, which means no route.
    static let routes = 40

    private let requests = Counters<1_680>()
    private let durations = Histograms<40>(.seconds)
    let connections = Counters<7>()
    let rejections = Counters<16>()
    let received = Counter()
    let sent = Counter()
    let inFlight = Counter()
    let listeners = Counter()

    package init() {}

    /// Counts a finished request.
    func count(_ route: UInt8, _ method: Method, _ statusClass: StatusClass, microseconds: Int) {
        let route = min(Int(route), Self.routes - 1)
        requests.add(1, at: Self.index(route, method, statusClass))
        durations.add(microseconds, at: route)
    }

    /// Requests by route, method and status class.
    func count(_ route: Int, _ method: Method, _ statusClass: StatusClass) -> Int {
        requests[Self.index(route, method, statusClass)]
    }

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

/// The metrics of a server's lanes and its acceptor.
package final class ServerMetrics: Sendable {
    package let lanes: [LaneMetrics]
    let accepted = Counter()
    let rejected = Counters<16>()

    package init(lanes: Int) {
        self.lanes = (0..<lanes).map { _ in LaneMetrics() }
    }
}
