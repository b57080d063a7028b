import Accounts
import Items
import Storage

/// The database of a command that changes accounts, opened for writing.
struct AccountCommandContext {
    let accounts: AccountAdministrator
    /// Whether the database was absent, so that this command creates it.
    let isNew: Bool
    private let access: any DatabaseAccess
    private let database: String

    /// Opens the database; only a command that adds an account creates one that is absent.
    init(_ database: Database, creating: Bool = false) throws(CommandFailure) {
        self.database = database.name
        access = database.access
        isNew = access.isNew
        if isNew, !creating { throw .noDatabase(database.name) }
        accounts = try access.accountAdministrator()
    }

    func owner(of email: Email) throws(CommandFailure) -> Owner {
        let owner = try onStorage(database) { () throws(StorageFailure) in
            try accounts.session.owner(of: email)
        }
        guard let owner else { throw .noAccount(email.text) }
        return owner
    }

    /// The number of items that were written without accounts and that no account has adopted.
    func itemsWithoutAccount() throws(CommandFailure) -> Int {
        try onStorage(database) { () throws(StorageFailure) in
            try accounts.session.itemsWithoutAccount()
        }
    }

    /// Performs changes of an account and returns their outcomes.
    @discardableResult
    func perform(
        _ writes: [AccountWrite], of email: String
    ) throws(CommandFailure) -> [AccountOutcome] {
        var outcomes: [AccountOutcome] = []
        for outcome in accounts.perform(writes) {
            switch outcome {
            case .success(let outcome): outcomes.append(outcome)
            case .failure(.taken): throw .taken(email)
            case .failure(.adopted): throw .adopted
            case .failure(.setupEnded): throw .hasAccounts
            // Commands do not pass a current password, so this means that the account is gone.
            case .failure(.noAccount), .failure(.passwordChanged): throw .noAccount(email)
            case .failure(.noToken), .failure(.noSubscription), .failure(.tooManySubscriptions):
                throw .noToken(email)
            case .failure(.storage(let failure)): throw .storage(failure, database)
            }
        }
        return outcomes
    }

    /// The message on revoked tokens.
    static func revoked(_ count: Int) -> String {
        "revoked \(count) \(count == 1 ? "token" : "tokens")"
    }

    /// Releases the database; see `DatabaseAccess.close`.
    func close() { access.close() }
}
