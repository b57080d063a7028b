package import HTTP

/// `GET /metrics`.
extension App {
    /// What is counted, for whoever watches the server; no such route where it is told elsewhere.
    func showMetrics(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> Answering {
        guard let metrics else { throw .noSuchRoute }
        try checkTransfer(request)
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
        response.writeMetrics(metrics)
        return .written
    }
}

/// Appends all metrics in Prometheus' text format; called on a lane, and must not wait.
package typealias MetricsSource = @Sendable (inout ByteWriter) -> Void

extension ResponseWriter {
    /// Writes the whole answer with the metrics.
    mutating func writeMetrics(_ metrics: MetricsSource) {
        start(.ok)
        field("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        field("Cache-Control", "no-store")
        metrics(&body)
        finish()
    }
}
