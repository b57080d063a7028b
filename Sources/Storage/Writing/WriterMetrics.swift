import Dispatch
package import Telemetry

/// The counters and histograms of a writer and its batches.
package final class WriterMetrics: Sendable {
    // Only touched on the writer's thread.
    package let batchSizes = Histograms<1>(.sizes)
    package let batchDurations = Histograms<1>(.seconds)
    package let commitDurations = Histograms<1>(.seconds)
    package let failedBatches = Counter()

    /// Writes that were refused because the queue was full.
    package let refused = AtomicCounter()

    /// Metrics of nothing yet.
    package init() {}

    /// Microseconds of a clock that only goes forward.
    package static func now() -> Int {
        Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000)
    }
}
