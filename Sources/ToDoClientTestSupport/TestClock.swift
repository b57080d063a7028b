public import Foundation
public import ToDoClient

/// The double of the clock and the random numbers: a test sets the time.
public final class TestClock: Sendable {
    private struct Sleeper: Sendable {
        let end: Date
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now: Date
        var random = 0.5
        var sleeps: [Duration] = []
        var sleepers: [UUID: Sleeper] = [:]
        var cancelled: Set<UUID> = []
    }

    private let state: Locked<State>

    /// A clock at noon of a day in 2023.
    public convenience init() {
        self.init(now: Date(timeIntervalSince1970: 1_700_000_000))
    }

    /// A clock at this time.
    public init(now: Date) {
        state = Locked(State(now: now))
    }

    /// The time. Setting it to a later one ends the sleeps until then.
    public var now: Date {
        get { state.withLock { $0.now } }
        set { set { $0 = newValue } }
    }

    /// The random number of all calls; at first 0.5.
    public var random: Double {
        get { state.withLock { $0.random } }
        set { state.withLock { $0.random = newValue } }
    }

    /// The durations of all sleeps that have begun, in order.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Advances the time and ends the sleeps until then.
    ///
    /// A sleep that begins afterwards lasts from the new time on, except one whose end was shown
    /// before, as `SyncStatus.waiting` does: it ends at the shown time.
    public func advance(by seconds: TimeInterval) {
        set { $0.addTimeInterval(seconds) }
    }

    private func set(_ change: (inout Date) -> Void) {
        let woken = state.withLock { state in
            change(&state.now)
            let now = state.now
            let woken = state.sleepers.filter { $0.value.end <= now }
            for id in woken.keys { state.sleepers[id] = nil }
            return woken.values.sorted { $0.end < $1.end }
        }
        for sleeper in woken { sleeper.wake.resume() }
    }

    /// An environment with the time and the random number of this clock.
    public var environment: ToDoEnvironment {
        ToDoEnvironment(
            now: { [self] in now }, sleep: { [self] in try await sleep($0) },
            random: { [self] in random })
    }

    private func sleep(_ duration: Duration) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isOver = begin(id, duration, wake)
                if isOver { wake.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Whether the sleep ends at once.
    private func begin(
        _ id: UUID, _ duration: Duration, _ wake: CheckedContinuation<Void, any Error>
    ) -> Bool {
        state.withLock { state in
            state.sleeps.append(duration)
            // Cancelled before it began.
            if state.cancelled.remove(id) != nil { return true }
            let (seconds, attoseconds) = duration.components
            guard seconds > 0 || attoseconds > 0 else { return true }
            let end =
                ToDoEnvironment.wakeTime
                ?? state.now.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
            guard end > state.now else { return true }
            state.sleepers[id] = Sleeper(end: end, wake: wake)
            return false
        }
    }
}
