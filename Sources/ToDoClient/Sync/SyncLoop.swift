import Foundation

/// Keeps a store in touch with its server until its task is cancelled.
struct SyncLoop {
    /// The longest pause between attempts, in seconds.
    private static let longestPause: Double = 300
    /// The pause between questions if the session has no streams, in seconds.
    private static let pollInterval: Double = 30

    private let store: ToDoItemStore
    private let client: APIClient
    private let bell: Bell
    private let timer: LoopTimer
    private let listener: ChangeListener

    init(_ store: ToDoItemStore, _ client: APIClient, _ bell: Bell) {
        self.store = store
        self.client = client
        self.bell = bell
        timer = LoopTimer(store.environment, bell)
        listener = ChangeListener(store, client, bell)
    }

    func run() async {
        defer {
            timer.cancel()
            listener.cancel()
        }
        var failures = 0
        while !Task.isCancelled {
            do throws(SyncError) {
                bell.clear(.write)
                try await store.syncOnce()
                failures = 0
                await waitForNews()
            } catch {
                guard !Task.isCancelled else { return }
                failures += 1
                await wait(after: error, failures)
            }
        }
    }

    /// Waits until there is something to send or to fetch.
    private func waitForNews() async {
        listener.listen()
        while let reasons = await bell.wait(for: { _ in true }) {
            if reasons.contains(.write) || reasons.contains(.restart) { return }
            if reasons.contains(.event), listener.hasNews() { return }
            for reason in reasons {
                switch reason {
                case .streamEnded(let wasAlive):
                    // A stream that brought nothing twice is one that could not be opened.
                    guard listener.reopens(wasAlive: wasAlive) else { return }
                    listener.listen()
                case .streamFailed:
                    if listener.failures == 1 { return }
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

    /// Waits after a failure; only a successful `sync()` goes first.
    private func wait(after error: SyncError, _ failures: Int) async {
        if case .signedOut = error {
            _ = await bell.wait { $0 == .synced || $0 == .restart }
            return
        }
        let pause =
            error.retryAfter
            + Self.pause(failures, store.environment, upTo: Self.longestPause)
        let until = store.environment.now().addingTimeInterval(pause)
        store.show(store.synchronizer.status(resting: .waiting(until: until)))
        timer.start(pause)
        while let reasons = await bell.wait(for: Self.endsPause) {
            let isOver = reasons.contains { reason in
                if case .timer(let number) = reason { return timer.isCurrent(number) }
                return true
            }
            if isOver { return }
        }
    }

    private static func endsPause(_ reason: Bell.Reason) -> Bool {
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

/// Rings when a time has passed; one at a time.
final class LoopTimer: Sendable {
    private let environment: ToDoEnvironment
    private let bell: Bell
    private let state = Locked((number: 0, task: Task<Void, Never>?.none))

    init(_ environment: ToDoEnvironment, _ bell: Bell) {
        self.environment = environment
        self.bell = bell
    }

    func start(_ seconds: Double) {
        state.withLock { state in
            state.task?.cancel()
            state.number += 1
            let number = state.number
            state.task = Task { [environment, bell] in
                guard (try? await environment.sleep(.seconds(seconds))) != nil else { return }
                bell.ring(.timer(number))
            }
        }
    }

    /// Whether a ring is that of the timer which was started last.
    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.number == number } }

    func cancel() {
        state.withLock { state in
            state.task?.cancel()
            state.number += 1
        }
    }
}
