import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import todo

@Suite struct `Commands with a server` {
    private let machine = TestMachine()

    @Test func `send each write and fetch writes of other clients`() async throws {
        await machine.run("use", TestMachine.address)

        await machine.run("add", "Mine")
        machine.server.items.append(ToDoItem(title: "Theirs"))
        let list = await machine.run()

        #expect(machine.server.items.map(\.title) == ["Mine", "Theirs"])
        #expect(list.output == "1\topen\tMine\t\t\t\n2\topen\tTheirs\t\t\t\n")
        #expect(try await machine.items().map(\.unsent) == [false, false])
    }

    @Test func `keep all writes while the server does not answer`() async throws {
        await machine.run("use", TestMachine.address)
        machine.server.isReachable = false

        let added = await machine.run("add", "On a train")
        machine.terminal.isTerminal = true
        machine.set("NO_COLOR", "1")
        let list = await machine.run()

        #expect(added == .init(code: .done, output: "Added 1: On a train\n", error: ""))
        #expect(list.output == "1 ↑ On a train\n1 not sent yet · offline\n")
        machine.server.isReachable = true
        await machine.run("sync")
        #expect(machine.server.items.map(\.title) == ["On a train"])
    }

    @Test func `say in JSON whether the server may have newer items`() async throws {
        func isStale(_ words: String...) async throws -> Bool? {
            _ = await TodoProgram.run(["list", "--json"] + words, in: machine.world)
            let output = machine.terminal.take().output
            let items = try JSONDecoder().decode([PrintedItem].self, from: Data(output.utf8))
            return try #require(items.first).stale
        }
        await machine.run("add", "A")

        #expect(try await isStale() == false)
        await machine.run("use", TestMachine.address)
        #expect(try await isStale() == false)
        #expect(try await isStale("--offline") == true)
        machine.server.isReachable = false
        #expect(try await isStale() == true)
    }

    @Test func `contact a silent server only once in 30 seconds`() async {
        await machine.run("use", TestMachine.address)
        machine.server.isReachable = false
        await machine.run("add", "A")
        machine.server.forgetRequests()

        await machine.run("add", "B")
        await machine.run()
        let requestCount = machine.server.requests.count
        machine.server.isReachable = true
        machine.clock.advance(by: 31)
        await machine.run()

        #expect(requestCount == 0)
        #expect(machine.server.items.map(\.title) == ["A", "B"])
    }

    @Test func `contact the server at once after the clock was set back`() async {
        await machine.run("use", TestMachine.address)
        machine.server.isReachable = false
        await machine.run("add", "A")
        machine.server.isReachable = true

        machine.clock.advance(by: -3_600)
        await machine.run("add", "B")

        #expect(machine.server.items.map(\.title) == ["A", "B"])
    }

    @Test func `wait for a slow server no longer than a second`() async throws {
        var world = machine.world
        world.session = SilentSession()
        // All sleeps end at once; only the limit ends this command.
        world.clock.sleep = { duration in
            try #require(duration == ShortSync.limit)
        }

        let added = await machine.run("add", "A", "--server", TestMachine.address, in: world)

        #expect(added == .init(code: .done, output: "Added 1: A\n", error: ""))
    }

    @Test func `contact no server with --offline`() async {
        await machine.run("use", TestMachine.address)
        machine.server.forgetRequests()

        await machine.run("add", "A", "--offline")
        await machine.run("list", "--offline")

        #expect(machine.server.requests.isEmpty)
    }

    @Test func `succeed with a message if the server requires a sign-in`() async {
        machine.server.token = "secret"
        await machine.run("use", TestMachine.address)

        let added = await machine.run("add", "A")
        let sync = await machine.run("sync")

        #expect(added.code == .done)
        #expect(added.output == "Added 1: A\n")
        #expect(
            added.error == "todo: The server requires a sign-in; use `todo login`.\n")
        #expect(sync.code == .refused)
        #expect(sync.error == added.error)
    }

    @Test func `prefer the server of the option to that of the environment`() async throws {
        machine.set("TODO_SERVER", "https://other.example.org")

        await machine.run("add", "A", "--server", TestMachine.address + "/")

        let hosts = Set(machine.server.requests.compactMap { $0.url?.host() })
        #expect(hosts == ["todo.example.org"])
        #expect(try await machine.titles() == [])
    }
}

/// A session that never responds.
private struct SilentSession: HTTPSession {
    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let (never, _) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        throw CancellationError()
    }
}

@Suite struct `todo sync` {
    private let machine = TestMachine()

    @Test func `prints the number of items`() async {
        machine.server.items = [ToDoItem(title: "Theirs")]
        await machine.run("use", TestMachine.address)

        let text = await machine.run("sync")
        let json = await machine.run("sync", "--json")

        #expect(text.output == "All changes are sent and fetched: 1 item.\n")
        #expect(json.output == #"{"conflicts":0,"items":1,"unsent":0}"# + "\n")
    }

    @Test func `fails with the code 4 if no server answers`() async {
        await machine.run("use", TestMachine.address)
        machine.server.isReachable = false

        let sync = await machine.run("sync")

        #expect(sync.code == .unreachable)
        #expect(sync.error == "todo: The server does not answer: it refuses connections.\n")
    }

    @Test func `rejects the page of a portal`() async {
        await machine.run("use", TestMachine.address)
        machine.server.fail(.content(status: 200, "<html>Welcome"))

        let sync = await machine.run("sync")

        #expect(sync.code == .unreachable)
        #expect(sync.error.hasPrefix("todo: The server does not answer: something else answered"))
        #expect(sync.error.split(separator: "\n").count == 1)
    }

    @Test func `rejects a response that is too large`() async {
        var world = machine.world
        world.session = RecordingSession(
            .json(status: 200, String(repeating: " ", count: (16 << 20) + 1)))

        let sync = await machine.run("sync", "--server", TestMachine.address, in: world)

        #expect(sync.code == .unreachable)
        #expect(
            sync.error == "todo: The server does not answer: its response is too large.\n")
    }

    @Test func `prints the retry time of an overloaded server`() async {
        await machine.run("use", TestMachine.address)
        machine.server.fail(.status(503, retryAfter: 7))

        let sync = await machine.run("sync")

        #expect(sync.code == .unreachable)
        #expect(sync.error == "todo: The server is overloaded; try again in 7 s.\n")
    }

    @Test(arguments: [
        ("9300000000000000000", "in 86400 s"), ("1e300", "later"),
        ("99999999999999999999", "in 86400 s"),
    ])
    func `prints a retry time of a day at most`(retryAfter: String, text: String) async {
        var world = machine.world
        world.session = RecordingSession(
            .json(status: 503, "", headers: ["Retry-After": retryAfter]))

        let sync = await machine.run("sync", "--server", TestMachine.address, in: world)

        #expect(sync.code == .unreachable)
        #expect(sync.error == "todo: The server is overloaded; try again \(text).\n")
    }
}
