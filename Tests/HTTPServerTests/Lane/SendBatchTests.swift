import Glibc
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

@Suite struct `A batch of sends` {
    @Test(arguments: [false, true], [1, 2, 64])
    func `sends each connection its own bytes`(oneByOne: Bool, count: Int) throws {
        let pairs = try (0..<count).map { _ in try SocketPair() }
        var sendBatch = SendBatch(oneByOne: oneByOne)
        sendBatch.open(for: 64, at: 0)

        // Runs twice, because the second run begins with the state after the first.
        for round in 0..<2 {
            let texts = (0..<count).map { "\(round): \($0)" }
            for (pair, text) in zip(pairs, texts) { sendBatch.add(text, for: pair.near) }
            let isDue = sendBatch.isDue(at: 0)
            let sent = sendBatch.flush()
            let isEmpty = sendBatch.isEmpty

            #expect(isDue == (count == 64))
            #expect(isEmpty)
            #expect(sent.map(\.descriptor) == pairs.map(\.near))
            #expect(sent.map(\.answer) == texts)
            #expect(sent.map(\.transfer) == texts.map { .bytes($0.utf8.count) })
            #expect(pairs.map { $0.received() } == texts)
        }
    }

    @Test(arguments: [false, true])
    func `reports broken and full sockets, and sends to the others`(oneByOne: Bool) throws {
        let pairs = try (0..<4).map { _ in try SocketPair() }
        pairs[0].closeFarEnd()
        pairs[2].fill()
        var sendBatch = SendBatch(oneByOne: oneByOne)
        for pair in pairs { sendBatch.add("milk", for: pair.near) }

        let sent = sendBatch.flush()

        #expect(sent.map(\.transfer) == [.broken, .bytes(4), .wouldBlock, .bytes(4)])
        #expect(pairs[1].received() == "milk")
        #expect(pairs[3].received() == "milk")
    }
}

@Suite struct `The flush of a send batch` {
    @Test(arguments: [(2, 1_249, false), (2, 1_250, true), (1, 1_000, true)])
    func `is due after 250 microseconds, or at once for a single connection`(
        count: Int, now: Int, expected: Bool
    ) {
        var sendBatch = SendBatch()

        sendBatch.open(for: count, at: 1_000)
        let isDue = sendBatch.isDue(at: now)
        sendBatch.wasFlushed(at: now)
        let again = sendBatch.isDue(at: now)
        sendBatch.close()
        let closed = sendBatch.isDue(at: now)

        #expect(isDue == expected)
        #expect(again == (count == 1))
        #expect(closed)
    }
}

@Suite struct `A small answer` {
    /// The number of bytes that a lane has sent to these clients, which all send the same request,
    /// when it reaches the client after them.
    private func sent(
        by world: ServerWorld, to clients: [WireClient], askingFor path: String
    ) throws -> Int {
        let (other, last) = try (world.connect(), world.connect())
        for client in [other, last] { _ = try client.exchange(get("/")) }
        let before = try self.sent(by: world)
        try world.atOnce(other, clients.map { ($0, get(path)) } + [(last, get("/held"))])
        try world.handler.untilHeld()
        let count = try other.answerBytes().count
        defer { world.handler.release() }
        return world.metrics.lanes[0].sent.value - before - count
    }

    /// The number of bytes that the lane has sent in finished rounds. A client may receive an
    /// answer before it is counted.
    private func sent(by world: ServerWorld) throws -> Int {
        let metrics = world.metrics
        return try world.look { _ in metrics.lanes[0].sent.value }
    }

    private func length(of path: String, to client: WireClient) throws -> Int {
        try client.send(get(path))
        return try client.answerBytes().count
    }

    @Test func `waits for the others of the same round`() throws {
        let world = try ServerWorld(["/held": .heldBack(1)])
        let clients = try (0..<3).map { _ in try world.connect() }
        for client in clients { _ = try client.exchange(get("/")) }

        let sent = try self.sent(by: world, to: clients, askingFor: "/")
        let answers = try clients.map { try $0.answer().text }

        #expect(sent == 0)
        #expect(answers == ["hello", "hello", "hello"])
    }

    @Test func `waits no longer than a quarter of a millisecond`() throws {
        let clocks = ManualClocks()
        let slow = ScriptedHandler.Answer.lasting { clocks.work(microseconds: 125) }
        let world = try ServerWorld(["/held": .heldBack(1), "/slow": slow], clocks: clocks)
        let clients = try (0..<3).map { _ in try world.connect() }
        let length = try clients.map { try self.length(of: "/", to: $0) }[0]

        let sent = try self.sent(by: world, to: clients, askingFor: "/slow")
        let answers = try clients.map { try $0.answer().text }

        #expect(sent == 2 * length)
        #expect(answers == ["hello", "hello", "hello"])
    }

