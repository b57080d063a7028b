import Accounts
import CommandLine
import HTTPServer
import Storage

/// `toodoo token create`: creates a token for a program.
struct TokenCreateCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "token create", "create a token for a program",
        options: [
            OptionSpec("--user", "EMAIL", help: "the account of the token", isRequired: true),
            OptionSpec(
                "--label", "TEXT", help: "its purpose, shown by toodoo token list (program)"),
            OptionSpec(
                "--expires", "TIME",
                help:
                    "lifetime without use, in days (30d), hours (12h) or minutes (10m); default 30d"
            ),
            OptionSpec(
                "--scope", "SCOPE",
                help: """
                    items: all about items, nothing about the account; read: only reads; calendar:
                    the address of a calendar (items)
                    """),
            .database(),
        ],
        about: """
            Creates a token and prints it, once: only a digest of it is stored. Standard output contains nothing
            else. If an account has more than 100 tokens, the least recently used one is removed.
            """)

    private let database: Database
    private let email: Email
    private let label: String
    private let lifetime: Lifetime
    private let scope: TokenScope

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        email = try arguments.email("--user") ?? Email(stored: "")
        // A token without a label is a sign-in, with the server's lifetime.
        label = arguments.value("--label") ?? "program"
        guard (try? AccountRules.name(label)) == label else {
            throw .badValue(
                option: "--label", value: label,
                expected:
                    "1 to \(AccountRules.nameCharacters) characters, none of them a control character"
            )
        }
        let text = arguments.value("--expires") ?? "30d"
        guard let lifetime = Lifetime(text), (60...3_650 * 86_400).contains(lifetime.count) else {
            throw .badValue(
                option: "--expires", value: text,
                expected: "a time from 1m to 3650d\(Lifetime.hint)")
        }
        self.lifetime = lifetime
        let scopeName = arguments.value("--scope") ?? TokenScope.items.rawValue
        // Only a sign-in creates a token with all rights.
        guard let scope = TokenScope(rawValue: scopeName), scope != .all else {
            throw .badValue(
                option: "--scope", value: scopeName, expected: "items, read or calendar")
        }
        self.scope = scope
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        let owner = try context.owner(of: email)
        let token = TokenText.random()
        let new = NewToken(
            selector: token.selector, digest: token.digest, owner: owner, label: label,
            lifetime: Double(lifetime.count), scope: scope)
        try context.perform([.addToken(new)], of: email.text)
        context.close()
        let handle = TokenHandle.text(of: token.selector)
        // A failed write must be reported: the token is valid and was not shown.
        ignorePipeAndHangupSignals()
        do throws(Errno) {
            try Output.tryLine(token.revealed)
        } catch {
            throw .tokenNotPrinted(token: handle, of: email.text, error)
        }
        Output.error("token \(handle) of \(email.text); it is not shown again")
        if scope == .calendar { Output.error("its calendar is at /calendar/TOKEN.ics") }
    }
}
