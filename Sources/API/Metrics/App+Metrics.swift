import HTTP

/// `GET /metrics`.
extension App {
    /// What is counted, for whoever watches the server; no such route where it is told elsewhere.
    func showMetrics(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        guard let metrics else { throw .noSuchRoute }
        try checkBodyFault(request)
        try refuseParameters(request)
        response.writeMetrics(metrics)
        return .written
    }
}
