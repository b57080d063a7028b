import Accounts
import Items
import SQLite

/// Binds and decodes rows of accounts and tokens.
enum AccountColumns {
    /// The columns of a token, and its owner's epoch.
    static let tokenList = "\(tokenColumns), epoch"

    /// The columns of a token, as `bind` numbers them.
    private static let tokenColumns = """
        selector, digest, owner, label, created_at, last_used_at, expires_at, is_fixed, is_read_only
        """

    /// The statement that `bind` binds a token to.
    static let tokenInsertion = """
        INSERT INTO tokens (\(tokenColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    static func token(_ statement: borrowing Statement) throws(DatabaseError) -> Token {
        let digest = Digest(statement.blob(at: 1))
        guard let digest else { throw statement.corruption("a digest that is none") }
        return Token(
            selector: try selector(statement, at: 0), digest: digest,
            owner: Owner(
                key: try statement.counter(at: 2), epoch: try statement.epoch(at: 9)),
            label: try statement.optionalString(at: 3), createdAt: statement.double(at: 4),
            lastUsedAt: statement.double(at: 5), expiresAt: statement.double(at: 6),
            isFixed: statement.integer(at: 7) != 0, isReadOnly: statement.integer(at: 8) != 0)
    }

    static func bind(_ token: Token, to statement: inout Statement) throws(DatabaseError) {
        try statement.bind(uuid: token.selector.high, low: token.selector.low, at: 1)
        try statement.bind(blob: token.digest.bytes.span, at: 2)
        try statement.bind(token.owner.key, at: 3)
        try statement.bind(text: token.label, at: 4)
        try statement.bind(token.createdAt, at: 5)
        try statement.bind(token.lastUsedAt, at: 6)
        try statement.bind(token.expiresAt, at: 7)
        try statement.bind(token.isFixed ? 1 : 0, at: 8)
        try statement.bind(token.isReadOnly ? 1 : 0, at: 9)
    }

    static func selector(
        _ statement: borrowing Statement, at column: Int32
    ) throws(DatabaseError) -> TokenSelector {
        let id = try statement.itemID(at: column)
        return TokenSelector(high: id.high, low: id.low)
    }
}
