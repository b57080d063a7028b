import Foundation
import ToDoClient
import ToDoClientTestSupport

@testable import todo

/// A machine for commands, with a separate folder, a clock and a server in memory.
final class TestMachine: Sendable {
    /// The exit code and the output of a command.
    struct Ending: Equatable {
        let code: ExitCode
        let output: String
        let error: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    static let address = "https://todo.example.org"

    let folder: URL
    let server: InMemoryServer
    /// It starts at Wednesday, 25 November 2026, 10:00 UTC.
    let clock = TestClock(now: Date(timeIntervalSince1970: 1_795_600_800))
    let terminal = TestTerminal()
    private let environment = Locked<[String: String]>([:])

    /// A machine with a server.
    init(server: InMemoryServer = InMemoryServer()) {
        self.server = server
        folder = FileManager.default.temporaryDirectory
            .appending(path: "todo-tests-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Sets an environment variable.
    func set(_ variable: String, _ value: String) {
        environment.withLock { $0[variable] = value }
    }

    /// The environment of a command.
    var world: World {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var clock = clock.environment
        let (wait, pause) = (clock.sleep, ToDoEnvironment.live.sleep)
        // A program that another test starts inherits this test's locks until it is loaded. The wait
        // for them is in real time.
        clock.sleep = { try await ($0 == StoreLocation.attemptInterval ? pause : wait)($0) }
        return World(
            environment: ["TODO_DATA": folder.path].merging(environment.withLock { $0 }) { $1 },
            clock: clock, calendar: calendar, session: server,
            terminal: terminal.terminal)
    }

    /// Runs a command.
    @discardableResult
    func run(_ words: String..., in world: World? = nil) async -> Ending {
        let code = await TodoProgram.run(words, in: world ?? self.world)
        let (output, error) = terminal.take()
        return Ending(code: code, output: output, error: error)
    }

    /// The items as the program prints them in JSON, without a request to the server.
    func items() async throws -> [PrintedItem] {
        let ending = await run("list", "--all", "--json", "--offline")
        return try JSONDecoder().decode([PrintedItem].self, from: Data(ending.output.utf8))
    }

    /// The titles of all items, without a request to the server.
    func titles() async throws -> [String] { try await items().map(\.title) }
}

/// An item as the program prints it in JSON.
struct PrintedItem: Decodable, Equatable {
    let number: Int?
    let id: UUID
    let title: String
    let itemDescription: String?
    let timestamp: Double?
    let due: String?
    let location: Location?
    let done: Bool
    let unsent: Bool
    let stale: Bool?
}
