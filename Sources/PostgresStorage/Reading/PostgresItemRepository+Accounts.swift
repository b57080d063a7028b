package import Accounts
package import Items
import PostgreSQL

extension PostgresItemRepository: AccountRepository {
    package func account(of owner: Owner) throws(StorageFailure) -> Account? {
        let rows = try read(
            """
            SELECT a.name, a.email, a.created_at, o.epoch FROM accounts a \
            JOIN owners o ON o.owner = a.owner WHERE a.owner = $1
            """
        ) { $0.append(owner.key) }
        guard rows.count > 0 else { return nil }
        return try storing { () throws(PostgresFailure) in
            Account(
                owner: Owner(key: owner.key, epoch: rows.string(0, 3)), name: rows.string(0, 0),
                email: Email(stored: rows.string(0, 1)), createdAt: try rows.double(0, 2))
        }
    }

    package func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        let rows = try read(
            """
            SELECT a.owner, a.password, o.epoch FROM accounts a \
            JOIN owners o ON o.owner = a.owner WHERE a.email_key = $1
            """
        ) { $0.append(PostgresBytes(email.key)) }
        guard rows.count > 0 else { return nil }
        return try storing { () throws(PostgresFailure) in
            Credentials(
                owner: Owner(key: try rows.integer(0, 0), epoch: rows.string(0, 2)),
                password: rows.string(0, 1))
        }
    }

    package func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        let found = try reader.rows(of: .token(PostgresUUID(selector)))[0]
        guard let row = found.first else { return nil }
        let token = try storing { () throws(PostgresFailure) in try Self.token(found.rows, row) }
        return token.expiresAt > clock.now() ? token : nil
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        let rows = try read(
            """
            SELECT \(ReadStatements.tokenColumns) FROM tokens t \
            JOIN owners o ON o.owner = t.owner WHERE t.owner = $1 AND o.epoch = $2 \
            ORDER BY t.last_used_at DESC, t.selector DESC
            """
        ) {
            $0.append(owner.key)
            $0.append(owner.epoch)
        }
        let now = clock.now()
        let tokens = try storing { () throws(PostgresFailure) in
            try (0..<rows.count).map { row throws(PostgresFailure) in try Self.token(rows, row) }
        }
        return tokens.filter { $0.expiresAt > now }
    }

    package func revocations() throws(StorageFailure) -> Int {
        let found = try reader.rows(of: .revocations)[0]
        return try storing { () throws(PostgresFailure) in
            guard let row = found.first else { throw .unexpected("no counter of revocations") }
            return try found.rows.integer(row, 0)
        }
    }

    static func token(_ rows: PostgresRows, _ row: Int) throws(PostgresFailure) -> Token {
        let selector = try rows.uuid(row, 0)
        guard let digest = Digest(rows.blob(row, 3).span) else {
            throw .unexpected("a digest of another length")
        }
        return Token(
            selector: TokenSelector(high: selector.high, low: selector.low), digest: digest,
            owner: Owner(key: try rows.integer(row, 1), epoch: rows.string(row, 2)),
            label: rows.optionalString(row, 4), createdAt: try rows.double(row, 5),
            lastUsedAt: try rows.double(row, 6), expiresAt: try rows.double(row, 7),
            isFixed: try rows.bool(row, 8), isReadOnly: try rows.bool(row, 9))
    }

    /// The rows of a statement without parameters that change from one attempt to the next.
    func read(
        _ sql: String, _ append: (inout PostgresParameters) -> Void
    ) throws(StorageFailure) -> PostgresRows {
        try reader.rows(of: .statements([PostgresCommand(sql, append)]))[0].rows
    }
}

extension PostgresItemRepository: GeocodeCache {
    package func cachedResult(
        for address: Address, now: Double
    ) throws(StorageFailure) -> GeocodeResult? {
        let rows = try read(
            "SELECT latitude, longitude, found_at FROM coordinates WHERE address = $1"
        ) { $0.append(address.text) }
        guard rows.count > 0 else { return nil }
        let found = try storing { () throws(PostgresFailure) in
            GeocodeResult(
                address: address, coordinate: try ContentColumn.coordinate(rows, 0, at: 0),
                foundAt: try rows.double(0, 2))
        }
        return found.isFresh(at: now) ? found : nil
    }
}
