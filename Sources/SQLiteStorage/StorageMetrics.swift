import Dispatch
import Synchronization
import Telemetry

/// The counters and histograms of storage.
package final class StorageMetrics: Sendable {
    // Only touched on the writer's thread.
    let batchSizes = Histograms<1>(.sizes)
    let batchDurations = Histograms<1>(.seconds)
    let commitDurations = Histograms<1>(.seconds)
    let failedBatches = Counter()

    /// Writes that were refused because the queue was full.
    let refused = AtomicCounter()
    private let readers = Mutex<[ReaderMetrics]>([])

    init() {}

    /// Counters for another lane's reader.
    func makeReaderMetrics() -> ReaderMetrics {
        let reader = ReaderMetrics()
        readers.withLock { $0.append(reader) }
        return reader
    }

    /// The sum of a counter over all readers.
    func sum(_ value: (ReaderMetrics) -> Int) -> Int {
        readers.withLock { $0.reduce(0) { $0 + value($1) } }
    }

    /// Microseconds of a clock that only goes forward.
    static func now() -> Int {
        Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000)
    }
}

/// The counters of one lane's reading connection; only that lane writes them.
package final class ReaderMetrics: Sendable {
    let pageHits = Counter()
    let pageMisses = Counter()
    let addressHits = Counter()
    let addressMisses = Counter()
}