    @Test func `from another thread waits no longer than 250 microseconds either`() throws {
        let clocks = ManualClocks()
        let world = try ServerWorld(["/later": .deferred], clocks: clocks)
        let clients = try (0..<3).map { _ in try world.connect() }
        let length = try clients.map { try self.length(of: "/", to: $0) }[0]
        for client in clients { try client.send(get("/later")) }
        try world.until { $0.open.allSatisfy { $0.state.stage == .answering } }
        let (metrics, sent) = (world.metrics, Box<[Int]>([]))
        let before = try self.sent(by: world)

        world.lane.mailbox.hold()
        for _ in clients {
            world.handler.reply(to: "/later", "hello") {
                clocks.work(microseconds: 125)
                sent.value.append(metrics.lanes[0].sent.value - before)
            }
        }
        world.lane.mailbox.release(waking: true)
        let answers = try clients.map { try $0.answer().text }

        #expect(sent.value == [0, 0, 2 * length])
        #expect(answers == ["hello", "hello", "hello"])
    }

    @Test func `does not wait for a connection that may be expensive`() throws {
        let held = ScriptedHandler.Answer.heldBack(1)
        let world = try ServerWorld(["/held": held, "/held/1": held, "/held/2": held])
        // The cost of a first request is unknown.
        let clients = try (0..<3).map { _ in try world.connect() }
        try world.until { $0.open.count == 3 }

        try world.atOnce(clients[0], [(clients[1], get("/held/1")), (clients[2], get("/held/2"))])
        _ = try clients[0].answerBytes()
        try world.handler.untilHeld()
        world.handler.release()
        try world.handler.untilHeld()
        // Their descriptors determine which of them is served first.
        let isInOrder = world.handler.seen.last?.path == "/held/2"
        let (first, second) = isInOrder ? (clients[1], clients[2]) : (clients[2], clients[1])
        // The lane's thread is blocked, so an answer that arrives now was sent before.
        let before = try first.answer().status
        world.handler.release()
        let after = try second.answer().status

        #expect([before, after] == [200, 200])
    }

    @Test func `reaches each of many concurrent clients`() throws {
        let world = try ServerWorld(["/held": .heldBack(1)], otherwise: .report)
        let other = try world.connect()
        let clients = try (0..<200).map { _ in try world.connect() }
        for client in clients { _ = try client.exchange(get("/")) }

        for round in 0..<3 {
            let requests = clients.enumerated().map { ($1, get("/\(round)/\($0)")) }
            try world.atOnce(other, requests)
            _ = try other.answer()
            for (index, client) in clients.enumerated() {
                #expect(try client.answer().text.contains("/\(round)/\(index)"))
            }
        }
    }

    @Test func `is buffered for a client that does not read`() throws {
        let world = try ServerWorld(["/large": .large(3_500)])
        let client = try world.connect(receiveBuffer: 4_096)
        _ = try client.exchange(get("/"))

        var asked = 0
        while try world.look({ lane in lane.open.allSatisfy { !$0.hasOutput } }) {
            try client.send(get("/large"))
            asked += 1
            try world.until { [asked, handler = world.handler] _ in
                handler.seen.count == asked + 1
            }
        }
        let answers = try (0..<asked).map { _ in try client.answer().body }

        #expect(answers.allSatisfy { $0 == pattern(3_500) })
        #expect(try client.exchange(get("/")).text == "hello")
    }
}

extension SendBatch {
    fileprivate mutating func add(_ text: String, for descriptor: Int32) {
        var answer = ByteWriter()
        answer.append(text: text)
        add(answer, for: descriptor)
    }

    fileprivate mutating func flush() -> [(descriptor: Int32, answer: String, transfer: Transfer)] {
        var sent: [(descriptor: Int32, answer: String, transfer: Transfer)] = []
        flush { descriptor, answer, transfer in
            sent.append((descriptor, String(copying: answer), transfer))
        }
        return sent
    }
}

/// Two non-blocking sockets that are connected to each other.
private final class SocketPair {
    /// The end to send from.
    let near: Int32
    private var far: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        unsafe try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        closeFarEnd()
    }

    /// Sends until the socket's buffer is full.
    func fill() {
        let bytes: [UInt8] = Array(repeating: 0, count: 4_096)
        while case .bytes = send(bytes.span, to: near) {}
        while case .bytes = send(bytes.span.extracting(first: 1), to: near) {}
    }

    func closeFarEnd() {
        if far >= 0 { close(far) }
        far = -1
    }

    /// The bytes that arrived at the other end.
    func received() -> String {
        var bytes: [UInt8] = Array(repeating: 0, count: 256)
        let count = unsafe recv(far, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
