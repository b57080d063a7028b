import HTTP
import Synchronization

/// Answers on their way from other threads to a lane.
///
/// Only the first completion since the lane last looked wakes it, and none while they are held, so
/// that a batch of the writer costs a lane one wake-up, however many of its requests it answers.
final class LaneMailbox: Mailbox {
    /// An answer, and whose it is.
    struct Completion: Sendable {
        let handle: RequestHandle
        let write: @Sendable (inout ResponseWriter) -> Void
    }

    private struct State {
        var completions: [Completion] = []
        var isHeld = false
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup

    init() throws(Errno) {
        wakeup = try Wakeup()
    }

    /// The descriptor that is readable after a wake-up.
    var descriptor: Int32 { wakeup.descriptor.number }

    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
    {
        let isDue = state.withLock { state in
            state.completions.append(Completion(handle: handle, write: write))
            return state.completions.count == 1 && !state.isHeld
        }
        if isDue { wake() }
    }

    /// Wakes the lane for no completion until `release`: more are on their way.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Wakes the lane when there are completions, or when it is to be woken anyway, and for
    /// completions from now on.
    func release(waking: Bool) {
        let isDue = state.withLock { state in
            state.isHeld = false
            return !state.completions.isEmpty
        }
        if isDue || waking { wake() }
    }

    /// Wakes the lane, whether or not there are completions.
    func wake() {
        wakeup.signal()
    }

    /// Says that the lane is awake.
    func clearWakeup() {
        wakeup.clear()
    }

    /// Exchanges the completions for `empty`, whose memory serves for the next ones.
    func collect(_ empty: inout [Completion]) {
        state.withLock { swap(&$0.completions, &empty) }
    }
}
