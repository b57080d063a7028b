import HTTP
import Synchronization

extension Lane {
    /// Waits for events; after some work without a pause the lane yields its core first.
    func wait() {
        let before = clocks.microseconds()
        if clock.yields(at: before) { clocks.yield() }
        poller.wait(&events, milliseconds: pollTimeout)
        clock.waited(from: before, to: clocks.microseconds())
    }

    /// How long to wait for events, in milliseconds; -1 sets no end.
    private var pollTimeout: Int {
        if !readyQueue.isEmpty || deadlines.hasExpired { return 0 }
        if isDraining { return drainState.isClosing ? 0 : 10 }
        // There was a signal since the round began, and the round may have handled its wake-up.
        if streams.live > 0, !awaitsRevisionSignal.load(ordering: .acquiring) { return 0 }
        // The log's thread held the lock; the lines are offered again.
        if log?.hasPending == true { return 1 }
        let next = min(handler.deadline ?? .max, streams.nextPoll ?? .max, deadlines.next ?? .max)
        return next == .max ? -1 : max(0, next - now)
    }
}
