import API
import Accounts
import HTTPServer
import Items
import SQLiteStorage

/// Why a command did not do what it was to do.
enum CommandFailure: Error, Equatable {
    case noDatabase(String)
    /// What is there cannot be a database.
    case notAFile(String)
    case open(OpenFailure, String)
    case storage(StorageFailure, String)
    /// Somebody uses the database, and it was to be replaced.
    case inUse(String)
    /// Somebody uses the database, and its schema was to be changed.
    case needsMigration(String)
    /// The database is being replaced.
    case restoring(String)
    case exists(String)
    case file(String, Errno)
    case folder(String, Errno)
    /// The file beside the database that says who uses it cannot be opened, or made; then it is the
    /// database that is named.
    case lock(String)
    case notItems(String, ItemFileFault)
    case repeatedID(String, ItemFilePosition)
    /// Whom it was about has been removed meanwhile.
    case ownerGone
    case noAccount(String)
    case noOwner(Int, String)
    case taken(String)
    case adopted
    case badPassword(AccountFault)
    case passwordNotText
    case passwordsDiffer
    case hashing(HashingFailure)
    /// Nobody said in so many words that it is meant.
    case unconfirmed(String)
    case noToken(String)
    /// Several tokens have a handle like this.
    case manyTokens(String)
    /// A token was made, and nobody got to see it.
    case tokenNotPrinted(token: String, of: String, Errno)
    /// What was to be shown cannot be written.
    case output(Errno)
    case checkFailed(String, findings: Int)
}

/// Does work with the database and names it in the failure.
func onOpen<Value>(
    _ path: String, _ work: () throws(OpenFailure) -> Value
) throws(CommandFailure) -> Value {
    do throws(OpenFailure) {
        return try work()
    } catch {
        throw .open(error, path)
    }
}

/// Does work that copies a database, and names the one of the two files that is at fault.
func onCopy(
    of source: String, into target: String, _ work: () throws(DatabaseCopy.Failure) -> Void
) throws(CommandFailure) {
    do throws(DatabaseCopy.Failure) {
        try work()
    } catch {
        switch error {
        case .source(let failure): throw .open(failure, source)
        case .target(let error): throw .open(.database(error), target)
        }
    }
}

/// Does work in the database and names it in the failure.
func onStorage<Value>(
    _ path: String, _ work: () throws(StorageFailure) -> Value
) throws(CommandFailure) -> Value {
    do throws(StorageFailure) {
        return try work()
    } catch {
        throw .storage(error, path)
    }
}

/// Does work with a file and names it in the failure.
@discardableResult
func onFile<Value>(
    _ path: String, _ work: () throws(Errno) -> Value
) throws(CommandFailure) -> Value {
    do throws(Errno) {
        return try work()
    } catch {
        throw .file(path, error)
    }
}
