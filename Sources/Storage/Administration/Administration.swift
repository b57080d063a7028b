package import Accounts
package import Items

// Operations of commands on a database on which servers may be running. Each storage that has them
// conforms to these protocols, so a command does not depend on the kind of its database.

/// Changes accounts and tokens as servers do, which notice it.
package protocol AccountAdministration: AnyObject {
    /// The owner of the account with this email, nil when there is none.
    func owner(of email: Email) throws(StorageFailure) -> Owner?
    /// The name of the owner's account, nil when it was removed.
    func name(of owner: Owner) throws(StorageFailure) -> String?
    /// The number of items that were written without accounts and that no account has adopted.
    func itemsWithoutAccount() throws(StorageFailure) -> Int
    /// The selectors of an owner's tokens.
    func tokens(of owner: Owner) throws(StorageFailure) -> [TokenSelector]
    /// The selectors of the tokens in a range of selectors.
    func tokens(
        from first: TokenSelector, to last: TokenSelector
    ) throws(StorageFailure) -> [TokenSelector]
    /// Performs changes, each whole or not at all.
    func perform(_ writes: [AccountWrite]) -> [AccountJob.Outcome]
    /// Erases some rows of owners that are leaving; true while more remain.
    func eraseSome() -> Bool
    /// Whether an erase step failed and rows of leaving owners remain.
    var hasFailed: Bool { get }
}

/// Lists the accounts or tokens of a database; times are in ISO 8601.
package protocol AccountListing: AnyObject {
    /// Calls `body` with every account in order of creation.
    func accounts(_ body: (AccountEntry) -> Void) throws(StorageFailure)
    /// Calls `body` with every token, or with those of one account; false when the account does not
    /// exist.
    func tokens(of email: Email?, _ body: (TokenEntry) -> Void) throws(StorageFailure) -> Bool
}

/// The items of an owner at one moment.
package protocol ItemExporting: AnyObject {
    /// The number of accounts in the database.
    var accounts: Int { get }
    /// The email of the account that has the local owner's items, if one has adopted them.
    var adopter: String? { get }
    /// Calls `body` with every item of the owner in the default order until it returns false.
    func read(_ body: (borrowing ItemRow) -> Bool) throws(StorageFailure)
}

/// Imports many items, all or none, in memory that does not grow with them: `stage` for each of
/// them, and then `commit`.
package protocol ItemImporting: AnyObject {
    /// The number of staged items, the last ones, whose ids are still to be compared with others.
    var uncomparedItems: Int { get }
    /// Stages an item for the commit.
    func stage(_ item: NewItem) throws(StagingFailure)
    /// Compares the ids of all staged items.
    func finishStaging() throws(StagingFailure)
    /// Writes all staged items as one write; `progress` receives the number written so far.
    func commit(progress: (Int) -> Void) throws(WriteFailure) -> ItemImport.Counts
}

/// The reason why items cannot be staged.
package enum StagingFailure: Error, Equatable, Sendable {
    /// The id of an item, counted from 0 among the uncompared ones, is that of an earlier one.
    case repeatedID(Int)
    case storage(StorageFailure)
}

/// An account as the operator sees it.
package struct AccountEntry: Equatable, Sendable {
    package let name: String
    package let email: String
    package let createdAt: String
    package let items: Int
    /// The last use of any of its tokens, nil when it has none.
    package let lastUsedAt: String?

    /// An account.
    package init(
        name: String, email: String, createdAt: String, items: Int, lastUsedAt: String?
    ) {
        self.name = name
        self.email = email
        self.createdAt = createdAt
        self.items = items
        self.lastUsedAt = lastUsedAt
    }
}

/// A token as the operator sees it.
package struct TokenEntry: Equatable, Sendable {
    package let selector: TokenSelector
    package let email: String
    package let label: String?
    /// Whether it permits no writes.
    package let isReadOnly: Bool
    package let createdAt: String
    package let lastUsedAt: String
    package let expiresAt: String

    /// A token.
    package init(
        selector: TokenSelector, email: String, label: String?, isReadOnly: Bool,
        createdAt: String, lastUsedAt: String, expiresAt: String
    ) {
        self.selector = selector
        self.email = email
        self.label = label
        self.isReadOnly = isReadOnly
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}
