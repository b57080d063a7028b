import CommandLine
import Foundation
import ToDoClient

/// One call of the program: its command line and its environment.
struct Invocation: Sendable {
    let world: World
    let command: CommandSpec
    let arguments: ParsedArguments

    /// Whether the output is JSON.
    var wantsJSON: Bool { arguments.has("--json") }
    /// The style of the output.
    var style: Style { Style(world) }

    /// The folder of the program's files.
    func dataFolder() throws(Failure) -> DataFolder {
        try DataFolder(arguments.value("--data"), world.environment)
    }

    /// The server of this command: of the option, the environment or the configuration.
    func server() throws(Failure) -> ServerAddress? {
        if let text = arguments.value("--server") ?? world.environment["TODO_SERVER"],
            !text.isEmpty
        {
            return try ServerAddress(text)
        }
        return try dataFolder().server()
    }

    /// The location of this command's items.
    func storeLocation() throws(Failure) -> StoreLocation {
        let server = try server()
        return try storeLocation(of: server)
    }

    /// The location of the items of a server, or of those without a server.
    func storeLocation(of server: ServerAddress?) throws(Failure) -> StoreLocation {
        let folder = try dataFolder()
        return StoreLocation(
            root: folder, folder: folder.folder(of: server), server: server, world: world)
    }

    /// Calls `body` with the open items, and closes them.
    func withItems(_ body: (OpenItems) async throws -> Void) async throws {
        let items = try await storeLocation().open()
        defer { items.store.close() }
        try await body(items)
    }

    /// The same for a command that writes: a short sync follows, and `synced` if it succeeds.
    func withItemsForWriting(
        _ body: (OpenItems) async throws -> Void, synced: (OpenItems) throws -> Void = { _ in }
    ) async throws {
        try await withItems { items in
            try await body(items)
            switch await syncShortly(items) {
            case .done: try synced(items)
            case .failed(let error): world.terminal.printError("todo: \(error.sentence)\n")
            case .none, .unreachable: break
            }
        }
    }

    /// Runs a short sync, unless the command is offline.
    func syncShortly(_ items: OpenItems) async -> ShortSync.Outcome {
        arguments.has("--offline") ? .none : await ShortSync.run(items)
    }

    /// Prints a text and the end of its line.
    func print(_ text: String) throws(Failure) {
        try write(text + "\n")
    }

    /// Prints a text.
    func write(_ text: String) throws(Failure) {
        do {
            try world.terminal.write(text)
        } catch {
            throw .file("standard output", reason: error.plainReason)
        }
    }
}
