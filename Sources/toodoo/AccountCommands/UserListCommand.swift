import Accounts
import CommandLine
import Items
import Storage

/// `toodoo user list`: prints a line for each account.
struct UserListCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "user list", "list all accounts",
        options: [
            OptionSpec(
                "--json", help: "an array of objects: email, name, createdAt, items, lastUsedAt"),
            .database(),
        ],
        about: """
            Prints headings and a line for each account, with fields separated by tabs: the email, the name, the
            time of creation, the number of items, and the last use of a token (accurate to an hour).
            """)

    private let database: Database
    private let isJSON: Bool

    init(_ arguments: DatabaseArguments) {
        database = arguments.database
        isJSON = arguments.has("--json")
    }

    func run() throws(CommandFailure) {
        let access = database.access
        let session = try access.session()
        var table = ListPrinter(
            ["EMAIL", "NAME", "CREATED", "ITEMS", "LAST USED"], isJSON: isJSON)
        try onStorage(database.name) { () throws(StorageFailure) in
            try session.accounts { entry in
                table.print([
                    .text("email", entry.email), .text("name", entry.name),
                    .text("createdAt", entry.createdAt), .number("items", entry.items),
                    .optional("lastUsedAt", entry.lastUsedAt, otherwise: "never"),
                ])
            }
        }
        table.finish()
        access.close()
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
