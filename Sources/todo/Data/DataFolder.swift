import Foundation
import ToDoClient

/// The folder of the program's files. Folders have mode 0700, files 0600.
///
///     config.json                    the server
///     numbers.json                   the items of the last list
///     local/                         the items without a server
///     servers/https%3A%2F%2F…/       the items of a server:
///         items, items-…             a log without an account, and one for each account
///         credentials.json           the account that is signed in
///         pause.json                 the end of the pause after a failed sync
///         waiting, watching          locked by processes that wait or watch
///
/// Only the user can see the servers and emails in the names. Checksums as names could be forged,
/// and the token would go to another server.
struct DataFolder: Sendable {
    let url: URL
    /// Whether the user has chosen the folder; then it may have other files.
    let isChosen: Bool

    /// The folder of the option, or else of the environment.
    init(_ option: String?, _ environment: [String: String]) throws(Failure) {
        if let path = option ?? environment["TODO_DATA"], !path.isEmpty {
            url = URL(filePath: path, directoryHint: .isDirectory)
            isChosen = true
        } else if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            // The XDG specification says to ignore relative paths.
            url = URL(filePath: path, directoryHint: .isDirectory).appending(path: "todo")
            isChosen = false
        } else if let home = environment["HOME"], !home.isEmpty {
            url = URL(filePath: home, directoryHint: .isDirectory)
                .appending(path: ".local/share/todo")
            isChosen = false
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

    /// Makes the folder of a server's items and its parent folders, for their user only.
    ///
    /// Existing ones lose the rights of others, except one that the user has chosen. Below it, a
    /// link is an error: it could lead to other files.
    func prepare(for server: ServerAddress?) throws(Failure) {
        try make(url)
        if !isChosen { _ = tightenFolder(url.path, followsLinks: true) }
        for folder in (server == nil ? [] : [servers]) + [folder(of: server)] {
            try make(folder)
            guard tightenFolder(folder.path, followsLinks: false) else {
                throw .file(folder.path, reason: "This is no folder of the program.")
            }
        }
    }

    private func make(_ folder: URL) throws(Failure) {
        do {
            try makePrivateFolder(folder.path)
        } catch {
            throw .file(folder.path, reason: error.plainReason)
        }
    }

    private var servers: URL { url.appending(path: "servers") }

    /// The folder of a server's items, or of those without a server.
    func folder(of server: ServerAddress?) -> URL {
        guard let server else { return url.appending(path: "local") }
        return servers.appending(component: server.folderName)
    }
}
