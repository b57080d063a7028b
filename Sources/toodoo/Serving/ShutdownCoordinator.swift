import Dispatch

/// Drains the server on the first signal; ends the process on the second.
final class ShutdownCoordinator: Sendable {
    /// Time for the last commit and the end of the log, in addition to the drain time-out.
    private static let secondsToClose = 30

    private let delay: Int
    private let drainSeconds: Int
    private let notifier: ServiceNotifier
    private let log: @Sendable (String) -> Void
    private let drain: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        delay: Int, drainSeconds: Int, notifier: ServiceNotifier,
        log: @escaping @Sendable (String) -> Void,
        drain: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.delay = delay
        self.drainSeconds = drainSeconds
        self.notifier = notifier
        self.log = log
        self.drain = drain
    }

    func stop(_ isDraining: OnceFlag) {
        guard isDraining.set() else { Output.exit(.interrupted) }
        let (wait, limit) = (Seconds(count: delay).text, Seconds(count: drainSeconds).text)
        log(
            "stopping: " + (delay > 0 ? "new requests are served for \(wait), then " : "")
                + "requests under way may take \(limit); a second signal ends the server at once")
        notifier.notify(.stopping(seconds: delay + drainSeconds + Self.secondsToClose))
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) { [self] in
            drain { Output.exit(.success) }
        }
    }
}
