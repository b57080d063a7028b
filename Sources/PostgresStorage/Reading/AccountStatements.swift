import Accounts
import Items
import PostgreSQL

/// The statements that read accounts and tokens.
enum AccountStatements {
    private static let columns = """
        SELECT a.owner, o.epoch, a.password, a.name, a.email, a.created_at FROM accounts a \
        JOIN owners o ON o.owner = a.owner
        """

    /// The account of an owner with its credentials.
    static func account(of owner: Owner) -> PostgresCommand {
        PostgresCommand("\(columns) WHERE a.owner = $1") { $0.append(owner.key) }
    }

    static func credentials(of email: Email) -> PostgresCommand {
        PostgresCommand("\(columns) WHERE a.email_key = $1") { $0.append(PostgresBytes(email.key)) }
    }

    static func tokens(of owner: Owner) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT \(tokenColumns) FROM tokens t \
            JOIN owners o ON o.owner = t.owner WHERE t.owner = $1 AND o.epoch = $2 \
            ORDER BY t.last_used_at DESC, t.selector DESC
            """
        ) {
            $0.append(owner.key)
            $0.append(owner.epoch)
        }
    }

    static let revocations = PostgresCommand("SELECT count FROM revocations WHERE one = 1")

    static func token(_ selector: PostgresUUID) -> PostgresCommand {
        PostgresCommand(oneToken) { $0.append(selector) }
    }

    private static let oneToken = """
        SELECT \(tokenColumns) FROM tokens t JOIN owners o ON o.owner = t.owner \
        WHERE t.selector = $1
        """

    static func tokens(_ selectors: [PostgresUUID]) -> PostgresCommand {
        PostgresCommand(manyTokens) { $0.append(selectors) { $0 } }
    }

    private static let manyTokens = """
        SELECT \(tokenColumns), q.number FROM unnest($1::uuid[]) \
        WITH ORDINALITY q(selector, number) JOIN tokens t ON t.selector = q.selector \
        JOIN owners o ON o.owner = t.owner ORDER BY q.number
        """

    /// The columns of a token, behind the count of revocations at the same moment.
    static let tokenColumns = """
        (SELECT count FROM revocations WHERE one = 1), \
        t.selector, t.owner, o.epoch, t.digest, t.label, t.created_at, t.last_used_at, \
        t.expires_at, t.is_fixed, t.is_read_only
        """
}
