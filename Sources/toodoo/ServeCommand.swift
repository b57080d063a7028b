import API
import Dispatch
import HTTP
import HTTPServer
import Items
import SQLiteStorage
import Synchronization

/// Puts a server together and runs it until it is told to stop.
struct ServeCommand {
    let options: ServeOptions

    func run() -> Never {
        ignoreHarmlessSignals()
        keepFilesPrivate()
        checkReadyDescriptor()
        let storage = openStorage()
        let isDraining = Flag()
        let log = FailureLog()
        let server = makeServer(storage, isDraining, log)

        let stopper = Stopper(delay: options.drainDelay) { done in
            server.drain {
                storage.close { failure in
                    if let failure { log.report(failure) }
                    done()
                }
            }
        }
        let signals = Signals { stopper.stop(isDraining) }
        signals.start {
            server.start()
            announce(server.port)
        }
        // Without this the optimiser may let go of the signals before the loop that waits for them.
        withExtendedLifetime(signals) { dispatchMain() }
    }

    /// Ends when `--ready-fd` names nothing: the number would soon be that of the database itself.
    private func checkReadyDescriptor() {
        guard let descriptor = options.readyDescriptor, !isOpen(descriptor) else { return }
        let failure = UsageFailure.badValue(
            option: "--ready-fd", value: "\(descriptor)", expected: "a descriptor that is open")
        Output.fail(failure.sentence, .usage)
    }

    private func openStorage() -> Storage {
        do throws(Errno) {
            try makeFolder(of: options.database)
        } catch {
            Output.fail("the folder of \(options.database) cannot be made: \(error)", .failure)
        }
        do throws(OpenFailure) {
            return try Storage.open(options.database, clock: .system)
        } catch {
            Output.fail(error.sentence(options.database), .failure)
        }
    }

    private func makeServer(
        _ storage: Storage, _ isDraining: Flag, _ log: FailureLog
    ) -> Server {
        var configuration = Server.Configuration()
        configuration.host = options.host
        configuration.port = options.port
        let lanes = options.lanes ?? coreCount()
        // Each lane has an epoll set, a wake-up and the files of a SQLite connection. Some always
        // stay free: without one, libdispatch cannot open its threads in /proc, and traps.
        let reserve = 64 + 8 * lanes
        configuration.limits.connections = min(
            configuration.limits.connections, max(16, raiseDescriptorLimit() - reserve))
        do throws(OpenFailure) {
            var handlers: [any Handler] = []
            for _ in 0..<lanes {
                let parts = App.Parts(
                    items: try storage.repository(), owner: storage.localOwner,
                    ids: .version7(.system), isDraining: { isDraining.isSet },
                    report: { log.report($0) })
                handlers.append(App(parts))
            }
            return makeServer(configuration, handlers)
        } catch {
            Output.fail(error.sentence(options.database), .failure)
        }
    }

    private func makeServer(
        _ configuration: Server.Configuration, _ handlers: [any Handler]
    ) -> Server {
        do throws(ListenFailure) {
            return try Server(configuration, handlers: handlers) {
                App.turnAway(now: Clock.system.now())
            }
        } catch {
            Output.fail(error.sentence(host: options.host, port: options.port), error.exitCode)
        }
    }

    private func announce(_ port: UInt16) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let address = "http://\(host):\(port)"
        Output.line("toodoo listens on \(address)")
        Output.error(
            """
            try: curl -H 'Content-Type: application/json' -d '{"title":"Buy milk"}' \(address)/items
            """)
        if let descriptor = options.readyDescriptor { signalReadiness(descriptor) }
    }
}

/// A flag that is set once and read from everywhere.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    /// Sets it; false when it was set already.
    func set() -> Bool {
        !value.exchange(true, ordering: .relaxed)
    }
}

/// Stops the server on the first signal, and the process on the second.
final class Stopper: Sendable {
    private let delay: Int
    private let drain: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        delay: Int, drain: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.delay = delay
        self.drain = drain
    }

    func stop(_ isDraining: Flag) {
        guard isDraining.set() else { Output.exit(.interrupted) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) { [self] in
            drain { Output.exit(.success) }
        }
    }
}
