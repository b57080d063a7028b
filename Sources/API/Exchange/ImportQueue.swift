import Synchronization

/// The files that are read, one at a time, beside the lanes: one of 10,000 rows takes a second.
///
/// The queue is bounded by the bytes of its files, which it holds.
package final class ImportQueue: Sendable {
    /// A job that is run later, after the earlier ones.
    package typealias Run = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// The most bytes of files that wait or are read; there is always room for one file.
    package static let maximumBytes = 64 << 20

    private let run: Run
    private let bytes = Mutex(0)

    package init(_ run: @escaping Run) {
        self.run = run
    }

    /// Adds the reading of a file of so many bytes; false if the queue is full.
    func add(_ count: Int, _ job: @escaping @Sendable () -> Void) -> Bool {
        let hasRoom = bytes.withLock { bytes in
            guard bytes == 0 || bytes + count <= Self.maximumBytes else { return false }
            bytes += count
            return true
        }
        guard hasRoom else { return false }
        run { [self] in
            job()
            bytes.withLock { $0 -= count }
        }
        return true
    }
}
