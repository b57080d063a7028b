import Foundation
import ToDoClient

/// One call of the program: its command line, and what the command sees.
struct Invocation: Sendable {
    let world: World
    let arguments: ParsedArguments

    /// Whether the output is JSON.
    var wantsJSON: Bool { arguments.has("--json") }
    /// How the output looks.
    var style: Style { Style(world) }

    /// The folder of the program's files.
    func dataFolder() throws(Failure) -> DataFolder {
        try DataFolder(arguments.value(of: "--data"), world.environment)
    }

    /// The server of this command: of the option, the environment or the configuration.
    func server() throws(Failure) -> ServerAddress? {
        if let text = arguments.value(of: "--server") ?? world.environment["TODO_SERVER"],
            !text.isEmpty
        {
            return try ServerAddress(text)
        }
        return try dataFolder().server()
    }

    /// Where the items of this command are.
    func place() throws(Failure) -> ItemPlace {
        let server = try server()
        return try place(of: server)
    }

    /// Where the items of a server, or of none, are.
    func place(of server: ServerAddress?) throws(Failure) -> ItemPlace {
        let folder = try dataFolder()
        return ItemPlace(
            root: folder.url, folder: folder.folder(of: server), server: server, world: world)
    }

    /// Calls `body` with the open items, and closes them.
    func withItems(_ body: (OpenItems) async throws -> Void) async throws {
        let items = try await place().open()
        defer { items.store.close() }
        try await body(items)
    }

    /// The same for a command that writes: afterwards all is sent that can be sent shortly.
    func writing(_ body: (OpenItems) async throws -> Void) async throws {
        try await withItems { items in
            try await body(items)
            if case .failed(let error) = await syncShortly(items) {
                world.terminal.complain("todo: \(error.sentence)\n")
            }
        }
    }

    /// Sends and fetches what is possible shortly, unless the command is to be offline.
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
            throw .file("standard output", reason: "\(error)")
        }
    }
}
