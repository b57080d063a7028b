import Accounts
import Items
import SQLiteStorage

/// `toodoo token list`: prints a line for each token, without secrets.
struct TokenListCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "token list", summary: "list tokens", operand: .none, options: ["--user"],
        about: """
            usage: toodoo token list [OPTION…]

            Prints a line for each token, with fields separated by tabs: the handle for toodoo token revoke, the
            email, the label or -, and the times of creation, last use (accurate to an hour) and expiry.

              --user EMAIL       only the tokens of this account
            """)

    private let database: String
    private let email: Email?

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        database = arguments.database
        email = try arguments.email("--user")
    }

    func run() throws(CommandFailure) {
        let lock = try DatabaseLock(of: database)
        let list = try onOpen(database) { () throws(OpenFailure) in
            try AccountList.open(lock.path, busyMilliseconds: 2_000)
        }
        let isThere = try onStorage(database) { () throws(StorageFailure) in
            try list.tokens(of: email) { entry in
                Output.line(
                    [
                        TokenHandle.text(of: entry.selector), entry.email, entry.label ?? "-",
                        entry.createdAt, entry.lastUsedAt, entry.expiresAt,
                    ].map(\.printable).joined(separator: "\t"))
            }
        }
        lock.release()
        guard isThere else { throw .noAccount(email?.text ?? "") }
    }
}
