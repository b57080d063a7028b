import Dispatch
import Glibc
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A server` {
    // proves: limits-7
    @Test func `rejects connections over its limit`() throws {
        let world = try ServerWorld { $0.connections = 2 }
        let clients = try (0..<2).map { _ in try world.connect() }
        try world.until { $0.open.count == 2 }

        let third = try world.connect()
        let ending = try third.ending()
        try clients[0].send(get("/"))
        let answer = try clients[0].answer()

        #expect(ending == WireClient.Ending("no room"))
        #expect(answer.status == 200)
    }

    @Test func `rejects a client that has sent a request without a reset`() throws {
        let listener = try Descriptor.listening(.address(host: "127.0.0.1", port: 0))
        let acceptor = try Acceptor(
            listener, lanes: [], connectionLimiter: ConnectionLimiter(limit: 0, perAddress: 1)
        ) {
            Array("no room".utf8)
        }
        let client = try WireClient(port: acceptor.port)
        try client.send(get("/"))

        let hasRoom = acceptor.accept(atMost: 9)
        let ending = try client.ending()

        #expect(hasRoom)
        #expect(ending == WireClient.Ending("no room"))
    }

    @Test func `accepts again when a client disconnects`() throws {
        let world = try ServerWorld { $0.connections = 1 }

        for _ in 0..<20 {
            let client = try world.connect()
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
            #expect(try world.connect().ending() == WireClient.Ending("no room"))
            client.close()
            try world.until { $0.open.isEmpty }
            // The descriptor is closed at the end of that round, so there must be another round.
            try world.round()
        }
    }

    @Test func `assigns connections to its lanes in turn`() throws {
        let world = try ServerWorld(lanes: 3)

        let clients = try (0..<9).map { _ in try world.connect() }
        for client in clients {
            try client.send(get("/"))
            _ = try client.answer()
        }

        #expect(world.handlers.map(\.seen.count) == [3, 3, 3])
    }

    @Test func `pauses when it cannot accept`() throws {
        let listener = try Descriptor.listening(.address(host: "127.0.0.1", port: 0))
        listener.stopListening()
        let acceptor = try Acceptor(
            listener, lanes: [], connectionLimiter: ConnectionLimiter(limit: 1, perAddress: 1)
        ) {
            []
        }

        let hasRoom = acceptor.accept(atMost: 9)

        #expect(!hasRoom)
    }

    @Test func `frees a connection's capacity when its descriptor is closed`() throws {
        let world = try ServerWorld { $0.connections = 1 }
        let client = try world.connect()
        try world.until(.request)
        let (hasLeft, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        world.handler.watch(DispatchSemaphore(value: 0)) { [lane = world.lane] in
            guard lane.open.isEmpty else { return false }
            hasLeft.signal()
            goOn.wait()
            return true
        }

        client.close()
        hasLeft.wait()
        let next = try world.connect()
        let ending = Result { try next.ending() }
        goOn.signal()

        #expect(try ending.get() == WireClient.Ending("no room"))
    }

    @Test(arguments: ["localhost", "", "127.0.0.1:80", "1.2.3", "[::1]"])
    func `refuses to listen at a host name`(host: String) {
        let failure = failure(host, 0)

        #expect(failure == .notAnAddress(host))
    }

    @Test(arguments: ["0.0.0.0", "127.0.0.1"])
    func `reports a port in use`(host: String) throws {
        let world = try ServerWorld()

        let failure = failure(host, world.server.port)

        #expect(failure == .system(Errno(code: EADDRINUSE)))
    }

    @Test func `reports an unavailable address`() {
        let failure = failure("192.0.2.1", 0)

        #expect(failure == .system(Errno(code: EADDRNOTAVAIL)))
    }

    @Test func `listens at an IPv6 address where the machine has one`() {
        let failure = failure("::1", 0)

        #expect(
            [nil, .system(Errno(code: EADDRNOTAVAIL)), .system(Errno(code: EAFNOSUPPORT))]
                .contains(failure))
    }

    private func failure(_ host: String, _ port: UInt16) -> ListenFailure? {
        var configuration = Server.Configuration()
        configuration.listening = .address(host: host, port: port)
        do throws(ListenFailure) {
            _ = try Server(configuration, handlers: []) { [] }
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct `The descriptors of connections` {
    @Test func `are closed for every kind of ending`() throws {
        let world = try ServerWorld([
            "/large": .large(8_000_000), "/failing": .failing(["milk"]), "/later": .deferred,
        ])
        var names: Set<String> = []

        for _ in 0..<5 {
            for end in [
                "", "close", "nonsense\r\n\r\n", "GET / HT", get("/", "Connection: close\r\n"),
                get("/"), get("/large"), get("/later"),
            ] {
                let client = try world.connect(receiveBuffer: 200_000)
                try world.until { $0.open.count == 1 }
                let descriptors = try world.look { $0.open.map { $0.socket.number } }
                names.formUnion(descriptors.compactMap(nameOfFile))
                if end != "close" { try client.send(end) }
                if end == get("/later") {
                    try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
                    client.reset()
                }
                client.close()
                try world.until { $0.open.isEmpty }
            }
        }
        try world.round()
        let left = try namesOfOpenFiles().intersection(names)

        #expect(names.count == 40)
        #expect(left == [])
    }

    @Test func `are closed by a drain`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let clients = try (0..<10).map { _ in try world.connect() }
        for client in clients.prefix(5) { try client.send(get("/later")) }
        try world.until { $0.open.count(where: { $0.wait == .answer }) == 5 && $0.open.count == 10 }
        let descriptors = try world.look { $0.open.map { $0.socket.number } }
        let names = Set(descriptors.compactMap(nameOfFile))

        world.clocks.run()
        world.drain().wait()
        let left = try namesOfOpenFiles().intersection(names)

        #expect(names.count == 10)
        #expect(left == [])
    }
}

@Suite struct `A system error` {
    @Test(arguments: [
        (EADDRINUSE, "Address already in use"), (EMFILE, "Too many open files"),
    ])
    func `has the C library's message`(code: Int32, text: String) {
        #expect(Errno(code: code).description == text)
    }

    @Test(arguments: [(ECONNABORTED, true), (EMFILE, false), (EINVAL, false)])
    func `distinguishes an aborted connection`(code: Int32, isAborted: Bool) {
        #expect(Errno(code: code).isAborted == isAborted)
    }
}
