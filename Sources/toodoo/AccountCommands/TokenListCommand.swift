import Accounts
import CommandLine
import Items
import Storage

/// `toodoo token list`: prints a line for each token, without secrets.
struct TokenListCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "token list", "list tokens",
        options: [
            OptionSpec("--user", "EMAIL", help: "only the tokens of this account"),
            OptionSpec(
                "--json",
                help: """
                    an array of objects: handle, email, label, createdAt, lastUsedAt, expiresAt,
                    scope
                    """),
            .database(),
        ],
        about: """
            Prints headings and a line for each token, with fields separated by tabs: the handle for
            toodoo token revoke, the email, the label or -, the times of creation, last use (accurate to an
            hour) and expiry, and the scope: all for a sign-in, items, or read.
            """)

    private let database: Database
    private let email: Email?
    private let isJSON: Bool

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        isJSON = arguments.has("--json")
        email = try arguments.email("--user")
    }

    func run() throws(CommandFailure) {
        let access = database.access
        let session = try access.session()
        var table = ListPrinter(
            ["HANDLE", "EMAIL", "LABEL", "CREATED", "LAST USED", "EXPIRES", "SCOPE"], isJSON: isJSON
        )
        let isThere = try onStorage(database.name) { () throws(StorageFailure) in
            try session.tokens(of: email) { entry in
                table.print([
                    .text("handle", TokenHandle.text(of: entry.selector)),
                    .text("email", entry.email),
                    .optional("label", entry.label, otherwise: "-"),
                    .text("createdAt", entry.createdAt), .text("lastUsedAt", entry.lastUsedAt),
                    .text("expiresAt", entry.expiresAt),
                    .text("scope", entry.scope.rawValue),
                ])
            }
        }
        if isThere { table.finish() }
        access.close()
        guard isThere else { throw .noAccount(email?.text ?? "") }
    }
}
