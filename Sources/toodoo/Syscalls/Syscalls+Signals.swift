// On Linux DispatchSource is not marked Sendable; its methods are safe from any thread.
@unsafe @preconcurrency import Dispatch
import Glibc

/// Calls back when the process is asked to end.
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

    /// Begins to listen, and calls `ready` when no signal can be missed any more.
    ///
    /// Dispatch takes a signal over on a thread of its own. Until then the default action holds:
    /// whoever wants the process to end before it serves gets what he wants.
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

/// Has this thread do nothing more, and takes neither of the two signals from `Signals`.
///
/// All others have to find it awake for them: the other threads block nearly all there are, and a
/// service manager ends a server that hangs by SIGABRT. Dispatch's own way to do this, `dispatchMain`,
/// ends the thread, for which the C library loads a library first (pthread_exit(3)).
func waitForSignalsForever() -> Never {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGINT)
    while true { unsafe sigsuspend(&signals) }
}

/// Does what a container's first process must, when this is it.
///
/// The kernel takes no default action for it (pid_namespaces(7)): a SIGTERM or SIGINT that comes
/// before the server takes them over would be lost, and whoever stops the container would wait
/// for nothing. And orphans become its children: since nobody asks how they ended, the kernel is
/// told to keep nothing of them (sigaction(2), SA_NOCLDWAIT). No signal is passed on to them.
func installInitSignalHandlers() {
    guard getpid() == 1 else { return }
    ignore(SIGCHLD)
    for number in [SIGTERM, SIGINT] { signal(number) { _exit(128 + $0) } }
}

/// A closed pipe is an error of a write, and a terminal that goes away is no reason to end.
func ignorePipeAndHangupSignals() {
    ignore(SIGPIPE)
    ignore(SIGHUP)
}
