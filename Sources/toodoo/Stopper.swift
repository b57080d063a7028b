import Dispatch

/// Stops the server on the first signal, and the process on the second.
final class Stopper: Sendable {
    private let delay: Int
    private let manager: ServiceManager
    private let drain: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        delay: Int, manager: ServiceManager,
        drain: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.delay = delay
        self.manager = manager
        self.drain = drain
    }

    func stop(_ isDraining: Flag) {
        guard isDraining.set() else { Output.exit(.interrupted) }
        manager.tell(.stopping)
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) { [self] in
            drain { Output.exit(.success) }
        }
    }
}
