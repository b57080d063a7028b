import HTTP
import Telemetry

/// The lines of one lane, which writes them for each request and leaves
/// them in its share when a round ends.
///
/// Only touched on the lane.
package final class LaneLog {
    /// Beyond so much the lines of a round are left in the share at once.
    private static let enough = 65_536

    let form: LogForm
    private let share: LogShare
    private var pending = ByteWriter(capacity: 4_096)
    private var lines = 0
    private var timestamp = Timestamp()

    /// A log of this form into this share.
    package init(_ form: LogForm, _ share: LogShare) {
        self.form = form
        self.share = share
    }

    /// Whether lines are left that could not be handed over.
    var isBehind: Bool { lines > 0 }

    /// Adds the line of a request.
    func add(_ entry: LogEntry, path: Span<UInt8>) {
        if pending.count >= Self.enough {
            handOver()
            // The log thread is at it just now, or does not come on: what does not fit is lost.
            guard pending.count < LogShare.capacity else { return share.dropped.add() }
        }
        form.write(entry, path: path, &timestamp, to: &pending)
        lines += 1
    }

    /// Leaves the lines for the thread that writes them.
    func handOver() {
        guard lines > 0, share.offer(&pending, lines: lines) else { return }
        lines = 0
    }
}
