import Accounts
import Items
import SQLite
import Storage

/// The prepared statements about accounts on a lane's connection.
///
/// They share the read transaction of the items. So a request with a token opens no additional
/// transaction, and reads its owner and the items at one moment, unless a commit happens in
/// between.
final class AccountReader {
    private let reader: ItemReader
    private let clock: Clock
    private let accountOf: StatementRow
    private let credentialsOf: StatementRow
    private let token: StatementRow
    private var revocationsNow: Statement
    /// The number of revocations, and the transaction in which it was read.
    private var known: (transaction: Int, revocations: Int)?

    init(_ reader: ItemReader, clock: Clock) throws(DatabaseError) {
        self.reader = reader
        self.clock = clock
        let session = reader.session
        let accounts = AccountStatements.accounts
        accountOf = try session.prepareShared("\(accounts) WHERE a.owner = $1")
        credentialsOf = try session.prepareShared("\(accounts) WHERE email_key = $1")
        token = try session.prepareShared(
            "\(AccountStatements.tokens) WHERE selector = $1 AND expires_at > $2")
        revocationsNow = try session.prepare("SELECT revocations FROM access WHERE one = 1")
    }

    func account(of owner: Owner) throws(DatabaseError) -> Account? {
        try first(accountOf, [.integer(owner.key)]) { row throws(DatabaseError) in
            try row.account()
        }
    }

    func credentials(of email: Email) throws(DatabaseError) -> Credentials? {
        try first(credentialsOf, [.bytes(email.key)]) { row throws(DatabaseError) in
            try row.credentials()
        }
    }

    func token(_ selector: TokenSelector) throws(DatabaseError) -> Token? {
        try first(token, [.selector(selector), .double(clock.now())]) {
            row throws(DatabaseError) in try row.token()
        }
    }

    private func first<Value>(
        _ statement: StatementRow, _ values: [SQLValue],
        _ value: (StatementRow) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value? {
        try reader.ensureTransaction()
        var found: Value?
        try reader.session.run(statement, values) { row throws(DatabaseError) in
            found = try value(row)
        }
        return found
    }

    /// Compiled for each use, unlike the statements of every request.
    func tokens(of owner: Owner) throws(DatabaseError) -> [Token] {
        try reader.ensureTransaction()
        return try reader.session.rows(
            """
            \(AccountStatements.tokens) WHERE t.owner = $1 AND o.epoch = $2 AND expires_at > $3 \
            ORDER BY last_used_at DESC, selector DESC
            """, [.integer(owner.key), .text(owner.epoch), .double(clock.now())]
        ) { row throws(DatabaseError) in try row.token() }
    }

    func subscriptions(of owner: Owner) throws(DatabaseError) -> [Subscription] {
        try reader.ensureTransaction()
        let now = clock.now()
        return try reader.session.rows(
            SubscriptionColumns.ofOwner, [.integer(owner.key), .text(owner.epoch), .double(now)]
        ) { row throws(DatabaseError) in try row.subscription() }
    }

    func revocations() throws(DatabaseError) -> Int {
        try reader.ensureTransaction()
        if let known, known.transaction == reader.transactions { return known.revocations }
        let count = try revocationsNow.withReset { statement throws(DatabaseError) in
            try statement.require(
                try reader.session.step(&statement), "no counter of revocations")
            return try statement.counter(at: 0)
        }
        known = (reader.transactions, count)
        return count
    }
}
