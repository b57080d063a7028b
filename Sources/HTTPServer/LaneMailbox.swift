import HTTP
import Synchronization

/// Answers on their way from other threads to a lane.
///
/// Only the first letter since the lane last looked rings, and none while they are held, so that a
/// batch of the writer costs a lane one wake-up, however many of its requests it answers.
final class LaneMailbox: Mailbox {
    /// An answer, and whose it is.
    struct Letter: Sendable {
        let handle: RequestHandle
        let write: @Sendable (inout ResponseWriter) -> Void
    }

    private struct State {
        var letters: [Letter] = []
        var isHeld = false
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup

    init() throws(Errno) {
        wakeup = try Wakeup()
    }

    /// The descriptor that is readable after a ring.
    var descriptor: Int32 { wakeup.descriptor.number }

    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
    {
        let isDue = state.withLock { state in
            state.letters.append(Letter(handle: handle, write: write))
            return state.letters.count == 1 && !state.isHeld
        }
        if isDue { ring() }
    }

    /// Rings for no letter until `release`: more are on their way.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Rings when there are letters, or when it is to ring anyway, and for letters from now on.
    func release(ringing: Bool) {
        let isDue = state.withLock { state in
            state.isHeld = false
            return !state.letters.isEmpty
        }
        if isDue || ringing { ring() }
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
        state.withLock { swap(&$0.letters, &empty) }
    }
}
