package import Accounts
package import Items

/// Lists of accounts and tokens while servers may be writing.
extension DatabaseSession {
    /// Calls `body` with every account in order of creation.
    package func accounts(_ body: (AccountEntry) -> Void) throws(StorageFailure) {
        try reading { () throws(Failure) in
            try read(
                """
                SELECT name, email, \(Self.time("created_at")), \
                (SELECT count(*) FROM items WHERE \(Self.items(of: "accounts.owner"))), \
                (SELECT \(Self.time("max(last_used_at)")) FROM tokens \
                WHERE tokens.owner = accounts.owner) FROM accounts ORDER BY owner
                """
            ) { row throws(Failure) in
                body(
                    AccountEntry(
                        name: try row.text(0), email: try row.text(1), createdAt: try row.text(2),
                        items: try row.integer(3), lastUsedAt: try row.optionalText(4)))
                return true
            }
        }
    }

    /// Calls `body` with every token, or with every token of one account; false when the account
    /// does not exist.
    package func tokens(
        of email: Email?, _ body: (TokenEntry) -> Void
    ) throws(StorageFailure) -> Bool {
        var condition = ""
        if let email {
            guard let owner = try owner(of: email) else { return false }
            condition = "WHERE tokens.owner = \(owner.key)"
        }
        try reading { () throws(Failure) in
            try read(
                """
                SELECT selector, email, label, \(Self.time("tokens.created_at")), \
                \(Self.time("last_used_at")), \(Self.time("expires_at")), scope \
                FROM tokens JOIN accounts USING (owner) \(condition) ORDER BY owner, last_used_at
                """
            ) { row throws(Failure) in
                body(
                    TokenEntry(
                        selector: try row.selector(), email: try row.text(1),
                        label: try row.optionalText(2), scope: try row.scope(6),
                        createdAt: try row.text(3), lastUsedAt: try row.text(4),
                        expiresAt: try row.text(5)))
                return true
            }
        }
        return true
    }
}

/// An account as the operator sees it.
package struct AccountEntry: Equatable, Sendable {
    package let name: String
    package let email: String
    package let createdAt: String
    package let items: Int
    /// The last use of any of its tokens, nil when it has none.
    package let lastUsedAt: String?

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
    package let scope: TokenScope
    package let createdAt: String
    package let lastUsedAt: String
    package let expiresAt: String

    package init(
        selector: TokenSelector, email: String, label: String?, scope: TokenScope,
        createdAt: String, lastUsedAt: String, expiresAt: String
    ) {
        self.selector = selector
        self.email = email
        self.label = label
        self.scope = scope
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}
