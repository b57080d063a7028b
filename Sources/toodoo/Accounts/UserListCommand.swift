import Accounts
import Items
import SQLiteStorage

/// `toodoo user list`: prints a line for each account.
struct UserListCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "user list", summary: "list all accounts", operand: .none,
        about: """
            usage: toodoo user list [OPTION…]

            Prints a line for each account, with fields separated by tabs: the email, the name, the time of
            creation, the number of items, and the last use of a token (accurate to an hour).
            """)

    private let database: String

    init(_ arguments: ParsedArguments) {
        database = arguments.database
    }

    func run() throws(CommandFailure) {
        let lock = try DatabaseLock(of: database)
        let list = try onOpen(database) { () throws(OpenFailure) in
            try AccountList.open(lock.path, busyMilliseconds: 2_000)
        }
        try onStorage(database) { () throws(StorageFailure) in
            try list.accounts { entry in
                Output.line(
                    [
                        entry.email, entry.name, entry.createdAt, "\(entry.items)",
                        entry.lastUsedAt ?? "never",
                    ].map(\.printable).joined(separator: "\t"))
            }
        }
        lock.release()
    }
}

extension String {
    /// The text with hidden characters as `\u{202e}`: older accounts may have them, and a terminal
    /// would obey them.
    var printable: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isHidden ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}
