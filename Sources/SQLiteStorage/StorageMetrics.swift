import Storage
import Synchronization
import Telemetry

/// The counters and histograms of storage.
package final class StorageMetrics: Sendable {
    let writer = WriterMetrics()
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
}

/// The counters of one lane's reading connection; only that lane writes them.
package final class ReaderMetrics: Sendable {
    let pageHits = Counter()
    let pageMisses = Counter()
    let addressHits = Counter()
    let addressMisses = Counter()
}
