import Accounts
import HTTPServer
import SQLiteStorage

/// `toodoo user remove`: removes an account and its data.
struct UserRemoveCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "user remove", summary: "remove an account and all its items",
        operand: .required("an email"), switches: ["--yes"],
        about: """
            usage: toodoo user remove EMAIL [OPTION…]

            Removes an account and its tokens at once, and then erases its items and all that is remembered of
            them, a little at a time, so that nobody else waits. There is no way back but a backup. On a
            terminal the email has to be typed again; elsewhere --yes has to be said.

              --yes              do not ask
            """)

    private let database: String
    private let email: Email
    private let isMeant: Bool

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        database = arguments.database
        email = try arguments.email()
        isMeant = arguments.has("--yes")
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        let owner = try context.owner(of: email)
        if !isMeant { try confirm() }
        try context.perform([.remove(owner)], of: email.text)
        // The pauses let other writes through; if this process ends early, a server goes on
        // erasing.
        while context.accounts.eraseSome() { pause(milliseconds: 5) }
        context.close()
        Output.line(
            context.accounts.hasFailed
                ? "\(email.text) is removed; what could not be erased yet is erased by a server"
                : "\(email.text) is removed, with all that was theirs")
    }

    private func confirm() throws(CommandFailure) {
        guard isStandardInputTerminal() else { throw .unconfirmed(email.text) }
        Output.errorPart("This removes \(email.text) and all their items. Type the email again: ")
        let typed = try onFile("-") { () throws(Errno) in
            try readTypedLine(atMost: Email.longest)
        }
        guard let text = typed.flatMap({ String(validating: $0, as: UTF8.self) }),
            Email(text) == email
        else { throw .unconfirmed(email.text) }
    }
}
