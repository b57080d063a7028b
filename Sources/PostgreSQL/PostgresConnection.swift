import CPostgres
import Glibc
import Telemetry

/// A connection to a server, used by one thread at a time.
///
/// It stays in pipeline mode: commands leave together, and their results are read while the rest is
/// still being sent. Otherwise a large batch would deadlock, since both sides would wait for the
/// other to read.
@safe
package final class PostgresConnection: PostgresSession {
    /// The settings of a connection besides those in its URL.
    package struct Options: Sendable {
        /// Seconds after which an attempt to connect to a host is given up, unless the URL says
        /// otherwise.
        package var connectSeconds = 5
        /// The wait for the answers to an exchange.
        package var answerMilliseconds = 10_000
        /// Settings of the server for this connection.
        package var settings: [(name: String, value: String)] = []
        package var metrics: PostgresMetrics?

        /// The defaults.
        package init() {}
    }

    /// The oldest server that is understood: PostgreSQL 15.
    package static let oldestServer = 150_000

    let library: PostgresLibrary
    /// Owned; finished once, in `close`. Nil when the connection is closed.
    private(set) var handle: OpaquePointer?
    private let answerMilliseconds: Int
    let metrics: PostgresMetrics?
    /// The prepared statements' numbers, by their SQL.
    var prepared: [String: Int] = [:]
    /// The number of statements that were prepared, or could not be.
    private var statements = 0
    /// The descriptor that is polled, which must not be closed before that has ended.
    var polled: Int32?
    /// Whether the connection was lost, and is yet to be closed.
    private var isLost = false
    /// What a pipeline expects of the server, of which so many were taken; and the reply that is
    /// being taken.
    var pending: [PendingReply] = []
    var taken = 0
    var reply: PostgresReply?
    var refusedPreparation: PostgresReply?
    /// The version of the server, as 150004 for 15.4.
    package let serverVersion: Int

    /// Connects; blocks until it has, or for `connectSeconds` for each host of the URL.
    ///
    /// What the URL says is libpq's to read (postgresql.org/docs/15/libpq-connect.html).
    package init(_ url: String, _ options: Options = Options()) throws(PostgresFailure) {
        let library = try PostgresLibrary.load()
        let functions = library.functions
        guard unsafe Self.isReadable(url, functions) else { throw .unreadableURL }
        // Earlier words are defaults of later ones.
        let words = [
            ("connect_timeout", "\(options.connectSeconds)"),
            ("fallback_application_name", "toodoo"),
            // A dead machine would otherwise be noticed after a quarter of an hour.
            ("tcp_user_timeout", "\(options.answerMilliseconds)"),
            ("dbname", url), ("client_encoding", "UTF8"),
        ]
        guard
            let handle = unsafe Self.connect(
                words.map(\.0), words.map(\.1), functions)
        else { throw .cannotConnect("libpq has no memory") }
        guard unsafe functions.status(handle) == CPOSTGRES_CONNECTION_OK else {
            let reason = unsafe Self.message(handle, functions)
            unsafe functions.finish(handle)
            options.metrics?.failedConnects.add()
            throw .cannotConnect(reason)
        }
        self.library = library
        unsafe self.handle = handle
        answerMilliseconds = options.answerMilliseconds
        metrics = options.metrics
        metrics?.connects.add()
        serverVersion = unsafe Int(functions.serverVersion(handle))
        guard serverVersion >= Self.oldestServer else {
            close()
            throw .oldServer(version: serverVersion)
        }
        // Notices would be printed to standard error.
        _ = unsafe functions.setNoticeReceiver(handle, { _, _ in }, nil)
        _ = unsafe functions.setnonblocking(handle, 1)
        _ = unsafe functions.enterPipelineMode(handle)
        guard !options.settings.isEmpty else { return }
        _ = try exchange(
            options.settings.map { setting in
                PostgresCommand("SELECT set_config($1, $2, false)") {
                    $0.append(setting.name)
                    $0.append(setting.value)
                }
            })
    }

    deinit {
        close()
    }

    package var isConnected: Bool { unsafe handle != nil && !isLost }

    package func close() {
        guard let handle = unsafe handle else { return }
        unsafe self.handle = nil
        prepared = [:]
        metrics?.closes.add()
        (pending, taken) = ([], 0)
        unsafe library.functions.finish(handle)
        if let polled { Glibc.close(polled) }
        polled = nil
    }

    package func exchange(
        _ commands: [PostgresCommand]
    ) throws(PostgresFailure) -> [PostgresRows] {
        let handle = unsafe try open()
        let began = Deadline.microseconds
        defer {
            metrics?.trips.add()
            metrics?.tripMicroseconds.add(Deadline.microseconds - began)
        }
        let deadline = Deadline(milliseconds: answerMilliseconds)
        var expected: [Expected] = []
        for command in commands {
            unsafe try send(command, on: handle, &expected)
        }
        guard unsafe library.functions.pipelineSync(handle) == 1 else { throw unsafe lost(handle) }
        return unsafe try receive(expected, on: handle, until: deadline)
    }

    package func execute(script: String) throws(PostgresFailure) {
        let handle = unsafe try open()
        let functions = library.functions
        let deadline = Deadline(milliseconds: answerMilliseconds)
        // The simple protocol, which takes several statements, is not for pipelines.
        guard unsafe functions.exitPipelineMode(handle) == 1,
            unsafe functions.sendQuery(handle, script) == 1
        else { throw unsafe lost(handle) }
        var failure: PostgresFailure?
        while let result = unsafe try next(on: handle, until: deadline) {
            defer { unsafe functions.clear(result) }
            if failure == nil, unsafe functions.resultStatus(result) == CPOSTGRES_FATAL_ERROR {
                unsafe failure = refusal(result)
            }
        }
        unsafe try requireConnection(handle)
        guard unsafe functions.enterPipelineMode(handle) == 1 else { throw unsafe lost(handle) }
        if let failure { throw failure }
    }

    package func notifications(
        within milliseconds: Int
    ) throws(PostgresFailure) -> [String] {
        let handle = unsafe try open()
        let functions = library.functions
        let deadline = Deadline(milliseconds: milliseconds)
        var payloads: [String] = []
        while true {
            while let notification = unsafe functions.notifies(handle) {
                payloads.append(unsafe String(cString: notification.pointee.payload))
                unsafe functions.freemem(notification)
            }
            guard payloads.isEmpty, unsafe wait(POLLIN, on: handle, until: deadline) else {
                return payloads
            }
            guard unsafe functions.consumeInput(handle) == 1 else { throw unsafe lost(handle) }
        }
    }
}

