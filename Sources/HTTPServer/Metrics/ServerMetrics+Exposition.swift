import HTTP
package import Telemetry

extension ServerMetrics {
    /// Writes all metrics; `routes` are the names of the handler's routes, the first of which is 1.
    ///
    /// Combinations of route, method and status that never occurred are omitted, instead of
    /// hundreds of zeros.
    package func write(to exposition: inout Exposition, routes: [String]) {
        writeRequests(to: &exposition, Array((["none"] + routes).prefix(LaneMetrics.routes)))
        writeConnections(to: &exposition)
        exposition.family(
            "toodoo_http_rejections_total", .counter,
            "Requests and connections that were refused or given up, by cause.")
        for rejection in Rejection.allCases {
            let count =
                sum { $0.rejections[rejection.rawValue] } + rejected[rejection.rawValue]
            exposition.sample(count, ["cause": rejection.name])
        }
    }

    private func writeRequests(to exposition: inout Exposition, _ routes: [String]) {
        exposition.family(
            "toodoo_http_requests_total", .counter,
            "Requests that were answered, by route, method and class of status.")
        for (route, name) in routes.enumerated() {
            for method in Method.allCases {
                for statusClass in StatusClass.allCases {
                    let count = sum { $0.count(route, method, statusClass) }
                    guard count > 0 else { continue }
                    exposition.sample(
                        count,
                        ["route": name, "method": "\(method.name)", "status": statusClass.name])
                }
            }
        }
        exposition.family(
            "toodoo_http_request_duration_seconds", .histogram,
            "Time from the end of a request's head to the end of its answer, by route.")
        for (route, name) in routes.enumerated() {
            var snapshot = HistogramSnapshot(.seconds)
            for lane in lanes { snapshot.add(lane.duration(route)) }
            if snapshot.count > 0 { exposition.sample(snapshot, ["route": name]) }
        }
        exposition.metric(
            "toodoo_http_requests_in_flight", .gauge,
            "Requests whose answer comes from the writer or goes out in parts, and is not complete.",
            sum { $0.inFlight.value })
    }

    private func writeConnections(to exposition: inout Exposition) {
        exposition.family(
            "toodoo_http_connections", .gauge, "Connections that are open, by what they wait for.")
        for state in Connection.Wait.allCases {
            exposition.sample(sum { $0.connections[state.rawValue] }, ["state": state.name])
        }
        exposition.metric(
            "toodoo_http_connections_accepted_total", .counter,
            "Connections that were accepted, those that were turned away among them.",
            accepted.value)
        exposition.metric(
            "toodoo_http_received_bytes_total", .counter, "Bytes that clients have sent.",
            sum { $0.received.value })
        exposition.metric(
            "toodoo_http_sent_bytes_total", .counter, "Bytes that clients were sent.",
            sum { $0.sent.value })
        exposition.metric(
            "toodoo_sse_listeners", .gauge, "Streams of events that are open.",
            sum { $0.listeners.value })
        exposition.metric(
            "toodoo_http_lanes", .gauge, "Threads that serve requests.", lanes.count)
    }

    private func sum(_ value: (LaneMetrics) -> Int) -> Int {
        lanes.reduce(0) { $0 + value($1) }
    }
}

extension Connection.Wait {
    /// The metric label.
    fileprivate var name: String {
        switch self {
        case .request: "idle"
        case .head: "reading_head"
        case .body: "reading_body"
        case .answer: "answering"
        case .slowReader: "sending"
        case .quietStream: "listening"
        case .linger: "closing"
        }
    }
}
