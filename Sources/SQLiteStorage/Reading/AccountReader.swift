import Accounts
import Items
import SQLite

/// The prepared statements about accounts on a lane's connection.
///
/// They share the read transaction of the items. So a request with a token opens no transaction of
/// its own, and reads its owner and the items at one moment, unless a commit happens in between.
final class AccountReader {
    private let reader: ItemReader
    private let clock: Clock
    private var accountOf: Statement
    private var credentialsOf: Statement
    private var token: Statement
    private var revocationsNow: Statement
    /// The number of revocations, and the transaction in which it was read.
    private var known: (transaction: Int, revocations: Int)?

    init(_ reader: ItemReader, clock: Clock) throws(DatabaseError) {
        self.reader = reader
        self.clock = clock
        accountOf = try reader.session.prepare(
            """
            SELECT name, email, created_at, epoch FROM accounts JOIN owners USING (owner) \
            WHERE owner = ?1
            """)
        credentialsOf = try reader.session.prepare(
            """
            SELECT owner, password, epoch FROM accounts JOIN owners USING (owner) \
            WHERE email_key = ?1
            """)
        token = try reader.session.prepare(
            """
            SELECT \(AccountColumns.tokenList) FROM tokens JOIN owners USING (owner) \
            WHERE selector = ?1 AND expires_at > ?2
            """)
        revocationsNow = try reader.session.prepare(
            "SELECT revocations FROM access WHERE one = 1")
    }

    func account(of owner: Owner) throws(DatabaseError) -> Account? {
        try reader.ensureTransaction()
        return try accountOf.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            guard try reader.session.step(&statement) else { return nil }
            return Account(
                owner: Owner(key: owner.key, epoch: try statement.epoch(at: 3)),
                name: try statement.validString(at: 0),
                email: Email(stored: try statement.validString(at: 1)),
                createdAt: statement.double(at: 2))
        }
    }

    func credentials(of email: Email) throws(DatabaseError) -> Credentials? {
        try reader.ensureTransaction()
        return try credentialsOf.withReset { statement throws(DatabaseError) in
            try statement.bind(blob: email.key.span, at: 1)
            guard try reader.session.step(&statement) else { return nil }
            let owner = Owner(
                key: try statement.counter(at: 0), epoch: try statement.epoch(at: 2))
            return Credentials(owner: owner, password: try statement.validString(at: 1))
        }
    }

    func token(_ selector: TokenSelector) throws(DatabaseError) -> Token? {
        try reader.ensureTransaction()
        return try token.withReset { statement throws(DatabaseError) in
            try statement.bind(uuid: selector.high, low: selector.low, at: 1)
            try statement.bind(clock.now(), at: 2)
            guard try reader.session.step(&statement) else { return nil }
            return try AccountColumns.token(statement)
        }
    }

    /// Compiled for each use, unlike the statements of every request.
    func tokens(of owner: Owner) throws(DatabaseError) -> [Token] {
        try reader.ensureTransaction()
        return try reader.session.query(
            """
            SELECT \(AccountColumns.tokenList) FROM tokens INDEXED BY tokens_by_use \
            JOIN owners USING (owner) WHERE owner = ?1 AND epoch = ?2 AND expires_at > ?3 \
            ORDER BY last_used_at DESC, selector DESC
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: owner.epoch, at: 2)
            try statement.bind(clock.now(), at: 3)
            var found: [Token] = []
            while try reader.session.step(&statement) {
                found.append(try AccountColumns.token(statement))
            }
            return found
        }
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
