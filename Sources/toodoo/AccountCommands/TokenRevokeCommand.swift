import Accounts
import CommandLine
import Items
import Storage

/// `toodoo token revoke`: revokes a token, or all tokens of an account.
struct TokenRevokeCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "token revoke", "revoke tokens",
        operand: .init("HANDLE", "a handle", count: 0...1),
        options: [
            OptionSpec("--user", "EMAIL", help: "revoke all tokens of this account"),
            .database(),
        ],
        usage: ["HANDLE", "--user EMAIL"],
        about: """
            Revokes the token with a handle from toodoo token list and the tokens that were created with it,
            or all tokens of an account. A running server refuses them from the next request on.
            """)

    private enum Target {
        case handle(TokenHandle)
        case user(Email)
    }

    private let database: Database
    private let target: Target

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        if let email = try arguments.email("--user") {
            if let word = arguments.operand { throw .unexpectedArgument(word) }
            target = .user(email)
        } else {
            guard let word = arguments.operand else {
                throw .missingOperand("a handle", command: Self.spec.name)
            }
            guard let handle = TokenHandle(word) else {
                throw .badValue(
                    option: "the handle", value: word, expected: "4 to 12 hexadecimal digits")
            }
            target = .handle(handle)
        }
    }

    func run() throws(CommandFailure) {
        let context = try AccountCommandContext(database)
        let (write, name) = try find(context)
        let outcomes = try context.perform([write], of: name)
        context.close()
        guard case .revoked(let count)? = outcomes.first else { return }
        Output.line(AccountCommandContext.revoked(count))
    }

    private func find(
        _ context: AccountCommandContext
    ) throws(CommandFailure) -> (write: AccountWrite, name: String) {
        switch target {
        case .user(let email): return (.revokeAll(try context.owner(of: email)), email.text)
        case .handle(let handle):
            let owners = try onStorage(database.name) { () throws(StorageFailure) in
                try context.accounts.session.ownersOfTokens(handle)
            }
            guard let owner = owners.first else { throw .noToken(handle.text) }
            guard owners.count == 1 else { throw .manyTokens(handle.text) }
            return (.revokeHandle(handle, of: owner), handle.text)
        }
    }
}
