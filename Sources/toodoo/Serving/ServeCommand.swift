import API
import Accounts
import Dispatch
import HTTP
import HTTPServer
import Items
import Reminders
import Storage

/// Builds the server and runs it until a signal stops it.
struct ServeCommand {
    let options: ServeOptions
    /// Warnings that are logged at the start.
    let warnings: [String]
    /// Nil for a server that keeps its items.
    var sandbox: Sandbox?
    /// The clock of everything that is stored.
    var clock: Clock { sandbox?.clock ?? .system }

    func run() -> Never {
        ignorePipeAndHangupSignals()
        setPrivateUmask()
        checkReadyDescriptor()
        checkPageFolder()
        let address = checkAddress()
        // Before the database is made or migrated: the start may fail here.
        let listening = options.inherited.map(Listening.inherited) ?? bind(address)
        let metricsListening = options.metrics?.ownAddress.map { bind($0, "--metrics") }
        let lanes = options.laneCount
        let maxConnections = checkDescriptorLimit(lanes)
        let log = ServeLog(
            options.log, hasPaths: options.logPaths == .on, lanes: lanes, to: Output.errors)
        let failures = FailureLog { log.write($0, $1) }
        let timeZones = TimeZoneDirectory { log.write(.warning, $0) }
        let opened = openDatabase(failures, timeZones)
        let warnings = warnings + opened.warnings + [timeZones.warning].compactMap { $0 }
        let storage = opened.storage
        let isDraining = OnceFlag()
        let reminders = makeReminders(storage, timeZones, failures)
        let serverMetrics = options.metrics == .off ? nil : ServerMetrics(lanes: lanes)
        let metrics = serverMetrics.map {
            Metrics(
                server: $0, storage: storage, failures: failures, log: log,
                reminders: reminders?.sender.metrics, start: Clock.system.now())
        }
        let server = makeServer(
            on: address, listening, lanes, atMost: maxConnections, storage, timeZones, isDraining,
            failures, metrics, log, reminders)
        let metricsServer = makeMetricsServer(metricsListening, metrics)
        storage.revisionSignal.connect(
            prepare: { [weak server] in server?.prepareForRevisionSignal() },
            receive: { [weak server] in server?.receiveRevisionSignal() })

        let notifier = ServiceNotifier(socket: Environment.value("NOTIFY_SOCKET")) {
            log.write(.warning, $0)
        }
        let shutdown = ShutdownCoordinator(
            delay: options.drainDelay, drainSeconds: options.limits.drainSeconds,
            notifier: notifier, log: { log.write(.info, $0) }
        ) { done in
            drain(server, metricsServer, reminders) {
                storage.close { failure in
                    if let failure { failures.report(failure) }
                    sandbox?.removeFiles()
                    log.write(.info, "stopped")
                    log.close()
                    done()
                }
            }
        }
        let signals = Signals { shutdown.stop(isDraining) }
        signals.start {
            log.start()
            for warning in warnings { log.write(.warning, warning) }
            server.start()
            metricsServer?.start()
            reminders?.start()
            announce(
                server.address, metricsServer?.address, hasAccounts: storage.hasAccounts,
                setupToken: offerSetup(storage, on: server.address, failures),
                itemsWithoutAccount: itemsWithoutAccount(storage, on: server.address, failures), log
            )
            notifier.notify(.ready(server.address.reachable(machineAddresses()).urls))
            watch(server, storage, notifier)
            releaseStartupMemory()
        }
        // Otherwise the optimiser may release them while they are needed.
        withExtendedLifetime((signals, opened.lock)) { waitForSignalsForever() }
    }

    /// The number of items without an account, which are hidden after accounts are turned on.
    private func itemsWithoutAccount(
        _ storage: any Storage, on address: ListenAddress, _ failures: FailureLog
    ) -> Int {
        guard options.requiresTokens(on: address.host) else { return 0 }
        do throws(StorageFailure) {
            return try storage.itemsWithoutAccount()
        } catch {
            failures.report(error)
            return 0
        }
    }

    /// Starts the watchdog, if the service manager has requested one.
    private func watch(_ server: Server, _ storage: any Storage, _ notifier: ServiceNotifier) {
        let interval = Watchdog.interval(Environment.value, process: processID())
        guard let interval else { return }
        let lanes = server.lanes.map { lane in
            { @Sendable (answer: @escaping @Sendable () -> Void) in lane.probeLiveness(answer) }
        }
        let workers: [Watchdog.Worker] = lanes + [{ storage.probeLiveness($0) }]
        Watchdog(every: interval, workers) { notifier.notify(.alive) }.start()
    }

    /// Drains the server, then stops the sender of reminders and drains the metrics server.
    private func drain(
        _ server: Server, _ metricsServer: Server?, _ reminders: ServedReminders?,
        _ done: @escaping @Sendable () -> Void
    ) {
        let end: @Sendable () -> Void = {
            guard let metricsServer else { return done() }
            metricsServer.drain(done)
        }
        server.drain {
            guard let reminders else { return end() }
            reminders.sender.stop(end)
        }
    }

