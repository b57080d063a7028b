import API
import Accounts
import Dispatch
import Geocoding
import HTTP
import HTTPServer
import Items
import SQLiteStorage

/// Puts a server together and runs it until it is told to stop.
struct ServeCommand {
    let options: ServeOptions

    func run() -> Never {
        ignoreHarmlessSignals()
        keepFilesPrivate()
        checkReadyDescriptor()
        let address = checkAddress()
        let lanes = options.lanes ?? coreCount()
        let places = checkOpenFiles(lanes)
        let use = takeShare()
        let log = FailureLog()
        let storage = openStorage(log)
        let isDraining = Flag()
        let server = makeServer(
            on: address, lanes, atMost: places, storage, isDraining, log)
        storage.onCommit { [weak server] in server?.wakeStreams() }

        let manager = ServiceManager(socket: Environment.value("NOTIFY_SOCKET"))
        let stopper = Stopper(
            delay: options.drainDelay, patience: options.limits.drainSeconds, manager: manager
        ) { done in
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
            announce(server.address, hasAccounts: storage.hasAccounts)
            manager.tell(.ready(server.address.url))
            watch(server, storage, manager)
        }
        // Without this the optimiser may let go of them before the loop that waits for the signals.
        withExtendedLifetime((signals, use)) { dispatchMain() }
    }

    /// Lets the service manager know from time to time that each lane and the writer are alive, if it
    /// wants to.
    private func watch(_ server: Server, _ storage: Storage, _ manager: ServiceManager) {
        let interval = Watchdog.interval(Environment.value, process: processID())
        guard let interval else { return }
        let lanes = server.lanes.map { lane in
            { @Sendable (answer: @escaping @Sendable () -> Void) in lane.ask(answer) }
        }
        let workers: [Watchdog.Worker] = lanes + [{ storage.ask($0) }]
        Watchdog(every: interval, workers) { manager.tell(.alive) }.start()
    }

    /// Ends when `--ready-fd` names nothing: the number would soon be that of the database itself.
    private func checkReadyDescriptor() {
        guard let descriptor = options.readyDescriptor, !isOpen(Int32(descriptor)) else { return }
        let failure = UsageFailure.badValue(
            option: "--ready-fd", value: "\(descriptor)", expected: "a descriptor that is open")
        Output.fail(failure.sentence, .usage)
    }

    /// The address that is to be served; ends when a socket that was handed over is not fit for it.
    private func checkAddress() -> ListenAddress {
        guard let inherited = options.inherited else {
            return ListenAddress(host: options.host, port: UInt16(options.port))
        }
        let address: ListenAddress
        do throws(ListenFailure) {
            address = try ListenAddress.ofInherited(inherited)
        } catch {
            Output.fail(error.sentence(host: options.host, port: 0), error.exitCode)
        }
        return address
    }

    /// How many connections there can be; ends when they are too few.
    private func checkOpenFiles(_ lanes: Int) -> Int {
        let files = OpenFiles(allowed: raiseDescriptorLimit(), lanes: lanes)
        guard let connections = files.connections else { Output.fail(files.sentence, .failure) }
        return connections
    }

    /// A share in the database for as long as the process lives: nothing else is put in its place, and
    /// its schema stays as it is from here on.
    private func takeShare() -> DatabaseUse {
        do throws(CommandFailure) {
            let use = try DatabaseUse(makingFolderOf: options.database)
            _ = try use.bringUpToDate(waiting: 2_000)
            return use
        } catch {
            Output.fail(error.sentence, .failure)
        }
    }

    private func openStorage(_ log: FailureLog) -> Storage {
        do throws(OpenFailure) {
            var settings = Storage.Options()
            settings.report = { log.report($0) }
            return try Storage.open(options.database, options: settings, clock: .system)
        } catch {
            Output.fail(error.sentence(options.database), .failure)
        }
    }

    private func makeServer(
        on address: ListenAddress, _ lanes: Int, atMost places: Int, _ storage: Storage,
        _ isDraining: Flag, _ log: FailureLog
    ) -> Server {
        var configuration = Server.Configuration()
        configuration.listening =
            options.inherited.map(Listening.inherited)
            ?? .address(host: address.host, port: address.port)
        configuration.limits = options.limits(on: address.host)
        configuration.limits.connections = min(
            configuration.limits.connections, places)
        do throws(OpenFailure) {
            let geocoder = makeGeocoder(storage)
            let accounts =
                options.wantsTokens(on: address.host) ? makeAccounts(storage, log) : nil
            var handlers: [any Handler] = []
            for _ in 0..<lanes {
                let items = try storage.repository()
                let parts = App.Parts(
                    items: items,
                    access: accounts.map { .accounts($0.services(of: items)) }
                        ?? .everyone(storage.localOwner),
                    ids: .version7(.system), maxBody: options.maxBody,
                    places: geocoder.map {
                        App.Places(memory: items, geocoder: $0, clock: .system)
                    },
                    origins: options.origins,
                    isDraining: { isDraining.isSet }, report: { log.report($0) })
                handlers.append(App(parts))
            }
            return makeServer(configuration, handlers, address)
        } catch {
            Output.fail(error.sentence(options.database), .failure)
        }
    }

    /// What lets people in, of all lanes.
    private func makeAccounts(_ storage: Storage, _ log: FailureLog) -> ServedAccounts {
        do throws(HashingFailure) {
            return try ServedAccounts(options, storage, log)
        } catch {
            Output.fail(error.sentence, .failure)
        }
    }

    /// The one geocoder of all lanes, nil when nobody is to be asked.
    private func makeGeocoder(_ storage: Storage) -> (any Geocoder)? {
        guard let provider = options.geocoder else { return nil }
        var limits = ProviderGeocoder.Limits()
        limits.budgetSeconds = options.geocoderBudget
        return ProviderGeocoder(
            Nominatim(base: provider), session: CurlSession(), pace: .dispatch(), clock: .system,
            limits: limits, userAgent: "toodoo/\(ToodooCommand.version)"
        ) { storage.remember($0) }
    }

    private func makeServer(
        _ configuration: Server.Configuration, _ handlers: [any Handler],
        _ address: ListenAddress
    ) -> Server {
        do throws(ListenFailure) {
            return try Server(configuration, handlers: handlers) {
                App.turnAway(now: Clock.system.now())
            }
        } catch {
            Output.fail(error.sentence(host: address.host, port: address.port), error.exitCode)
        }
    }

    private func announce(_ address: ListenAddress, hasAccounts: Bool) {
        let url = address.url
        Output.line("toodoo listens on \(url)")
        if options.isOpenToOthers(on: address.host) {
            Output.log(
                "toodoo: warning: --auth off lets everyone who reaches this address read and change all items"
            )
        }
        if !options.wantsTokens(on: address.host) {
            Output.log(
                """
                try: curl -H 'Content-Type: application/json' -d '{"title":"Buy milk"}' \(url)/items
                """)
        } else if !hasAccounts {
            Output.log(
                """
                nobody has an account yet; make the first one with
                  toodoo user add --email you@example.org
                in a container: docker exec -it CONTAINER toodoo user add --email you@example.org
                """)
        }
        if let descriptor = options.readyDescriptor { signalReadiness(Int32(descriptor)) }
    }
}
