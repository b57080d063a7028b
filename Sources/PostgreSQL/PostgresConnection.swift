import CPostgres
import Glibc
import Telemetry

/// A connection to a server, used by one thread at a time.
///
/// It stays in pipeline mode: commands leave together, and their results are read while the rest is
/// still being sent. Otherwise a large batch would deadlock, because both sides would wait for the
/// other to read.
@safe
package final class PostgresConnection: PostgresSession {
    /// The settings of a connection in addition to those in its URL.
    package struct Options: Sendable {
        /// Seconds after which an attempt to connect to a host is given up, unless the URL says
        /// otherwise.
        package var connectSeconds = 5
        /// The wait for the answers to an exchange.
        package var answerMilliseconds = 10_000
        /// The maximum number of bytes of the answers to an exchange: rows are kept in memory until
        /// all have arrived.
        package var answerBytes = 1 << 30
        /// Settings of the server for this connection.
        package var settings: [(name: String, value: String)] = []
        package var metrics: PostgresMetrics?

        package init() {}
    }

    /// The oldest server that is understood: PostgreSQL 15.
    package static let oldestServer = 150_000

    let library: PostgresLibrary
    /// Owned; finished once, in `close`. Nil when the connection is closed.
    private(set) var handle: OpaquePointer?
    let answerMilliseconds: Int
    let answerBytes: Int
    /// The waits for the answers that are being received, and the bytes of the connection at the
    /// second one.
    var waits = 0
    var bytesBefore: Int?
    let metrics: PostgresMetrics?
    /// The prepared statements' numbers, by their SQL.
    var prepared: [String: Int] = [:]
    /// The number of statements that were prepared, or could not be.
    var statements = 0
    /// The descriptor that is polled, which must not be closed before that has ended.
    var polled: Int32?
    /// Whether the connection was lost, and is yet to be closed.
    var isLost = false
    /// The expected replies, the number of replies that were taken, and the reply that is being
    /// taken.
    var pending: [ExpectedReply] = []
    var taken = 0
    var reply: PostgresReply?
    var refusedPreparation: PostgresReply?
    /// The version of the server, as 150004 for 15.4.
    package let serverVersion: Int

    /// Connects; blocks until it has, or for `connectSeconds` for each host of the URL.
    ///
    /// libpq reads the URL (postgresql.org/docs/15/libpq-connect.html).
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
        answerBytes = options.answerBytes
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
        let deadline = Deadline(milliseconds: answerMilliseconds)
        beginAnswer()
        try queue(commands)
        var rows: [PostgresRows] = []
        var failure: PostgresFailure?
        while true {
            let isSent = try flush()
            try takeReplies { reply in
                switch reply {
                case .rows(let new): rows.append(new)
                case .refused(let refusal): failure = failure ?? refusal
                case .skipped: break
                }
            }
            if pending.isEmpty { break }
            try awaitInput(isSent ? POLLIN : POLLIN | POLLOUT, until: deadline)
        }
        guard let failure else { return rows }
        // A statement that the server has dropped or changed is prepared again on another
        // connection.
        if case .refused(.cachedPlanChanged, _) = failure { close() }
        throw failure
    }

    package func execute(script: String) throws(PostgresFailure) {
        let handle = unsafe try open()
        let functions = library.functions
        let deadline = Deadline(milliseconds: answerMilliseconds)
        beginAnswer()
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
