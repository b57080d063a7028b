package import API
package import Accounts
import Dispatch
package import Items
import Synchronization

/// Tells the reminders of all owners, on one thread that runs while there is a subscription.
package final class ReminderSender: Sendable {
    /// What the sender works with.
    package struct Dependencies: Sendable {
        package let writer: any AccountWriter
        /// Makes the transport, on the sender's thread.
        package let transport: @Sendable () -> (any PushTransport)?
        package let vapid: VAPID
        package let addresses: PushAddresses
        package let zones: any TimeZoneDatabase
        package let clock: Clock
        package let report: @Sendable (StorageFailure) -> Void

        package init(
            writer: any AccountWriter, transport: @escaping @Sendable () -> (any PushTransport)?,
            vapid: VAPID, addresses: PushAddresses, zones: any TimeZoneDatabase, clock: Clock,
            report: @escaping @Sendable (StorageFailure) -> Void
        ) {
            self.writer = writer
            self.transport = transport
            self.vapid = vapid
            self.addresses = addresses
            self.zones = zones
            self.clock = clock
            self.report = report
        }
    }

    private struct State {
        var isRunning = false
        var isStopped = false
        /// Whether a subscription was made since the thread has claimed.
        var claimsNow = false
        /// The time of the next claim that the thread has planned.
        var nextClaim = Double.infinity
        var tests: [Subscription] = []
        var replies: [SenderLoop.Reply] = []
        var wake: (@Sendable () -> Void)?
        var onStop: (@Sendable () -> Void)?
    }

    /// The most tests that wait for the thread.
    private static let tests = 100

    package let metrics = SenderMetrics()
    private let dependencies: Dependencies
    private let queue = DispatchQueue(label: "toodoo.reminders")
    private let state = Mutex(State())

    package init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Starts the thread if there may be subscriptions: at the start, and when one was made.
    package func start() {
        let starts = state.withLock { state in
            guard !state.isStopped else { return false }
            state.claimsNow = true
            state.wake?()
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { [self] in run() } }
    }

    /// Notes that an item was stored whose reminder is due at this time.
    package func note(reminderAt time: Double) {
        state.withLock { state in
            guard state.isRunning, time < state.nextClaim else { return }
            state.nextClaim = time
            state.claimsNow = true
            state.wake?()
        }
    }

    /// Sends a message to try a subscription; false if too many wait.
    package func test(_ subscription: Subscription) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.tests.count < Self.tests, !state.isStopped else { return false }
            state.tests.append(subscription)
            return true
        }
        if isAccepted { start() }
        return isAccepted
    }

    /// Begins no new message, and calls `done` when the results of those on their way are stored.
    package func stop(_ done: @escaping @Sendable () -> Void) {
        let isDone = state.withLock { state in
            state.isStopped = true
            guard state.isRunning else { return true }
            state.onStop = done
            state.wake?()
            return false
        }
        if isDone { done() }
    }

    private func run() {
        guard let transport = dependencies.transport() else { return end() }
        let waker = transport.waker
        state.withLock { $0.wake = waker }
        let loop = SenderLoop(
            transport: transport,
            requests: PushRequests(vapid: dependencies.vapid, addresses: dependencies.addresses),
            zones: dependencies.zones, metrics: metrics, report: dependencies.report
        ) { [self] write, reply in
            dependencies.writer.submit(.reminders(write)) { [self] result in
                state.withLock { $0.replies.append(reply(result)) }
                waker()
            }
        }
        var stoppedSince: Double?
        while true {
            let now = dependencies.clock.now()
            let (tests, replies, isStopped) = state.withLock { state in
                if state.claimsNow { loop.claimNow() }
                state.claimsNow = false
                // What is stored from now on may not be in the next claim.
                state.nextClaim = .infinity
                defer { (state.tests, state.replies) = ([], []) }
                return (state.tests, state.replies, state.isStopped)
            }
            for reply in replies { loop.take(reply, at: now) }
            for test in tests { loop.test(test) }
            loop.start(at: now, isEnding: isStopped)
            if isStopped {
                // A result that cannot be stored makes its message come twice; a stop that waits
                // for ever is worse.
                if stoppedSince == nil { stoppedSince = now }
                let hasWaited = now - (stoppedSince ?? now) > 15
                if loop.isIdle || hasWaited { return end() }
            }
            if loop.isIdle, !loop.hasSubscriptions, endIfIdle() { return }
            let sleep = loop.pause(at: now)
            state.withLock { $0.nextClaim = loop.nextClaim }
            // Rounded up, so that what is due is due after the sleep.
            let milliseconds = isStopped ? 100 : Int((sleep * 1_000).rounded(.up))
            for (number, answer) in transport.wait(milliseconds: milliseconds) {
                loop.take(answer, of: number, at: dependencies.clock.now())
            }
        }
    }

    /// Ends the thread unless something has come meanwhile.
    private func endIfIdle() -> Bool {
        state.withLock { state in
            guard !state.claimsNow, state.tests.isEmpty, state.replies.isEmpty, !state.isStopped
            else { return false }
            (state.isRunning, state.wake) = (false, nil)
            return true
        }
    }

    private func end() {
        let done = state.withLock { state in
            (state.isRunning, state.wake) = (false, nil)
            return state.onStop
        }
        done?()
    }
}
