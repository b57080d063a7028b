// On Linux DispatchSource is not marked Sendable; its methods are safe from any thread.
@unsafe @preconcurrency import Dispatch
import Glibc

/// Calls back when the process is asked to end.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    init(_ stop: @escaping @Sendable () -> Void) {
        sources = [SIGTERM, SIGINT].map { number in
            // The default action would end the process before the source is told.
            ignore(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler(handler: stop)
            return source
        }
    }

    func start() {
        for source in sources { source.activate() }
    }
}

/// A closed pipe is an error of a write, and a terminal that goes away is no reason to end.
func ignoreHarmlessSignals() {
    ignore(SIGPIPE)
    ignore(SIGHUP)
}
