import Accounts
import Items

extension Law {
    /// The laws of accounts; that every token has one is a foreign key.
    static let accounts = [
        Law(
            sentence: "every owner has an account, is leaving, or is the local one",
            breaches: """
                SELECT 'owner ' || owner FROM owners WHERE owner <> \(Owner.localKey) \
                AND leaving = 0 AND owner NOT IN (SELECT owner FROM accounts)
                """),
        Law(
            sentence: "nobody who is leaving has an account",
            breaches: """
                SELECT 'owner ' || owner FROM owners JOIN accounts USING (owner) WHERE leaving = 1
                """),
        Law(
            sentence: "no owner has a key that was not given out",
            breaches: """
                SELECT 'owner ' || owner FROM owners \
                WHERE owner > coalesce((SELECT last_owner FROM access), 0)
                """),
        Law(
            sentence: "no account has more than \(AccountWrite.tokensPerAccount) tokens",
            breaches: """
                SELECT 'owner ' || owner || ', ' || count(*) FROM tokens GROUP BY owner \
                HAVING count(*) > \(AccountWrite.tokensPerAccount)
                """),
    ]
}
