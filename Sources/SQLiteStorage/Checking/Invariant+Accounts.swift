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
}
