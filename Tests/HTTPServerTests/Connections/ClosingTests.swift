import FoundationEssentials
import Glibc
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

@Suite struct `A refusal` {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("nonsense\r\n\r\n", 400), ("GET / HTTP/2.0\r\n", 505),
        ("GET /\(String(repeating: "a", count: 9000))", 414), ("BREW / HTTP/1.1\r\n", 501),
    ])
    func `is sent before the connection ends`(request: String, status: Int) throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(request)
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.status == status)
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(world.handler.seen == [])
    }

    @Test func `reaches a client that is still sending`() throws {
        let world = try ServerWorld(["/echo": .echo], admissions: ["/echo": .body(atMost: 10)])
        let client = try world.connect()
        let body = String(repeating: "milk and bread, ", count: 200_000)

        try client.send(post("/echo", body))
        let answer = try client.answer()
        client.finishSending()
        let ending = try client.ending()

        #expect(answer.text == "tooLarge(limit: 10)")
        #expect(ending == WireClient.Ending())
        try world.until { $0.open.isEmpty }
    }
}

@Suite struct `A request whose outcome is unknown` {
    // proves: durable-4
    @Test func `gets no response, and its connection ends`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()

        try client.send(get("/") + get("/later") + get("/"))
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        world.handler.abandon("/later")
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.text == "hello")
        #expect(ending.bytes.isEmpty)
        #expect(world.handler.seen.map(\.path) == ["/", "/later"])
        try world.until { $0.open.isEmpty }
    }
}

@Suite struct `A client` {
    @Test func `that half-closes still gets its answers`() throws {
        let world = try ServerWorld(["/later": .deferred, "/large": .large(1_000_000)])
        let client = try world.connect()

        try client.send(get("/") + get("/later") + get("/large"))
        client.finishSending()
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        world.handler.reply(to: "/later", "at last")
        let answers = try (0..<3).map { _ in try client.answer().body }
        let ending = try client.ending()

        #expect(answers == [Array("hello".utf8), Array("at last".utf8), pattern(1_000_000)])
        #expect(ending == WireClient.Ending())
    }

    @Test(arguments: [
        "", "\r\n", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
    ])
    func `that half-closes within a request is disconnected`(request: String) throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(request)
        client.finishSending()
        let ending = try client.ending()

        #expect(ending == WireClient.Ending())
        #expect(world.handler.seen == [])
        try world.until { $0.open.isEmpty }
    }

    /// A close with unread bytes is a reset, and a reset discards the bytes that the client has not
    /// read.
    @Test func `that sends too much and half-closes gets the whole of its last answer`() throws {
        let world = try ServerWorld(["/held": .heldBack(400_000)])
        let client = try world.connect(receiveBuffer: 65_536)
        let surplus = String(repeating: "a", count: 65_536)

        try client.send(get("/held", "Connection: close\r\n") + surplus)
        client.finishSending()
        world.handler.release()
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.body == pattern(400_000))
        #expect(ending == WireClient.Ending())
    }

    /// A process that is being started has copies of all descriptors for a moment, and the kernel
    /// removes a file from epoll only when the last copy is closed (epoll(7)).
    @Test func `is removed from epoll although a copy of its descriptor is open`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        _ = try client.exchange(get("/"))
        let copy = try world.look { dup($0.open.first?.socket.number ?? -1) }
        defer { close(copy) }
        let before = try watched(by: world.lane.poller.descriptor.number)

        client.close()
        try world.until { $0.open.isEmpty }
        try world.round()
        let after = try watched(by: world.lane.poller.descriptor.number)

        #expect(before == 2)
        // Only the mailbox is left.
        #expect(after == 1)
    }

    @Test func `that disconnects before its answer does not disturb others`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let (one, other) = try (world.connect(), world.connect())

        try one.send(get("/later"))
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        one.close()
        world.handler.reply(to: "/later", "too late")
        try world.until { $0.open.count == 1 }
        try other.send(get("/"))
        let answer = try other.answer()

        #expect(answer.text == "hello")
    }

    @Test func `that resets before its answer is removed`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let (one, other) = try (world.connect(), world.connect())

        try one.send(get("/later"))
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        one.reset()
        try world.until { $0.open.count == 1 }
        world.handler.reply(to: "/later", "too late")
        try other.send(get("/"))
        let answer = try other.answer()

        #expect(answer.text == "hello")
    }

    @Test(arguments: ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na"])
    func `that resets within a request is removed with its bytes`(request: String) throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(request)
        try world.until { $0.open.count == 1 }
        client.reset()

        try world.until { $0.open.isEmpty && $0.requestBytes == 0 }
    }

    /// The handler borrows the input bytes, so they must not be freed during the call.
    @Test func `that resets during pipelined requests does not disturb others`() throws {
        let world = try ServerWorld(["/held": .heldBack(1), "/large": .large(200_000)]) {
            $0.unsentResponseBytes = 100_000
        }
        let (client, other) = try (world.connect(), world.connect())
        let requests = get("/held") + get("/large") + get("/large") + get("/")

        try client.send(String(requests.prefix(9)))
        try world.until(.head)
        try client.send(String(requests.dropFirst(9)))
        try world.handler.untilHeld()
        client.reset()
        world.handler.release()
        try world.until { $0.open.count == 1 && $0.requestBytes == 0 }
        let answer = try other.exchange(get("/"))

        #expect(answer.status == 200)
        #expect(world.handler.seen.map(\.path) == ["/held", "/large", "/"])
    }

    @Test func `that resets while it reads is removed`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send(get("/large"))
        try world.until(.slowReader)
        client.reset()

        try world.until { $0.open.isEmpty }
    }

    /// Without a generation in the handle, the answer could reach the wrong connection.
    @Test func `never gets a late answer to the previous connection in its slot`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let first = try world.connect()
        try first.send(get("/later"))
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        first.reset()
        try world.until { $0.open.isEmpty }

        let second = try world.connect()
        try second.send(get("/later"))
        try world.until(.answer)
        world.handler.reply(to: "/later", "for the first")
        world.handler.reply(to: "/later", "for the second")
        let answer = try second.answer()

        #expect(answer.text == "for the second")
    }

    @Test func `that half-closes before its answer is not watched`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()

        try client.send(get("/later"))
        try world.until(.answer)
        client.finishSending()
        try world.until { $0.open.first?.interest == [] }
        world.handler.reply(to: "/later", "at last")
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.text == "at last")
        #expect(ending == WireClient.Ending())
    }

    @Test func `is no longer counted when epoll refuses it`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect(receiveBuffer: 200_000)
        let metrics = world.metrics.lanes[0]

        try client.send(get("/later"))
        try world.until(.answer)
        try world.look { lane in
            for connection in lane.open { lane.poller.remove(connection.socket.number) }
        }
        // The text is more than the client reads. The rest waits for a writable event of the
        // kernel.
        world.handler.reply(to: "/later", String(repeating: "milk", count: 2_000_000))
        try world.until { $0.open.isEmpty }

        #expect(Connection.Wait.allCases.allSatisfy { metrics.connections[$0.rawValue] == 0 })
    }
}

/// The number of files that a poller watches, according to the kernel (proc(5), "tfd" in fdinfo).
private func watched(by poller: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/fdinfo/\(poller)", encoding: .utf8)
    return text.split(separator: "\n").count { $0.hasPrefix("tfd:") }
}
