package import HTTP
import Synchronization
package import Telemetry

/// Holds one lane's lines for the log thread. It is bounded, so a blocked log loses lines and
/// delays nothing.
///
///     lane: a line for each request ──► its own pending lines ── end of a round ──► the buffer
///     log thread:                                       exchanges the buffer for an empty one
///
/// A lane only tries the lock, which is held for a swap of a few words; if it is taken, the lane
/// keeps its lines until the next round.
package final class LogBuffer: Sendable {
    /// Maximum bytes in the buffer: at full load, a tenth of a second of one lane.
    package static let capacity = 2 << 20

    private struct Waiting: ~Copyable {
        var text = ByteWriter(capacity: 4_096)
    }

    /// Lines that were dropped.
    package let dropped = AtomicCounter()
    private let waiting = Mutex(Waiting())
    private let wakeup: LogWakeup

    /// A buffer that wakes the log thread by `wakeup`.
    package init(_ wakeup: LogWakeup) {
        self.wakeup = wakeup
    }

    /// Takes whole lines without blocking; false when the lock is taken.
    ///
    /// Lines that do not fit are dropped; `text` is empty afterwards.
    func offer(_ text: inout ByteWriter, lines: Int) -> Bool {
        let isTaken: Void? = waiting.withLockIfAvailable { waiting in
            take(&text, lines: lines, &waiting)
        }
        guard isTaken != nil else { return false }
        wakeup.wake()
        return true
    }

    /// Takes whole lines; for threads that may block for a moment.
    package func put(_ text: inout ByteWriter, lines: Int = 1) {
        waiting.withLock { take(&text, lines: lines, &$0) }
        wakeup.wake()
    }

    /// Swaps the lines in the buffer for `empty`.
    package func collect(_ empty: inout ByteWriter) {
        waiting.withLock { swap(&$0.text, &empty) }
    }

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
