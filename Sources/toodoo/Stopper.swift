import Dispatch

/// Stops the server on the first signal, and the process on the second.
final class Stopper: Sendable {
    /// What the last commit and the end of the log may take, beside what clients may.
    private static let secondsToClose = 30

    private let delay: Int
    private let patience: Int
    private let manager: ServiceManager
    private let drain: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        delay: Int, patience: Int, manager: ServiceManager,
        drain: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.delay = delay
        self.patience = patience
        self.manager = manager
        self.drain = drain
    }

    func stop(_ isDraining: Flag) {
        guard isDraining.set() else { Output.exit(.interrupted) }
        manager.tell(.stopping(seconds: delay + patience + Self.secondsToClose))
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) { [self] in
            drain { Output.exit(.success) }
        }
    }
}
