import Dispatch
import Synchronization
import Telemetry

/// What storage counts of its own work.
package final class StorageMetrics: Sendable {
    // Touched by the writer's thread alone.
    let batchSizes = Histograms<1>(.sizes)
    let batchDurations = Histograms<1>(.seconds)
    let commitDurations = Histograms<1>(.seconds)
    let failedBatches = Counter()

    /// Writes that were refused because too many waited.
    let refused = AtomicCounter()
    private let readers = Mutex<[ReaderMetrics]>([])

    init() {}

    /// Metrics for one more reader.
    func makeReaderMetrics() -> ReaderMetrics {
        let reader = ReaderMetrics()
        readers.withLock { $0.append(reader) }
        return reader
    }

    /// What all readers have counted of something.
    func sum(_ value: (ReaderMetrics) -> Int) -> Int {
        readers.withLock { $0.reduce(0) { $0 + value($1) } }
    }

    /// Microseconds of a clock that only goes forward.
    static func now() -> Int {
        Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000)
    }
}

/// What the reading connection of one lane counts; that lane alone writes.
package final class ReaderMetrics: Sendable {
    let pageHits = Counter()
    let pageMisses = Counter()
    let addressHits = Counter()
    let addressMisses = Counter()
}