/// What an exchange sends and receives.
extension PostgresConnection {
    /// What is expected next of the server.
    enum Expected {
        case preparation(of: String)
        case rows
    }

    /// Queues a command, after its preparation when it is the first of its text.
    @unsafe
    func send(
        _ command: PostgresCommand, on handle: OpaquePointer, _ expected: inout [Expected]
    ) throws(PostgresFailure) {
        let functions = library.functions
        let parameters = command.parameters
        var number = prepared[command.sql]
        if number == nil {
            let new = statements
            statements += 1
            let sent = unsafe functions.sendPrepare(
                handle, "s\(new)", command.sql, Int32(parameters.types.count), parameters.types)
            guard sent == 1 else { throw unsafe lost(handle) }
            prepared[command.sql] = new
            number = new
            expected.append(.preparation(of: command.sql))
        }
        let count = parameters.lengths.count
        let sent = unsafe parameters.bytes.withUnsafeBytes { bytes in
            var offset = 0
            var values = unsafe [UnsafePointer<CChar>?]()
            unsafe values.reserveCapacity(count)
            // An empty array has no address, and libpq takes a value without one for NULL.
            let empty = unsafe UnsafePointer<CChar>(bitPattern: 1)
            for length in parameters.lengths {
                guard length >= 0 else {
                    unsafe values.append(nil)
                    continue
                }
                let start = unsafe bytes.baseAddress?.advanced(by: offset)
                unsafe values.append(start?.assumingMemoryBound(to: CChar.self) ?? empty)
                offset += Int(length)
            }
            return unsafe functions.sendQueryPrepared(
                handle, "s\(number ?? 0)", Int32(count), values, parameters.lengths,
                [Int32](repeating: 1, count: count), 1)
        }
        guard sent == 1 else { throw unsafe lost(handle) }
        expected.append(.rows)
    }

