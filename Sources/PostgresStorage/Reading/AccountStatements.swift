import Accounts
import Items
import PostgreSQL
import Storage

/// The statements that read accounts and tokens.
extension AccountStatements {
    /// The account of an owner with its credentials.
    static func account(of owner: Owner) -> PostgresCommand {
        PostgresCommand("\(accounts) WHERE a.owner = $1") { $0.append(owner.key) }
    }

    static func credentials(of email: Email) -> PostgresCommand {
        PostgresCommand("\(accounts) WHERE email_key = $1") { $0.append(PostgresBytes(email.key)) }
    }

    static func tokens(of owner: Owner) -> PostgresCommand {
        PostgresCommand(
            """
            \(countedTokens) WHERE t.owner = $1 AND o.epoch = $2 \
            ORDER BY last_used_at DESC, selector DESC
            """
        ) {
            $0.append(owner.key)
            $0.append(owner.epoch)
        }
    }

    static func subscriptions(of owner: Owner, now: Double) -> PostgresCommand {
        PostgresCommand(SubscriptionColumns.ofOwner) {
            $0.append(owner.key)
            $0.append(owner.epoch)
            $0.append(now)
        }
    }

    static let revocations = PostgresCommand("SELECT count FROM revocations WHERE one = 1")

    static func token(_ selector: PostgresUUID) -> PostgresCommand {
        PostgresCommand(oneToken) { $0.append(selector) }
    }

    private static let oneToken = "\(countedTokens) WHERE selector = $1"

    static func tokens(_ selectors: [PostgresUUID]) -> PostgresCommand {
        PostgresCommand(manyTokens) { $0.append(selectors) { $0 } }
    }

    private static let manyTokens = """
        SELECT \(countedToken), number FROM unnest($1::uuid[]) \
        WITH ORDINALITY q (selector, number) JOIN tokens t USING (selector) \
        JOIN owners o ON o.owner = t.owner ORDER BY number
        """

    private static let countedTokens = """
        SELECT \(countedToken) FROM tokens t JOIN owners o ON o.owner = t.owner
        """

    /// The columns of a token, behind the count of revocations at the same moment.
    private static let countedToken = """
        (SELECT count FROM revocations WHERE one = 1), \(token)
        """
}
