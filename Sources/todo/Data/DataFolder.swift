import Foundation

/// The folder of the program's files.
///
///     config.json                    the server
///     numbers.json                   the items of the last list
///     local/                         the items without a server
///     servers/https%3A%2F%2F…/       the items of a server:
///         items, items-EMAIL         a log without an account, and one for each account
///         credentials.json           the account that is signed in; mode 0600
///         pause.json                 the end of the pause after a failed sync
///         waiting, watching          locked by processes that wait or watch
struct DataFolder: Sendable {
    let url: URL

    /// The folder of the option, or else of the environment.
    init(_ option: String?, _ environment: [String: String]) throws(Failure) {
        if option == "" { throw .missingValue("--data", "FOLDER") }
        if let path = option ?? environment["TODO_DATA"], !path.isEmpty {
            url = URL(filePath: path, directoryHint: .isDirectory)
        } else if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            // The XDG specification says to ignore relative paths.
            url = URL(filePath: path, directoryHint: .isDirectory).appending(path: "todo")
        } else if let home = environment["HOME"], !home.isEmpty {
            url = URL(filePath: home, directoryHint: .isDirectory)
                .appending(path: ".local/share/todo")
        } else {
            throw .noHome
        }
    }

    private struct Config: Codable {
        var server: String?
    }

    private var config: JSONFile<Config> { JSONFile(url.appending(path: "config.json")) }

    /// The server that was set; nil if there is none.
    func server() throws(Failure) -> ServerAddress? {
        guard let text = try config.read()?.server else { return nil }
        return try ServerAddress(text)
    }

    /// Sets the server; nil removes it.
    func setServer(_ server: ServerAddress?) throws(Failure) {
        try config.write(Config(server: server?.text))
    }

    /// The folder of a server's items, or of those without a server.
    func folder(of server: ServerAddress?) -> URL {
        guard let server else { return url.appending(path: "local") }
        return url.appending(path: "servers").appending(component: server.folderName)
    }
}
