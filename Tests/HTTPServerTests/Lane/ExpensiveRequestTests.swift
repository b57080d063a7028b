@testable import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite struct `A round of expensive requests` {
    // proves: limits-5
    @Test func `ends when its time is used up`() throws {
        let clocks = ManualClocks()
        let slow = ScriptedHandler.Answer.lasting { clocks.work(microseconds: 200) }
        let world = try ServerWorld(["/held": .heldBack(1), "/slow": slow], clocks: clocks)
        let (other, client) = try (world.connect(), world.connect())
        let rounds = world.each { $0.count(where: { $0.path == "/slow" }) }

        try world.until { $0.open.count == 2 }
        try world.atOnce(other, [(client, (0..<7).map { _ in get("/slow") }.joined())])
        let answers = try (0..<7).map { _ in try client.answer().text }
        try world.round()

        #expect(answers.allSatisfy { $0 == "hello" })
        // The time of a turn begins after its first answer, and its last answer is written in full.
        #expect(rounds.value == [3, 6, 7])
    }

    // proves: limits-5
    @Test
    func `serves connections with cheap requests first`() throws {
        let clocks = ManualClocks()
        let slow = ScriptedHandler.Answer.lasting { clocks.work(microseconds: 1_000) }
        let world = try ServerWorld(["/held": .heldBack(1), "/slow": slow], clocks: clocks)
        let other = try world.connect()
        let many = try (0..<20).map { _ in try world.connect() }
        let modest = try world.connect()
        for client in many + [modest] { _ = try client.exchange(get("/")) }
        for client in many { _ = try client.exchange(get("/slow")) }

        try world.atOnce(
            other, many.map { ($0, get("/slow?again")) } + [(modest, get("/modest"))])
        for client in many { _ = try client.answer() }
        _ = try modest.answer()

        let paths = world.handler.seen.map(\.path)
        let held = try #require(paths.firstIndex(of: "/held"))
        #expect(paths[held + 1] == "/modest")
    }

    @Test func `serves a few of many new connections`() throws {
        let clocks = ManualClocks()
        let slow = ScriptedHandler.Answer.lasting { clocks.work(microseconds: 8_000) }
        let world = try ServerWorld(["/held": .heldBack(1), "/slow": slow], clocks: clocks)
        let other = try world.connect()
        let many = try (0..<9).map { _ in try world.connect() }
        for client in many { _ = try client.exchange(get("/")) }
        let rounds = world.each { $0.count(where: { $0.path == "/slow" }) }

        try world.atOnce(other, many.map { ($0, get("/slow")) })
        for client in many { _ = try client.answer() }
        try world.round()

        // Three of them fill a round.
        #expect(rounds.value == [3, 6, 9])
    }

    @Test func `begins with the connections that the last round skipped`() throws {
        let (clocks, asked, again) = (ManualClocks(), Box(0), RepeatedRequests())
        // One is short, but 23 of them fill a round.
        let slow = ScriptedHandler.Answer.lasting {
            clocks.work(microseconds: 900)
            asked.value += 1
            // The answered clients send another request before the round is over.
            if asked.value == 23 { again.send(get("/slow/2")) }
        }
        let world = try ServerWorld(
            ["/held": .heldBack(1), "/slow/1": slow, "/slow/2": slow], clocks: clocks)
        let other = try world.connect()
        let many = try (0..<30).map { _ in try world.connect() }
        for client in many { _ = try client.exchange(get("/")) }
        again.clients = Array(many[..<22])

        try world.atOnce(other, many.map { ($0, get("/slow/1")) })
        for client in many + again.clients { _ = try client.answer() }

        let slowPaths = world.handler.seen.map(\.path).filter { $0.hasPrefix("/slow") }
        #expect(
            slowPaths == Array(repeating: "/slow/1", count: 30)
                + Array(repeating: "/slow/2", count: 22)
        )
    }

    @Test func `serves a few requests behind deferred answers`() throws {
        let clocks = ManualClocks()
        let slow = ScriptedHandler.Answer.lasting { clocks.work(microseconds: 500) }
        let world = try ServerWorld(
            ["/held": .heldBack(1), "/slow": slow, "/later": .deferred], clocks: clocks)
        let other = try world.connect()
        let clients = try (0..<4).map { _ in try world.connect() }
        let rounds = world.each { $0.count(where: { $0.path == "/slow" }) }
        for client in clients { try client.send(get("/later") + get("/slow") + get("/slow")) }
        try world.until { [handler = world.handler] _ in
            handler.seen.count(where: { $0.path == "/later" }) == 4
        }

        try world.atOnce(other) {
            for _ in clients { world.handler.reply(to: "/later", "at last") }
        }
        let answers = try clients.map { client in try (0..<3).map { _ in try client.answer().text }
        }
        try world.round()

        #expect(answers == Array(repeating: ["at last", "hello", "hello"], count: 4))
        #expect(rounds.value == [2, 4, 6, 8])
    }
}

/// Clients whose requests are sent from the lane's own thread.
private final class RepeatedRequests: @unchecked Sendable {
    // Proof: the lock guards the state, and sending touches nothing that receiving changes.
    private let lock = Mutex(())
    private var all: [WireClient] = []

    var clients: [WireClient] {
        get { lock.withLock { _ in all } }
        set { lock.withLock { _ in all = newValue } }
    }

    func send(_ request: String) {
        for client in clients { try? client.send(request) }
    }
}
