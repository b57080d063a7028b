import HTTP
import Synchronization

/// Responses from other threads to a lane.
///
/// Only the first completion since the last `collect` wakes the lane, and none while completions
/// are held: a batch of the writer costs a lane one wake-up, however many requests it answers.
final class LaneMailbox: Mailbox {
    private struct State {
        var completions: [(RequestHandle, Completion)] = []
        var isHeld = false
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup

    init() throws(Errno) {
        wakeup = try Wakeup()
    }

    /// The descriptor that becomes readable by a wake-up.
    var descriptor: Int32 { wakeup.descriptor.number }

    func post(_ handle: RequestHandle, _ completion: Completion) {
        let isDue = state.withLock { state in
            state.completions.append((handle, completion))
            return state.completions.count == 1 && !state.isHeld
        }
        if isDue { wake() }
    }

    /// Holds wake-ups for completions until `release`, because more completions follow.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Ends `hold`; wakes the lane if there are completions, or if `waking` is true.
    func release(waking: Bool) {
        let isDue = state.withLock { state in
            state.isHeld = false
            return !state.completions.isEmpty
        }
        if isDue || waking { wake() }
    }

    /// Wakes the lane, with or without completions.
    func wake() {
        wakeup.signal()
    }

    /// Clears the wake-up, once the lane is awake.
    func clearWakeup() {
        wakeup.clear()
    }

    /// Exchanges the completions for `empty`, whose memory is used for the next ones.
    func collect(_ empty: inout [(RequestHandle, Completion)]) {
        state.withLock { swap(&$0.completions, &empty) }
    }
}
