import Accounts
import CommandLine
import HTTPServer
import Storage

/// `toodoo setup-link`: prints the address that makes the first account.
struct SetupLinkCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "setup-link", "print the address that makes the first account",
        options: [
            OptionSpec(
                "--url", "URL",
                help: "where browsers reach the server (\(SetupLink.defaultServer))"),
            .database(),
        ],
        about: """
            Prints an address. Opened in a browser, it shows a form that makes the first account, which gets the
            items that were written without accounts. The server prints such an address at each start. The
            address of the latest start or command is valid, until there is an account.
            """)

    private let database: Database
    private let server: String

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        let url = arguments.value("--url") ?? SetupLink.defaultServer
        guard let server = SetupLink.server(url) else {
            throw .badValue(
                option: "--url", value: url,
                expected: "an http or https URL (https://todo.example.org)")
        }
        self.server = server
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        let token = SetupToken.random()
        try context.perform([.offerSetup(token.digest)], of: "")
        context.close()
        ignorePipeAndHangupSignals()
        do throws(Errno) {
            try Output.tryLine(SetupLink.url(token, at: server))
        } catch {
            throw .output(error)
        }
    }
}

/// The address of the page's form for the first account.
///
/// The token is in the fragment, which browsers send to no server and no proxy logs.
enum SetupLink {
    static let defaultServer =
        "http://\(ServeOptions.defaults.host):\(ServeOptions.defaults.port)"

    /// The base URL of a server, without a slash at the end; nil if it is not an http or https URL
    /// without path, query and fragment.
    static func server(_ text: String) -> String? {
        let server = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = ["https://", "http://"].first(where: server.hasPrefix) else {
            return nil
        }
        let authority = server.dropFirst(scheme.count)
        let isAuthority = authority.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"/?#@\"<>\\".utf8.contains($0)
        }
        return isAuthority && !authority.isEmpty ? server : nil
    }

    static func url(_ token: SetupToken, at server: String) -> String {
        "\(server)/#/setup/\(token.revealed)"
    }
}
