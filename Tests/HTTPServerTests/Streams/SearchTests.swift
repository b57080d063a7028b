import Dispatch
import HTTP
@testable import HTTPServer
import TestSupport
import Testing

/// Streams that work for several time slices before they have anything to write.
@Suite struct `A search` {
    @Test func `runs one slice in each round and answers after the last`() throws {
        let slices = Box(0)
        let world = try ServerWorld(["/search": .searched { { slices.count(upTo: 5) } }])
        let rounds = world.each { _ in slices.value }
        let client = try world.connect()

        let answer = try client.exchange(get("/search"))
        try world.round()

        #expect(answer.status == 200)
        #expect(answer.text == "hello")
        #expect(rounds.value == [1, 2, 3, 4, 5])
    }

    // proves: visible-7
    @Test func `takes turns with others, one slice each`() throws {
        let (slices, numbers) = (Box<[Int]>([]), Box(0))
        let search = ScriptedHandler.Answer.searched {
            numbers.value += 1
            let (number, own) = (numbers.value, Box(0))
            return {
                slices.value.append(number)
                own.value += 1
                return own.value == 7
            }
        }
        let world = try ServerWorld(["/search": search, "/held": .heldBack(1)])
        let first = try world.connect()
        let clients = try (0..<3).map { _ in try world.connect() }
        try world.until { $0.open.count == 4 }
        let rounds = world.each { _ in slices.value.count }

        try world.atOnce(first, clients.map { ($0, get("/search")) })
        for client in clients { #expect(try client.answer().text == "hello") }
        try world.round()

        let order = slices.value.prefix(3)
        #expect(Set(order) == [1, 2, 3])
        #expect(slices.value == (0..<7).flatMap { _ in order })
        #expect(rounds.value == (1...7).map { 3 * $0 })
    }

    @Test func `is logged once, with the bytes sent`() throws {
        let slices = Box(0)
        let world = try ServerWorld(["/search": .searched { { slices.count(upTo: 5) } }])
        let client = try world.connect()

        try client.send(get("/search"))
        let bytes = try client.answerBytes()
        try world.round()

        let lines = world.logged
        #expect(lines.count == 1)
        #expect(lines.first?.contains(" 200 \(bytes.count)B") == true, "\(lines)")
    }

    // proves: visible-7
    @Test func `does not delay other connections`() throws {
        let isFound = Box(false)
        let world = try ServerWorld([
            "/search": .searched { { isFound.value } }, "/later": .deferred,
        ])
        let (seeker, other, third) = try (world.connect(), world.connect(), world.connect())
        try seeker.send(get("/search"))
        try world.until { [handler = world.handler] _ in handler.seen.count == 1 }

        let answers = try (0..<10).map { _ in try other.exchange(get("/")).text }
        try third.send(get("/later"))
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        world.handler.reply(to: "/later", "at last")
        let later = try third.answer()
        isFound.value = true
        let found = try seeker.answer()

        #expect(answers == Array(repeating: "hello", count: 10))
        #expect(later.text == "at last")
        #expect(found.text == "hello")
    }

    @Test func `is answered before the requests behind it`() throws {
        let slices = Box(0)
        let world = try ServerWorld(["/search": .searched { { slices.count(upTo: 20) } }])
        let client = try world.connect()

        try client.send(get("/search") + get("/") + get("/search") + get("/next"))
        let answers = try (0..<4).map { _ in try client.answer().text }

        #expect(answers == Array(repeating: "hello", count: 4))
        #expect(world.handler.seen.map(\.path) == ["/search", "/", "/search", "/next"])
    }

    // proves: visible-7
    @Test func `ends when its client disconnects and releases its state`() throws {
        let (slices, kept) = (Box(0), Box(0))
        let world = try ServerWorld(["/search": Self.endless(slices, kept)])
        let (client, other) = try (world.connect(), world.connect())
        try client.send(get("/search"))
        try world.until { _ in slices.value > 3 }
        let before = kept.value

        client.reset()
        try world.until { $0.open.count == 1 }
        try world.round()
        let found = slices.value
        for _ in 0..<5 { _ = try other.exchange(get("/")) }

        #expect(before == 1)
        #expect(kept.value == 0)
        #expect(slices.value == found)
    }

    @Test func `delays a drain`() throws {
        let isFound = Box(false)
        let world = try ServerWorld(["/search": .searched { { isFound.value } }])
        let client = try world.connect()
        try client.send(get("/search"))
        try world.until { [handler = world.handler] _ in handler.seen.count == 1 }

        let isDone = world.drain()
        try world.until { $0.drainDeadline != nil }
        isFound.value = true
        let answer = try client.answer()
        let ending = try client.ending()
        client.close()
        isDone.wait()

        #expect(answer.text == "hello")
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
    }

    @Test func `ends with the timeout of a drain and releases its state`() throws {
        let (slices, kept) = (Box(0), Box(0))
        let world = try ServerWorld(["/search": Self.endless(slices, kept)])
        let client = try world.connect()
        try client.send(get("/search"))
        try world.until { _ in slices.value > 3 }

        let isDone = world.drain()
        try world.until { $0.drainDeadline != nil }
        world.clocks.run()
        _ = try client.ending()
        client.close()
        isDone.wait()

        #expect(kept.value == 0)
    }

    /// A search that never ends, with the number of its slices and of the searches that exist.
    private static func endless(
        _ slices: Box<Int>, _ kept: Box<Int>
    ) -> ScriptedHandler.Answer {
        .searched {
            let search = Search(kept)
            return {
                slices.value += 1
                return search.isFound
            }
        }
    }
}

/// A search without a result; it is counted while it exists.
private final class Search: Sendable {
    let isFound = false
    private let kept: Box<Int>

    init(_ kept: Box<Int>) {
        self.kept = kept
        kept.value += 1
    }

    deinit { kept.value -= 1 }
}

extension Box<Int> {
    /// Counts up; true at every `count`th call.
    fileprivate func count(upTo count: Int) -> Bool {
        value += 1
        return value % count == 0
    }
}
