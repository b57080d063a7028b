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
    /// What the operator is to be told besides, when the server starts.
    let warnings: [String]

    func run() -> Never {
        ignoreHarmlessSignals()
        keepFilesPrivate()
        checkReadyDescriptor()
        let address = checkAddress()
        let lanes = options.laneCount
        let places = checkOpenFiles(lanes)
        let use = takeShare()
        let log = ServeLog(
            options.log, hasPaths: options.logPaths == .on, lanes: lanes, to: Output.errors)
        let failures = FailureLog { log.say(.error, $0) }
        let storage = openStorage(use, failures)
        let isDraining = Flag()
        let serverMetrics = options.metrics == .nowhere ? nil : ServerMetrics(lanes: lanes)
        let metrics = serverMetrics.map {
            Metrics(
                server: $0, storage: storage, failures: failures, log: log,
                database: options.database, start: Clock.system.now())
        }
        let server = makeServer(
            on: address, lanes, atMost: places, storage, isDraining, failures, metrics, log)
        let monitor = makeMonitor(metrics)
        storage.onReplies(
            begin: { [weak server] in server?.holdCompletions() },
            end: { [weak server] in server?.releaseCompletions() })

        let manager = ServiceManager(socket: Environment.value("NOTIFY_SOCKET")) {
            log.say(.warning, $0)
        }
        let stopper = Stopper(
            delay: options.drainDelay, patience: options.limits.drainSeconds, manager: manager
        ) { done in
            drain(server, monitor) {
                storage.close { failure in
                    if let failure { failures.report(failure) }
                    log.close()
                    done()
                }
            }
        }
        let signals = Signals { stopper.stop(isDraining) }
        signals.start {
            log.start()
            for warning in warnings { log.say(.warning, warning) }
            server.start()
            monitor?.start()
            announce(server.address, monitor?.address, hasAccounts: storage.hasAccounts, log)
            manager.tell(.ready(server.address.url))
            watch(server, storage, manager)
            handBackStart()
        }
        // Without this the optimiser may let go of them while they are needed.
        withExtendedLifetime((signals, use)) { sleepForever() }
    }

    /// Lets the service manager know from time to time that each lane and
    /// the writer are alive, if it wants to.
    private func watch(_ server: Server, _ storage: Storage, _ manager: ServiceManager) {
        let interval = Watchdog.interval(Environment.value, process: processID())
        guard let interval else { return }
        let lanes = server.lanes.map { lane in
            { @Sendable (answer: @escaping @Sendable () -> Void) in lane.probeLiveness(answer) }
        }
        let workers: [Watchdog.Worker] = lanes + [{ storage.probeLiveness($0) }]
        Watchdog(every: interval, workers) { manager.tell(.alive) }.start()
    }

    /// Lets the server finish, and then whoever watched it do so.
    private func drain(
        _ server: Server, _ monitor: Server?, _ done: @escaping @Sendable () -> Void
    ) {
        server.drain {
            guard let monitor else { return done() }
            monitor.drain(done)
        }
    }

    /// Ends when `--ready-fd` names nothing: the number would soon be that of the database itself.
    private func checkReadyDescriptor() {
        guard let descriptor = options.readyDescriptor, !isOpen(Int32(descriptor)) else { return }
        let failure = UsageFailure.badValue(
            option: "--ready-fd", value: "\(descriptor)", expected: "a descriptor that is open")
        Output.fail(failure.sentence, .usage)
    }

    /// The address that is to be served; ends when one of those that were named is none, or a socket
    /// that was handed over is not fit for it.
    private func checkAddress() -> ListenAddress {
        if case .address(let host, let port) = options.metrics {
            checkHost(of: ListenAddress(host: host, port: port), "--metrics")
        }
        guard let inherited = options.inherited else {
            let address = ListenAddress(host: options.host, port: UInt16(options.port))
            checkHost(of: address, "--port")
            return address
        }
        let address: ListenAddress
        do throws(ListenFailure) {
            address = try ListenAddress.ofInherited(inherited)
        } catch {
            fail(error, ListenAddress(host: options.host, port: 0))
        }
        return address
    }

    private func checkHost(of address: ListenAddress, _ option: String) {
        if !address.isNumeric { fail(.notAnAddress(address.host), address, option) }
    }

    private func fail(
        _ failure: ListenFailure, _ address: ListenAddress, _ option: String = "--port"
    ) -> Never {
        Output.fail(
            failure.sentence(host: address.host, port: address.port, option: option),
            failure.exitCode)
    }

    /// How many connections there can be; ends when they are too few.
    private func checkOpenFiles(_ lanes: Int) -> Int {
        var files = OpenFiles(allowed: raiseDescriptorLimit(), lanes: lanes)
        if case .address = options.metrics { files.hasMonitor = true }
        guard let connections = files.connections else { Output.fail(files.sentence, .failure) }
        return connections
    }

    /// A share in the database for as long as the process lives: nothing
    /// else is put in its place, and its schema stays as it is.
    private func takeShare() -> DatabaseUse {
        do throws(CommandFailure) {
            return try DatabaseUse(makingFolderOf: options.database)
        } catch {
            Output.fail(error.sentence, .failure)
        }
    }

    /// The database, opened once where its schema is up to date, as it is at every usual restart.
    private func openStorage(_ use: DatabaseUse, _ log: FailureLog) -> Storage {
        var settings = Storage.Options()
        settings.report = { log.report($0) }
        settings.hasExclusiveAccess = false
        settings.ownerItems = options.ownerItems
        settings.ownerHistory = options.ownerHistory
        do throws(CommandFailure) {
            if let storage = try openStorage(settings) { return storage }
            _ = try use.bringUpToDate(waiting: settings.busyMilliseconds)
            guard let storage = try openStorage(settings) else {
                throw .open(.older, options.database)
            }
            return storage
        } catch {
            Output.fail(error.sentence, .failure)
        }
    }

    /// Nil when its schema has to be brought up to date first.
    private func openStorage(_ settings: Storage.Options) throws(CommandFailure) -> Storage? {
        do throws(OpenFailure) {
            return try Storage.open(
                options.database, options: settings, clock: .system, steady: .sinceBoot)
        } catch .older {
            return nil
        } catch {
            throw .open(error, options.database)
        }
    }

    private func makeServer(
        on address: ListenAddress, _ lanes: Int, atMost places: Int, _ storage: Storage,
        _ isDraining: Flag, _ failures: FailureLog, _ metrics: Metrics?, _ log: ServeLog
    ) -> Server {
        var configuration = Server.Configuration()
        configuration.listening =
            options.inherited.map(Listening.inherited)
            ?? .address(host: address.host, port: address.port)
        configuration.limits = options.limits(on: address.host)
        configuration.limits.connections = min(
            configuration.limits.connections, places)
        configuration.metrics = metrics?.server
        configuration.logs = log.makeLanes()
        let geocoder = makeGeocoder(storage)
        let accounts =
            options.wantsTokens(on: address.host) ? startAccounts(storage, failures) : nil
        var handlers: [any Handler] = []
        for _ in 0..<lanes {
            let items = storage.repository()
            let app = App(
                items: items,
                authMode: accounts.map { .accounts($0.dependencies(of: items)) }
                    ?? .anonymous(storage.localOwner),
                ids: .version7(.fine), maxBody: options.maxBody,
                geocoding: geocoder.map {
                    App.GeocodingServices(cache: items, geocoder: $0, clock: .system)
                },
                origins: options.origins,
                crossSite: options.crossSiteGuard(on: address.host),
                metrics: options.metrics == .main ? metrics.map(source) : nil,
                isDraining: { isDraining.isSet }, report: { failures.report($0) })
            handlers.append(app)
        }
        return makeServer(configuration, handlers, address)
    }

    /// What lets people in, of all lanes, with its thread.
    private func startAccounts(_ storage: Storage, _ failures: FailureLog) -> ServedAccounts {
        let accounts = ServedAccounts(options, storage, failures)
        do throws(HashingFailure) {
            try accounts.start()
        } catch {
            Output.fail(error.sentence, .failure)
        }
        return accounts
    }

    /// The server for those who watch, when it has an address of its own.
    private func makeMonitor(_ metrics: Metrics?) -> Server? {
        guard case .address(let host, let port) = options.metrics, let metrics else { return nil }
        var configuration = Server.Configuration()
        configuration.listening = .address(host: host, port: port)
        configuration.limits.connections = OpenFiles.monitorConnections
        configuration.limits.connectionsPerAddress = OpenFiles.monitorConnections
        configuration.limits.drainSeconds = 1
        return makeServer(
            configuration, [MetricsApp(source(metrics))], ListenAddress(host: host, port: port),
            named: "--metrics")
    }

    private func source(_ metrics: Metrics) -> MetricsSource {
        { metrics.write(to: &$0) }
    }

    /// The one geocoder of all lanes, nil when nobody is to be asked.
    private func makeGeocoder(_ storage: Storage) -> (any Geocoder)? {
        guard let provider = options.geocoder else { return nil }
        var limits = ProviderGeocoder.Limits()
        limits.budgetSeconds = options.geocoderBudget
        return ProviderGeocoder(
            Nominatim(base: provider), session: CurlSession(), scheduler: .dispatch(),
            clock: .system,
            limits: limits, userAgent: "toodoo/\(Build.version)"
        ) { storage.remember($0) }
    }

    private func makeServer(
        _ configuration: Server.Configuration, _ handlers: [any Handler],
        _ address: ListenAddress, named option: String = "--port"
    ) -> Server {
        do throws(ListenFailure) {
            return try Server(configuration, handlers: handlers) {
                App.overloadResponse(now: Clock.system.now())
            }
        } catch {
            fail(error, address, option)
        }
    }

    private func announce(
        _ address: ListenAddress, _ monitor: ListenAddress?, hasAccounts: Bool, _ log: ServeLog
    ) {
        let url = address.url
        // Whether or not somebody reads this, it serves.
        try? Output.lineThatMatters("toodoo listens on \(url)")
        if options.isOpenToOthers(on: address.host) {
            log.say(
                .warning,
                "--auth off lets everyone who reaches \(address.host) read and change all items")
        }
        if !options.wantsTokens(on: address.host) {
            log.say(
                .info,
                """
                try: curl -H 'Content-Type: application/json' -d '{"title":"Buy milk"}' \(url)/items
                """)
        } else if !hasAccounts {
            log.say(
                .info,
                """
                nobody has an account yet; make the first one with \
                toodoo user add --email you@example.org \
                (in a container: docker exec -it CONTAINER toodoo user add --email you@example.org)
                """)
        }
        if let monitor { log.say(.info, "metrics are at \(monitor.url)/metrics") }
        if let descriptor = options.readyDescriptor { signalReadiness(Int32(descriptor)) }
    }
}
