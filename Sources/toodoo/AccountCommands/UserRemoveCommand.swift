import Accounts
import CommandLine
import HTTPServer
import Storage

/// `toodoo user remove`: removes an account and its data.
struct UserRemoveCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "user remove", "remove an account and all its items",
        operand: .init("EMAIL", "an email"),
        options: [
            OptionSpec("--yes", help: "do not ask for confirmation"),
            .database(),
        ],
        about: """
            Removes an account and its tokens at once, and then erases its items and their history in small
            steps, without delaying other writes. Only a backup can bring them back. On a terminal the email
            must be typed again; elsewhere --yes is required.
            """)

    private let database: Database
    private let email: Email
    private let isMeant: Bool

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        email = try arguments.email()
        isMeant = arguments.has("--yes")
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        let owner = try context.owner(of: email)
        if !isMeant { try confirm() }
        try context.perform([.remove(owner)], of: email.text)
        // The pauses let other writes through; if this process ends early, a server continues to
        // erase.
        while context.accounts.eraseSome() { pause(milliseconds: 5) }
        context.close()
        Output.line(
            context.accounts.hasFailed
                ? "\(email.text) is removed; a server will erase the rest of its data"
                : "\(email.text) is removed, with all its data")
    }

    private func confirm() throws(CommandFailure) {
        guard isStandardInputTerminal() else { throw .unconfirmed(email.text) }
        Output.errorPart("This removes \(email.text) and all its items. Type the email again: ")
        let typed = try onTerminal { () throws(TerminalFailure) in
            try readTypedLine(atMost: Email.longest)
        }
        guard let text = typed.flatMap({ String(validating: $0, as: UTF8.self) }),
            Email(text) == email
        else { throw .unconfirmed(email.text) }
    }
}
