package import HTTP

/// Appends all metrics in Prometheus' text format. Called on a lane, so it must not block.
package typealias MetricsSource = @Sendable (inout ByteWriter) -> Void

extension ResponseWriter {
    mutating func writeMetrics(_ metrics: MetricsSource) {
        start(.ok)
        field("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        field("Cache-Control", "no-store")
        metrics(&body)
        finish()
    }
}
