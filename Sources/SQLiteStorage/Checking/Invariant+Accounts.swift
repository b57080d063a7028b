import Accounts
import Items

extension Invariant {
    /// Invariants of accounts; a foreign key ensures that every token has one.
    static let accounts = [
        Invariant(
            description: "every owner has an account, is leaving, or is the local one",
            violations: """
                SELECT 'owner ' || owner FROM owners WHERE owner <> \(Owner.localKey) \
                AND leaving = 0 AND owner NOT IN (SELECT owner FROM accounts)
                """),
        Invariant(
            description: "an owner that is leaving has no account",
            violations: """
                SELECT 'owner ' || owner FROM owners JOIN accounts USING (owner) WHERE leaving = 1
                """),
        Invariant(
            description: "no owner has a key that was not given out",
            violations: """
                SELECT 'owner ' || owner FROM owners \
                WHERE owner > coalesce((SELECT last_owner FROM access), 0)
                """),
        Invariant(
            description: "no account has more than \(AccountWrite.tokensPerAccount) tokens",
            violations: """
                SELECT 'owner ' || owner || ', ' || count(*) FROM tokens GROUP BY owner \
                HAVING count(*) > \(AccountWrite.tokensPerAccount)
                """),
    ]

    /// Invariants of subscriptions; a foreign key ensures that every one has an owner.
    static let subscriptions = [
        Invariant(
            description: "no owner has more than \(Subscription.limit) subscriptions",
            violations: """
                SELECT 'owner ' || owner || ', ' || count(*) FROM subscriptions \
                JOIN owners USING (owner) WHERE leaving = 0 GROUP BY owner \
                HAVING count(*) > \(Subscription.limit)
                """),
        Invariant(
            description: "every delivery is for a subscription of its owner, which has a turn",
            violations: """
                SELECT 'subscription ' || handle FROM deliveries d \
                JOIN owners o ON o.owner = d.owner AND leaving = 0 \
                LEFT JOIN subscriptions s USING (handle) \
                WHERE s.owner IS NOT d.owner OR next_at IS NULL
                """),
    ]
}
