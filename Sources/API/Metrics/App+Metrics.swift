import HTTP

/// `GET /metrics`.
extension App {
    /// Writes all metrics; 404 if another address serves them.
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
