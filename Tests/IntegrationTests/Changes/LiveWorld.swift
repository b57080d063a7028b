import API
import APITestSupport
import HTTP
@testable import HTTPServer
import Items
import SQLiteStorage
import Storage
import StorageTestSupport
import Synchronization
import TestSupport

/// A whole server on a file with a manual clock. Events reach a client only through commits, and
/// not because time passes.
final class LiveWorld {
    let storage: SQLiteDatabase
    let server: Server
    let owner: Owner
    private let milliseconds = ManualClocks()

    /// A server of one owner's items, by default the local owner's.
    init(
        _ storage: SQLiteDatabase, owner: Owner? = nil, lanes: Int = 2,
        wrap: (App) -> any Handler = { $0 }
    ) throws {
        let owner = owner ?? storage.localOwner
        self.storage = storage
        self.owner = owner
        var handlers: [any Handler] = []
        for _ in 0..<lanes {
            let app = App(
                items: storage.repository(), authMode: .anonymous(owner),
                ids: .version7(.constant(1_000)))
            handlers.append(wrap(app))
        }
        var configuration = Server.Configuration()
        configuration.listening = .address(host: "127.0.0.1", port: 0)
        configuration.clocks = milliseconds.clocks
        server = try Server(configuration, handlers: handlers) { App.overloadResponse(now: 0) }
        storage.revisionSignal.connect(
            prepare: { [weak server] in server?.prepareForRevisionSignal() },
            receive: { [weak server] in server?.receiveRevisionSignal() })
        server.start()
    }

    deinit {
        milliseconds.run()
        server.drain {}
    }

    /// Advances the clock and wakes the lanes.
    func pass(_ seconds: Int) {
        milliseconds.advance(seconds * 1_000)
        for lane in server.lanes { lane.mailbox.wake() }
    }

    /// Writes and waits for the response, on a separate connection.
    @discardableResult
    func write(_ write: (method: String, target: String, body: String?)) throws -> TestResponse {
        try TestClient(port: server.port).exchange(
            write.method, write.target, json: write.body)
    }

    /// All items as the server lists them.
    func items() throws -> [Item]? {
        try write(("GET", "/items", nil)).items
    }
}

/// The manual clocks of a server.
private final class ManualClocks: Sendable {
    private let milliseconds = Atomic<Int>(1_000_000)
    private let isRunning = Atomic<Bool>(false)

    var clocks: Clocks {
        Clocks(
            monotonic: { [self] in
                let step = isRunning.load(ordering: .relaxed) ? 60_000 : 0
                return milliseconds.wrappingAdd(step, ordering: .relaxed).newValue
            }, wall: { 784_111_777 }, microseconds: { 0 }, yield: {})
    }

    func advance(_ step: Int) { milliseconds.wrappingAdd(step, ordering: .relaxed) }

    /// From now on each reading advances the clock by a minute, so that nothing waits.
    func run() { isRunning.store(true, ordering: .relaxed) }
}

/// A client of a live stream on a real socket.
final class WireListener {
    private let client: WireClient
    private var reader = EventReader()
    private var decoder = ChunkedDecoder()
    private var rest: [UInt8] = []
    private var isInHead = true
    private var given = 0

    /// Requests the stream of a server.
    init(_ server: Server, _ query: String = "", lastID: String? = nil) throws {
        client = try WireClient(port: server.port)
        let last = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try client.send(
            """
            GET /items/changes\(query) HTTP/1.1\r\nHost: a\r\n\
            Accept: text/event-stream\r\n\(last)\r\n
            """)
    }

    /// The id of the last returned event.
    private(set) var lastID = ""

    /// Waits for the next event.
    func next() throws -> EventReader.Event {
        while reader.events.count == given { try read() }
        defer { given += 1 }
        lastID = reader.events[given].lastID
        return reader.events[given]
    }

    /// Waits until there were `count` comments.
    func untilComments(_ count: Int) throws {
        while reader.comments.count < count { try read() }
    }

    /// Waits for the end of the stream; true if it was orderly.
    func isEndedInOrder() throws -> Bool {
        let ending = try client.ending()
        return !ending.wasReset && ending.text.hasSuffix("0\r\n\r\n")
    }

    func close() { client.close() }

    private func read() throws {
        rest += try client.take(1)
        if isInHead {
            guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return }
            rest.removeFirst(end)
            isInHead = false
        }
        var content: [UInt8] = []
        let bytes = rest
        if case .needsMore(let consumed) = decoder.decode(
            bytes.span, from: 0, into: &content, limit: .max)
        {
            rest.removeFirst(consumed)
        }
        reader.read(content)
    }
}
