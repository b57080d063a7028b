import HTTP
import Telemetry

/// The log of one lane: formats a line per request, and passes the lines to its `LogBuffer` when a
/// round ends.
package final class LaneLog {
    /// Pending bytes above which a lane flushes within the round.
    private static let flushThreshold = 65_536

    let formatter: LogFormatter
    private let buffer: LogBuffer
    private var pending = ByteWriter(capacity: 4_096)
    private var lines = 0
    private var timestamp = Timestamp()

    package init(_ formatter: LogFormatter, _ buffer: LogBuffer) {
        self.formatter = formatter
        self.buffer = buffer
    }

    /// Whether lines are pending that the buffer has not accepted.
    var hasPending: Bool { lines > 0 }

    /// Adds the line of a request.
    func add(_ entry: LogLine, path: Span<UInt8>) {
        if pending.count >= Self.flushThreshold {
            flush()
            // The log thread holds the lock or falls behind; lines above the limit are dropped.
            guard pending.count < LogBuffer.capacity else { return buffer.dropped.add() }
        }
        formatter.write(entry, path: path, &timestamp, to: &pending)
        lines += 1
    }

    /// Passes the pending lines to the log thread; keeps them if the lock is taken.
    func flush() {
        guard lines > 0, buffer.offer(&pending, lines: lines) else { return }
        lines = 0
    }
}
