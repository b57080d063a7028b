package import HTTP
import Synchronization
package import Telemetry

/// Where one lane leaves its lines for the thread that writes the log; bounded, so that a log that
/// nobody takes costs lines and nothing else.
///
///     lane: a line for each request ──► its own pending lines ── end of a round ──► the buffer
///     log thread:                                       exchanges the buffer for an empty one
///
/// A lane only tries the lock, which is held for the exchange of a few
/// words: whoever finds it taken keeps his lines until the next round.
package final class LogBuffer: Sendable {
    /// Bytes that wait at most; at full load that is a tenth of a second of one lane.
    package static let capacity = 2 << 20

    private struct Waiting: ~Copyable {
        var text = ByteWriter(capacity: 4_096)
    }

    /// Lines that were left out.
    package let dropped = AtomicCounter()
    private let waiting = Mutex(Waiting())
    private let wakeup: LogWakeup

    /// A buffer whose lines the thread that this wakes comes for.
    package init(_ wakeup: LogWakeup) {
        self.wakeup = wakeup
    }

    /// Takes whole lines over without waiting; false when that cannot be now.
    ///
    /// Lines for which there is no room are dropped; `text` is empty afterwards.
    func offer(_ text: inout ByteWriter, lines: Int) -> Bool {
        let isTaken: Void? = waiting.withLockIfAvailable { waiting in
            take(&text, lines: lines, &waiting)
        }
        guard isTaken != nil else { return false }
        wakeup.wake()
        return true
    }

    /// Takes whole lines over; for threads that may wait for a moment.
    package func put(_ text: inout ByteWriter, lines: Int = 1) {
        waiting.withLock { take(&text, lines: lines, &$0) }
        wakeup.wake()
    }

    /// Exchanges what waits for `empty`.
    package func collect(_ empty: inout ByteWriter) {
        waiting.withLock { swap(&$0.text, &empty) }
    }

    /// Whether anything waits.
    package var isEmpty: Bool { waiting.withLock { $0.text.count == 0 } }

    private func take(_ text: inout ByteWriter, lines: Int, _ waiting: inout Waiting) {
        if waiting.text.count == 0 {
            swap(&waiting.text, &text)
        } else if waiting.text.count + text.count <= Self.capacity {
            waiting.text.append(text)
        } else {
            dropped.add(lines)
        }
        text.removeAll(keeping: 65_536)
    }
}
