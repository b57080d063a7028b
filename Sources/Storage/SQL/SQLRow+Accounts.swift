package import Accounts
package import Items

extension SQLRow {
    /// The owner whose key and epoch are in two columns.
    package func owner(_ column: Int = 0) throws(Failure) -> Owner {
        Owner(key: try integer(column), epoch: try epoch(column + 1))
    }

    package func selector(_ column: Int = 0) throws(Failure) -> TokenSelector {
        let (high, low) = try uuid(column)
        return TokenSelector(high: high, low: low)
    }

    func optionalSelector(_ column: Int) throws(Failure) -> TokenSelector? {
        try optionalUUID(column).map { TokenSelector(high: $0.high, low: $0.low) }
    }

    package func scope(_ column: Int) throws(Failure) -> TokenScope {
        guard let scope = TokenScope(rawValue: try text(column)) else {
            throw malformed("an unknown scope of a token")
        }
        return scope
    }

    /// The account in a row of `AccountStatements.accounts`.
    package func account() throws(Failure) -> Account {
        Account(
            owner: try owner(), name: try text(2), email: Email(stored: try text(3)),
            createdAt: try double(4))
    }

    /// The credentials in a row of `AccountStatements.accounts`.
    package func credentials() throws(Failure) -> Credentials {
        Credentials(owner: try owner(), password: try optionalText(5))
    }

    /// The token whose columns, `AccountStatements.token`, begin at `first`.
    package func token(_ first: Int = 0) throws(Failure) -> Token {
        let bytes = try bytes(first + 3)
        guard let digest = Digest(bytes.span) else { throw malformed("an invalid digest") }
        return Token(
            selector: try selector(first + 2), digest: digest, owner: try owner(first),
            label: try optionalText(first + 4), createdAt: try double(first + 5),
            lastUsedAt: try double(first + 6), expiresAt: try double(first + 7),
            isFixed: try bool(first + 8), scope: try scope(first + 9),
            madeBy: try optionalSelector(first + 10))
    }
}

/// Parts of the statements about accounts and tokens.
package enum AccountStatements {
    /// Selects accounts with their owners.
    package static let accounts = """
        SELECT a.owner, o.epoch, name, email, created_at, password FROM accounts a \
        JOIN owners o ON o.owner = a.owner
        """

    /// The columns of a token with its owner.
    package static let token = """
        t.owner, o.epoch, selector, digest, label, created_at, last_used_at, expires_at, \
        is_fixed, scope, made_by
        """

    /// Selects tokens with their owners.
    package static let tokens = """
        SELECT \(token) FROM tokens t JOIN owners o ON o.owner = t.owner
        """

    static let accountInsertion = """
        INSERT INTO accounts (owner, name, email, email_key, password, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6)
        """

    static let tokenInsertion = """
        INSERT INTO tokens (owner, selector, digest, label, created_at, last_used_at, expires_at, \
        is_fixed, scope, made_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """
}

extension Account {
    /// The values of `AccountStatements.accountInsertion`.
    func values(password: String?) -> [SQLValue] {
        [
            .integer(owner.key), .text(name), .text(email.text), .bytes(email.key),
            .text(password), .double(createdAt),
        ]
    }
}

extension Token {
    /// The values of `AccountStatements.tokenInsertion`.
    var values: [SQLValue] {
        [
            .integer(owner.key), .selector(selector), .bytes(digest.bytes), .text(label),
            .double(createdAt), .double(lastUsedAt), .double(expiresAt), .bool(isFixed),
            .text(scope.rawValue), .selector(madeBy),
        ]
    }
}

extension SQLValue {
    package static func selector(_ selector: TokenSelector?) -> SQLValue {
        .uuid(selector.map { ($0.high, $0.low) })
    }
}
