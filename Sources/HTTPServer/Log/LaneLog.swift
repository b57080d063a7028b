import HTTP
import Telemetry

/// The lines of one lane, which writes them for each request and leaves
/// them in its buffer when a round ends.
///
/// Only touched on the lane.
package final class LaneLog {
    /// Beyond so much the lines of a round are left in the buffer at once.
    private static let flushThreshold = 65_536

    let formatter: LogFormatter
    private let buffer: LogBuffer
    private var pending = ByteWriter(capacity: 4_096)
    private var lines = 0
    private var timestamp = Timestamp()

    /// A log of this form into this buffer.
    package init(_ formatter: LogFormatter, _ buffer: LogBuffer) {
        self.formatter = formatter
        self.buffer = buffer
    }

    /// Whether lines are left that could not be handed over.
    var hasPending: Bool { lines > 0 }

    /// Adds the line of a request.
    func add(_ entry: LogEntry, path: Span<UInt8>) {
        if pending.count >= Self.flushThreshold {
            flush()
            // The log thread is at it just now, or does not come on: what does not fit is lost.
            guard pending.count < LogBuffer.capacity else { return buffer.dropped.add() }
        }
        formatter.write(entry, path: path, &timestamp, to: &pending)
        lines += 1
    }

    /// Leaves the lines for the thread that writes them.
    func flush() {
        guard lines > 0, buffer.offer(&pending, lines: lines) else { return }
        lines = 0
    }
}
