import Accounts
import HTTPServer
import Storage

/// `toodoo token create`: creates a token for a program.
struct TokenCreateCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "token create", summary: "create a token for a program", operand: .none,
        options: ["--user", "--label", "--expires"], switches: ["--read-only"],
        about: """
            usage: toodoo token create --user EMAIL [OPTION…]

            Creates a token and prints it, once: only a digest of it is stored. Standard output contains nothing
            else. If an account has more than 100 tokens, the least recently used one is removed.

              --user EMAIL       the account of the token
              --label TEXT       its purpose, shown by toodoo token list (program)
              --expires TIME     lifetime without use, in days (30d), hours (12h) or minutes (10m); default 30d
              --read-only        the token permits no writes
            """)

    private let database: Database
    private let email: Email
    private let label: String
    private let lifetime: Lifetime
    private let isReadOnly: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        database = arguments.database
        isReadOnly = arguments.has("--read-only")
        _ = try arguments.require("--user", of: Self.spec)
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
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        let owner = try context.owner(of: email)
        let token = TokenText.random()
        let new = NewToken(
            selector: token.selector, digest: token.digest, owner: owner, label: label,
            lifetime: Double(lifetime.count), isReadOnly: isReadOnly)
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
    }
}
