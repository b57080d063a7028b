import HTTP
import Synchronization

/// Answers on their way from other threads to a lane.
///
/// Only the first letter since the lane last looked rings, so that a batch of the writer costs a
/// lane one wake-up, however many of its requests it answers.
final class LaneMailbox: Mailbox {
    /// An answer, and whose it is.
    struct Letter: Sendable {
        let ticket: Ticket
        let write: @Sendable (inout ResponseWriter) -> Void
    }

    private let letters = Mutex<[Letter]>([])
    private let wakeup: Wakeup

    init() throws(Errno) {
        wakeup = try Wakeup()
    }

    /// The descriptor that is readable after a ring.
    var descriptor: Int32 { wakeup.descriptor.number }

    func post(_ ticket: Ticket, _ write: @escaping @Sendable (inout ResponseWriter) -> Void) {
        let isFirst = letters.withLock { letters in
            letters.append(Letter(ticket: ticket, write: write))
            return letters.count == 1
        }
        if isFirst { ring() }
    }

    /// Wakes the lane, whether or not there are letters.
    func ring() {
        wakeup.signal()
    }

    /// Says that the lane is awake.
    func hush() {
        wakeup.clear()
    }

    /// Exchanges the letters for `empty`, whose memory serves for the next ones.
    func collect(_ empty: inout [Letter]) {
        letters.withLock { swap(&$0, &empty) }
    }
}
