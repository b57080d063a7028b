import Foundation

/// Keeps a store in sync with its server until its task is cancelled.
struct SyncLoop {
    /// The longest pause between attempts, in seconds.
    private static let longestPause: Double = 300
    /// The signals of streams in a row that may bring nothing before there are pauses.
    private static let fruitlessLimit = 10
    /// The pause between polls if the session has no streams, in seconds.
    private static let pollInterval: Double = 30

    private let store: ToDoItemStore
    private let client: APIClient
    private let trigger: SyncTrigger
    private let timer: LoopTimer
    private let listener: ChangeListener

    init(_ store: ToDoItemStore, _ client: APIClient, _ trigger: SyncTrigger) {
        self.store = store
        self.client = client
        self.trigger = trigger
        timer = LoopTimer(store.environment, trigger)
        listener = ChangeListener(store, client, trigger)
    }

    func run() async {
        defer {
            timer.cancel()
            listener.cancel()
        }
        var failures = 0
        var fruitless = 0
        while !Task.isCancelled {
            do throws(SyncError) {
                trigger.clear(.write)
                if try await store.syncOnce() { fruitless = 0 }
                failures = 0
                await waitForChanges(&fruitless)
            } catch {
                guard !Task.isCancelled else { return }
                failures += 1
                if case .noRoom = error {
                    // A write here or elsewhere can make room.
                    timer.start(Self.pause(failures, store.environment, upTo: Self.longestPause))
                    await waitForChanges(&fruitless)
                } else {
                    await wait(after: error, failures)
                }
            }
        }
    }

    /// Waits until there is something to send or to fetch.
    ///
    /// `fruitless` counts the signals of streams since the last sync that brought or sent something.
    private func waitForChanges(_ fruitless: inout Int) async {
        listener.listen()
        var hasEnded = false
        while let reasons = await trigger.wait(for: { _ in true }) {
            if reasons.contains(.write) || reasons.contains(.restart) { return }
            let hasNews = reasons.contains(.event) && listener.hasNewChanges()
            if hasNews || reasons.contains(where: \.isEndOfStream) {
                fruitless += 1
                guard fruitless <= Self.fruitlessLimit else {
                    // Streams that end at once, or tell of changes that there are not.
                    listener.drop()
                    return await pause(after: fruitless - Self.fruitlessLimit)
                }
            }
            if hasNews { return }
            for reason in reasons {
                switch reason {
                case .streamEnded(let receivedData):
                    // Two streams in a row without data count as a failure to open one.
                    guard listener.reopens(receivedData: receivedData) else { return }
                    hasEnded = true
                    listener.listen()
                case .streamFailed:
                    // A sync shows at once whether the server can be reached, also after a stream
                    // that has ended without data.
                    if listener.failures == 1 || hasEnded && listener.failures == 2 { return }
                    timer.start(Self.pause(listener.failures, store.environment, upTo: 30))
                case .streamUnsupported:
                    timer.start(Self.pollInterval)
                case .timer(let number):
                    if timer.isCurrent(number) { return }
                default:
                    break
                }
            }
        }
    }

    /// Waits without a stream; a write, a restart or a successful `sync()` ends the wait early.
    private func pause(after fruitless: Int) async {
        timer.start(Self.pause(fruitless, store.environment, upTo: Self.longestPause))
        while let reasons = await trigger.wait(for: { $0 == .write || Self.endsPause($0) }) {
            let isOver = reasons.contains { reason in
                if case .timer(let number) = reason { return timer.isCurrent(number) }
                return true
            }
            if isOver { return }
        }
    }

    /// Waits after a failure; only a successful `sync()` or a restart ends the wait early.
    private func wait(after error: SyncError, _ failures: Int) async {
        if case .signedOut = error {
            _ = await trigger.wait { $0 == .synced || $0 == .restart }
            return
        }
        let pause =
            error.retryAfter
            + Self.pause(failures, store.environment, upTo: Self.longestPause)
        let until = timer.start(pause)
        store.show(
            store.synchronizer.status(
                whenIdle: .waiting(until: until, because: SyncStatus.Reason(error))))
        while let reasons = await trigger.wait(for: Self.endsPause) {
            let isOver = reasons.contains { reason in
                if case .timer(let number) = reason { return timer.isCurrent(number) }
                return true
            }
            if isOver { return }
        }
    }

    private static func endsPause(_ reason: SyncTrigger.Reason) -> Bool {
        switch reason {
        case .timer, .synced, .restart: true
        default: false
        }
    }

    /// Half to whole of 1, 2, 4 … seconds.
    private static func pause(
        _ failures: Int, _ environment: ToDoEnvironment, upTo longest: Double
    ) -> Double {
        let whole = min(longest, pow(2, Double(failures - 1)))
        return whole * (0.5 + 0.5 * environment.random())
    }
}

/// Signals the trigger when a time has passed; one timer at a time.
final class LoopTimer: Sendable {
    private let environment: ToDoEnvironment
    private let trigger: SyncTrigger
    private let state = Locked((number: 0, task: Task<Void, Never>?.none))

    init(_ environment: ToDoEnvironment, _ trigger: SyncTrigger) {
        self.environment = environment
        self.trigger = trigger
    }

    /// Replaces the timer; returns the time at which it signals.
    @discardableResult
    func start(_ seconds: Double) -> Date {
        let end = environment.now().addingTimeInterval(seconds)
        state.withLock { state in
            state.task?.cancel()
            state.number += 1
            let number = state.number
            state.task = Task { [environment, trigger] in
                let sleep: Void? = try? await ToDoEnvironment.$wakeTime.withValue(end) {
                    try await environment.sleep(.seconds(seconds))
                }
                if sleep != nil { trigger.signal(.timer(number)) }
            }
        }
        return end
    }

    /// Whether a signal comes from the timer that was started last.
    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.number == number } }

    func cancel() {
        state.withLock { state in
            state.task?.cancel()
            state.number += 1
        }
    }
}
