package import Accounts
package import Items
import SQLite

extension SQLiteRepository: AccountRepository, AccountRows {
    package func account(of owner: Owner) throws(StorageFailure) -> Account? {
        try storing { () throws(DatabaseError) in try accounts.account(of: owner) }
    }

    package func credentials(of email: Email) throws(StorageFailure) -> Credentials? {
        try storing { () throws(DatabaseError) in try accounts.credentials(of: email) }
    }

    package func token(_ selector: TokenSelector) throws(StorageFailure) -> Token? {
        try storing { () throws(DatabaseError) in try accounts.token(selector) }
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [Token] {
        try storing { () throws(DatabaseError) in try accounts.tokens(of: owner) }
    }

    package func subscriptions(of owner: Owner) throws(StorageFailure) -> [Subscription] {
        try storing { () throws(DatabaseError) in try accounts.subscriptions(of: owner) }
    }

    package func revocations() throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in try accounts.revocations() }
    }
}
