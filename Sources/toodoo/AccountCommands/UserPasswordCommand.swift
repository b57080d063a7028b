import Accounts
import CommandLine
import Items
import Storage

/// `toodoo user password`: sets an account's password and revokes its tokens.
struct UserPasswordCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "user password", "set the password of an account",
        operand: .init("EMAIL", "an email"),
        options: [
            .database()
        ],
        about: """
            Sets a new password for an account, if the former one is forgotten or may be known to others. It is
            read and checked as by toodoo user add: asked for twice, or the first line of standard input if
            that is no terminal. All tokens of the account are revoked, including those of toodoo token create,
            so all its clients must sign in again. A running server applies it at once.
            """)

    private let database: Database
    private let email: Email

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        email = try arguments.email()
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        // Before the prompt for the password.
        let owner = try context.owner(of: email)
        let name = try onStorage(database.name) { () throws(StorageFailure) in
            try context.accounts.session.name(of: owner)
        }
        guard let name else { throw .noAccount(email.text) }
        let password = try PasswordPrompt.readHashed(for: name, email)
        let outcomes = try context.perform([.setPassword(owner, to: password)], of: email.text)
        context.close()
        guard case .revoked(let count)? = outcomes.first else { return }
        Output.line("\(email.text) has a new password; \(AccountCommandContext.revoked(count))")
    }
}