    /// Reads the results up to the end of the pipeline.
    @unsafe
    private func receive(
        _ expected: [Expected], on handle: OpaquePointer, until deadline: Deadline
    ) throws(PostgresFailure) -> [PostgresRows] {
        let functions = library.functions
        var rows: [PostgresRows] = []
        var failure: PostgresFailure?
        for expected in expected {
            var isAnswered = false
            while let result = unsafe try next(on: handle, until: deadline) {
                isAnswered = true
                switch (expected, Int(unsafe functions.resultStatus(result))) {
                case (.preparation, CPOSTGRES_COMMAND_OK): unsafe functions.clear(result)
                case (.rows, CPOSTGRES_COMMAND_OK), (.rows, CPOSTGRES_TUPLES_OK):
                    unsafe rows.append(PostgresRows(result, library))
                default:
                    if case .preparation(let sql) = expected { prepared[sql] = nil }
                    if failure == nil { unsafe failure = refusal(result) }
                    unsafe functions.clear(result)
                }
            }
            unsafe try requireConnection(handle)
            guard isAnswered else { throw unsafe lost(handle) }
        }
        guard let end = unsafe try next(on: handle, until: deadline) else {
            throw unsafe lost(handle)
        }
        let status = unsafe functions.resultStatus(end)
        unsafe functions.clear(end)
        guard status == CPOSTGRES_PIPELINE_SYNC else { throw unsafe lost(handle) }
        guard let failure else { return rows }
        // A statement that the server has forgotten, or knows otherwise, is prepared anew on
        // another connection.
        if case .refused(.cachedPlanChanged, _) = failure { close() }
        throw failure
    }

    /// The next result; nil at the end of a command.
    @unsafe
    private func next(
        on handle: OpaquePointer, until deadline: Deadline
    ) throws(PostgresFailure) -> OpaquePointer? {
        let functions = library.functions
        while true {
            let unsent = unsafe functions.flush(handle)
            guard unsent >= 0 else { throw unsafe lost(handle) }
            if unsafe functions.isBusy(handle) == 0 { return unsafe functions.getResult(handle) }
            let events = unsent == 1 ? POLLIN | POLLOUT : POLLIN
            guard unsafe wait(events, on: handle, until: deadline) else {
                metrics?.timeouts.add()
                close()
                throw .timedOut
            }
            guard unsafe functions.consumeInput(handle) == 1 else { throw unsafe lost(handle) }
        }
    }

    /// Waits for the socket; false at the deadline.
    @unsafe
    private func wait(_ events: Int32, on handle: OpaquePointer, until deadline: Deadline) -> Bool {
        var socket = unsafe pollfd(
            fd: library.functions.socket(handle), events: Int16(events), revents: 0)
        while true {
            let count = unsafe poll(&socket, 1, deadline.milliseconds)
            // Of another error than an interruption libpq tells when it reads.
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }

    @unsafe
    func open() throws(PostgresFailure) -> OpaquePointer {
        guard let handle = unsafe handle else { throw .disconnected("the connection is closed") }
        return unsafe handle
    }

    /// Throws when libpq has noticed that the connection is gone, which ends results early.
    @unsafe
    private func requireConnection(_ handle: OpaquePointer) throws(PostgresFailure) {
        guard unsafe library.functions.status(handle) == CPOSTGRES_CONNECTION_OK else {
            throw unsafe lost(handle)
        }
    }

    /// Gives up the connection, whose state is unknown; the failure to throw.
    @unsafe
    func lost(_ handle: OpaquePointer) -> PostgresFailure {
        let reason = unsafe Self.message(handle, library.functions)
        metrics?.losses.add()
        if polled != nil { isLost = true } else { close() }
        return .disconnected(reason.isEmpty ? "the connection was lost" : reason)
    }

    @unsafe
    func refusal(_ result: OpaquePointer) -> PostgresFailure {
        func field(_ field: Int) -> String? {
            let text = unsafe library.functions.resultErrorField(result, Int32(field))
            return unsafe text.map { unsafe String(cString: $0) }
        }
        guard let state = field(CPOSTGRES_DIAGNOSTIC_SQLSTATE) else {
            return .unexpected(field(CPOSTGRES_DIAGNOSTIC_MESSAGE) ?? "no answer to a command")
        }
        return .refused(SQLState(state), field(CPOSTGRES_DIAGNOSTIC_MESSAGE) ?? "")
    }
}
