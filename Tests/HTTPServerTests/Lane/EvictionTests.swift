import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `Bodies over the buffer limit` {
    @Test(arguments: [false, true])
    func `evict the largest`(isChunked: Bool) throws {
        let world = try ServerWorld(["/echo": .echo]) { $0.bufferedRequestBytes = 100_000 }
        let (large, small) = try (world.connect(), world.connect())
        func request(_ count: Int) -> String {
            let body = String(repeating: "a", count: count)
            return isChunked ? post("/echo", chunks: [body]) : post("/echo", body)
        }

        try large.send(String(request(70_000).dropLast(10)))
        try world.until { $0.requestBytes >= 69_990 }
        try small.send(String(request(40_000).dropLast(10)))
        let refusal = try large.answer()
        try small.send(String(request(40_000).suffix(10)))
        let answer = try small.answer()

        #expect(refusal.text == "overloaded")
        #expect(refusal["Connection"] == "close")
        #expect(answer.body.count == 40_000)
        #expect(try world.look { $0.requestBytes } == 0)
    }
}

@Suite struct `Heads over the buffer limit` {
    @Test func `evict the largest`() throws {
        let world = try ServerWorld { $0.bufferedRequestBytes = 10_000 }
        let (large, small) = try (world.connect(), world.connect())

        try large.send("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 8000))
        try world.until { $0.requestBytes > 8000 }
        try small.send("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 3000))
        let refusal = try large.answer()
        let ending = try large.ending()
        try small.send("\r\nHost: a\r\n\r\n")
        let answer = try small.answer()

        #expect(refusal.status == 408)
        #expect(ending == WireClient.Ending())
        #expect(answer.status == 200)
    }
}

@Suite struct `Unread answers` {
    @Test func `over the buffer limit have the largest cut off`() throws {
        let world = try ServerWorld([
            "/large": .large(30_000_000), "/small": .large(12_000_000),
        ]) { $0.bufferedResponseBytes = 20_000_000 }
        let (small, large) = try (
            world.connect(receiveBuffer: 200_000), world.connect(receiveBuffer: 200_000)
        )
        let held = world.maximum { $0.responseBytes }

        try small.send(get("/small"))
        try world.until(.slowReader)
        try large.send(get("/large"))
        let ending = try large.ending()
        let answer = try small.answer()

        #expect(ending.wasReset)
        #expect(ending.bytes.count < 30_000_000)
        #expect(answer.body == pattern(12_000_000))
        #expect(held.value <= 20_000_000)
        #expect(try world.look { $0.responseBytes } == 0)
    }

    @Test func `are cut off when the requests behind them exceed the limit`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)]) {
            $0.bufferedRequestBytes = 1000
        }
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send(get("/large") + (0..<100).map { _ in get("/") }.joined())
        let ending = try client.ending()

        #expect(ending.wasReset)
        try world.until { $0.open.isEmpty && $0.requestBytes == 0 && $0.responseBytes == 0 }
    }
}

@Suite struct `A server at its connection limit` {
    @Test func `closes the connections that have been idle the longest`() throws {
        let world = try ServerWorld { $0.connections = 3 }
        let clients = try (0..<3).map { _ in
            let client = try world.connect()
            try client.send(get("/"))
            _ = try client.answer()
            try world.until(.request)
            try world.pass(2)
            return client
        }

        let rejected = try world.connect().ending()
        let ending = try clients[0].ending()
        try world.until { $0.open.count == 2 }
        try world.round()
        let newcomer = try world.connect()
        try newcomer.send(get("/"))
        let answers = try [newcomer.answer().status, clients[2].exchange(get("/")).status]

        #expect(rejected == WireClient.Ending("no room"))
        #expect(ending == WireClient.Ending())
        #expect(answers == [200, 200])
    }

    @Test func `closes no connection that was just active or has a request in progress`() throws {
        let world = try ServerWorld(["/later": .deferred]) { $0.connections = 3 }
        let clients = try (0..<3).map { _ in try world.connect() }
        try clients[0].send(get("/later"))
        try clients[1].send("GET / HT")
        try world.until(.answer)
        try world.until(.head)
        try world.until { $0.open.count == 3 }
        try world.pass(5)
        try clients[2].send(get("/"))
        _ = try clients[2].answer()

        let rejected = try world.connect().ending()
        try world.round()
        let count = try world.look { $0.open.count }

        #expect(rejected == WireClient.Ending("no room"))
        #expect(count == 3)
    }
}

@Suite struct `The connections of one address` {
    // proves: limits-7
    @Test(arguments: [1, 2, 3])
    func `are limited`(limit: Int) throws {
        let world = try ServerWorld { $0.connectionsPerAddress = limit }
        let clients = try (0..<limit).map { _ in try world.connect(host: 7) }

        let rejected = try world.connect(host: 7).ending()
        let answers = try (clients + [world.connect(host: 8)]).map {
            try $0.exchange(get("/")).status
        }

        #expect(rejected == WireClient.Ending("no room"))
        #expect(answers == Array(repeating: 200, count: limit + 1))
    }

    @Test func `are counted until they close`() throws {
        let world = try ServerWorld { $0.connectionsPerAddress = 1 }

        for _ in 0..<20 {
            let client = try world.connect(host: 7)
            #expect(try client.exchange(get("/")).status == 200)
            #expect(try world.connect(host: 7).ending() == WireClient.Ending("no room"))
            client.close()
            try world.until { $0.open.isEmpty }
            try world.round()
        }
    }

    @Test func `include the whole 64-bit network in IPv6`() {
        let connectionLimiter = ConnectionLimiter(limit: 9, perAddress: 2)
        let (one, neighbour) = (IPAddress(high: 1, low: 0), IPAddress(high: 1, low: 7))
        let other = IPAddress(v4: 1)

        let entered = [
            connectionLimiter.acquire(1, from: one), connectionLimiter.acquire(2, from: neighbour),
            connectionLimiter.acquire(3, from: one), connectionLimiter.acquire(4, from: other),
        ]
        connectionLimiter.forget(2)
        let again = connectionLimiter.acquire(5, from: one)

        #expect(entered == [true, true, false, true])
        #expect(again)
    }

    @Test func `are not limited for trusted proxies`() throws {
        let range = try #require(AddressRange("10.0.0.0/8"))
        let connectionLimiter = ConnectionLimiter(limit: 9, perAddress: 1, except: [range])
        let (proxy, other) = (IPAddress(v4: 10 << 24 | 7), IPAddress(v4: 11 << 24))

        let entered = [
            connectionLimiter.acquire(1, from: other), connectionLimiter.acquire(2, from: other),
            connectionLimiter.acquire(7, from: proxy), connectionLimiter.acquire(8, from: proxy),
        ]
        connectionLimiter.forget(8)
        connectionLimiter.forget(1)
        let again = connectionLimiter.acquire(1, from: other)

        #expect(entered == [true, false, true, true])
        #expect(again)
    }
}
