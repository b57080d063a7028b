// On Linux DispatchSource is not marked Sendable; its methods are safe from any thread.
@unsafe @preconcurrency import Dispatch
import Glibc

/// Calls back on SIGTERM and SIGINT.
final class Signals {
    private let queue = DispatchQueue(label: "toodoo.signals")
    private let sources: [any DispatchSourceSignal]

    init(_ stop: @escaping @Sendable () -> Void) {
        sources = [SIGTERM, SIGINT].map { [queue] number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: stop)
            return source
        }
    }

    /// Registers the handlers, and calls `ready` when no signal can be missed any more.
    ///
    /// Dispatch registers a signal on a thread of its own. Until then the default action ends the
    /// process, which is right before it serves.
    func start(_ ready: @escaping @Sendable () -> Void) {
        let registrations = DispatchGroup()
        for source in sources {
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.activate()
        }
        registrations.notify(queue: queue, execute: ready)
    }
}

/// Suspends this thread forever, with the two signals of `Signals` blocked.
///
/// All other signals need this thread unblocked: the other threads block nearly all, and a service
/// manager ends a server that hangs by SIGABRT. `dispatchMain` would end the thread, for which the
/// C library loads another library (pthread_exit(3)).
func waitForSignalsForever() -> Never {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGINT)
    while true { unsafe sigsuspend(&signals) }
}

/// Installs the handlers that process 1 of a container needs.
///
/// The kernel takes no default action for process 1 (pid_namespaces(7)): a SIGTERM or SIGINT before
/// `Signals.start` would be lost, and stopping the container would take until its time-out. Orphans
/// become its children; their exit status is not needed, so the kernel discards it (sigaction(2),
/// SA_NOCLDWAIT). Signals are not passed on to them.
func installInitSignalHandlers() {
    guard getpid() == 1 else { return }
    ignore(SIGCHLD)
    for number in [SIGTERM, SIGINT] { signal(number) { _exit(128 + $0) } }
}

/// Ignores SIGPIPE and SIGHUP: a closed pipe is an error of the write, and the loss of the terminal
/// does not end the process.
func ignorePipeAndHangupSignals() {
    ignore(SIGPIPE)
    ignore(SIGHUP)
}