    /// Ends the process if the descriptor of `--ready-fd` is not open: its number would soon be the
    /// database's.
    private func checkReadyDescriptor() {
        guard let descriptor = options.readyDescriptor, !isOpen(Int32(descriptor)) else { return }
        Output.fail("--ready-fd must be an open descriptor, not \"\(descriptor)\"", .usage)
    }

    /// The address to serve; ends the process if an address is not numeric or an inherited socket
    /// is not suitable.
    private func checkAddress() -> ListenAddress {
        if let address = options.metrics?.ownAddress { checkHost(of: address, "--metrics") }
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

    private func bind(_ address: ListenAddress, _ option: String = "--port") -> Listening {
        do throws(ListenFailure) {
            return try Listening.bind(host: address.host, port: address.port)
        } catch {
            fail(error, address, option)
        }
    }

    private func fail(
        _ failure: ListenFailure, _ address: ListenAddress, _ option: String = "--port"
    ) -> Never {
        Output.fail(
            failure.message(host: address.host, port: address.port, option: option),
            failure.exitCode)
    }

    /// How many connections the descriptor limit allows; ends the process if they are too few.
    private func checkDescriptorLimit(_ lanes: Int) -> Int {
        var files = DescriptorBudget(allowed: raiseDescriptorLimit(), lanes: lanes)
        if case .address = options.metrics { files.hasMetricsServer = true }
        guard let connections = files.connections else { Output.fail(files.message, .failure) }
        return connections
    }

    private func makeServer(
        on address: ListenAddress, _ listening: Listening, _ lanes: Int,
        atMost maxConnections: Int, _ storage: any Storage, _ timeZones: TimeZoneDirectory,
        _ isDraining: OnceFlag, _ failures: FailureLog, _ metrics: Metrics?, _ log: ServeLog,
        _ reminders: ServedReminders?
    ) -> Server {
        var configuration = Server.Configuration()
        configuration.listening = listening
        if let sandbox { configuration.clocks = sandbox.clocks }
        configuration.limits = options.limits(on: address.host)
        configuration.limits.connections = min(
            configuration.limits.connections, maxConnections)
        configuration.metrics = metrics?.server
        configuration.logs = log.makeLanes()
        let geocoder = makeGeocoder(storage)
        let accounts =
            options.requiresTokens(on: address.host)
            ? startAccounts(on: address.host, storage, failures) : nil
        let page = makePage(on: address.host, log)
        let assistants =
            options.mcp == .on ? Assistants(version: Build.version, timeZones: timeZones) : nil
        let exchange = ExchangeServices(
            clock: clock, timeZones: timeZones,
            hasLocalCalendar: !options.isOpenToOthers(on: address.host),
            queue: ImportQueue { [files = DispatchQueue(label: "toodoo.imports")] in
                files.async(execute: $0)
            })
        var handlers: [any Handler] = []
        for _ in 0..<lanes {
            let items = storage.makeRepository()
            let app = App(
                items: items,
                authMode: accounts.map { .accounts($0.dependencies(of: items)) }
                    ?? .anonymous(storage.localOwner),
                ids: .version7(sandbox?.clock ?? .fine), maxBody: options.maxBody,
                geocoding: geocoder.map {
                    App.GeocodingServices(cache: items, geocoder: $0, clock: .system)
                },
                origins: options.origins,
                hostAndOrigin: options.hostAndOriginGuard(on: address.host), page: page,
                assistants: assistants, exchange: exchange,
                push: reminders.map { PushServices($0.services, repository: items) },
                metrics: options.metrics == .main ? metrics.map(source) : nil,
                faults: sandbox?.faults,
                isDraining: { isDraining.isSet }, report: { failures.report($0) })
            handlers.append(app)
        }
        return makeServer(configuration, handlers, address)
    }

    /// The accounts that all lanes share, with the password thread started.
    private func startAccounts(
        on host: String, _ storage: any Storage, _ failures: FailureLog
    ) -> SharedAccounts {
        let accounts = SharedAccounts(options, on: host, storage, failures, clock)
        do throws(HashingFailure) {
            try accounts.start()
        } catch {
            Output.fail(error.message, .failure)
        }
        return accounts
    }

    /// The server for `--metrics ADDRESS:PORT`.
    private func makeMetricsServer(_ listening: Listening?, _ metrics: Metrics?) -> Server? {
        guard let address = options.metrics?.ownAddress, let listening, let metrics else {
            return nil
        }
        var configuration = Server.Configuration()
        configuration.listening = listening
        configuration.limits.connections = DescriptorBudget.metricsConnections
        configuration.limits.connectionsPerAddress = DescriptorBudget.metricsConnections
        configuration.limits.drainSeconds = 1
        let app = MetricsApp(source(metrics), hostAndOrigin: options.metricsGuard(on: address.host))
        return makeServer(configuration, [app], address, named: "--metrics")
    }

    private func source(_ metrics: Metrics) -> MetricsSource {
        { metrics.write(to: &$0) }
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
}
