package import Accounts
package import Items

/// All items of an owner at one moment, while servers may be writing.
package struct ItemExport {
    private let session: any DatabaseSession
    private let owner: Int
    /// The number of accounts in the database.
    package let accounts: Int
    /// The email of the account that has the local owner's items, if one has adopted them.
    package let adopter: String?

    /// The items of an account or of the local owner; nil when the account does not exist.
    package init?(_ session: any DatabaseSession, of email: Email?) throws(StorageFailure) {
        var owner: Int? = Owner.localKey
        if let email { owner = try session.owner(of: email)?.key }
        guard let owner else { return nil }
        self.session = session
        self.owner = owner
        accounts = try session.count("accounts")
        adopter = try session.adopter()
    }

    /// Calls `body` with every item of the owner in the default order until it returns false.
    package func read(_ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) {
        try session.export(of: owner, body)
    }
}

extension DatabaseSession {
    fileprivate func adopter() throws(StorageFailure) -> String? {
        try storing { () throws(Failure) in
            try rows("SELECT email FROM accounts WHERE owner = $1", [.integer(Owner.localKey)]) {
                row throws(Failure) in try row.text(0)
            }.first
        }
    }

    fileprivate func export(
        of owner: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) {
        try reading { () throws(Failure) in try readItems(of: owner, body) }
    }
}
