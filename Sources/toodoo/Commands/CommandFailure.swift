import API
import Accounts
import Exchange
import HTTPServer
import Items
import PostgresStorage
import SQLiteStorage

enum CommandFailure: Error, Equatable {
    case noDatabase(String)
    /// The path is not a regular file.
    case notAFile(String)
    /// This is root, and the path is controlled by the user with this name.
    case otherUsers(String, user: String)
    /// Other users may read the database, and this user cannot change that.
    case readableByOthers(String)
    case open(OpenFailure, String)
    /// A database on a server cannot be opened.
    case openServer(PostgresOpenFailure, String)
    case storage(StorageFailure, String)
    /// The database is in use, so it cannot be replaced.
    case inUse(String)
    /// The database is in use, so its schema cannot be migrated.
    case needsMigration(String)
    /// The database is being replaced.
    case restoring(String)
    case exists(String)
    case file(String, Errno)
    case folder(String, Errno)
    /// The folder of a file that is to be created is absent.
    case noFolder(String)
    /// The lock file cannot be opened, or created; in the latter case this names the database.
    case lock(String)
    /// The file to import has no bytes but white space.
    case emptyImport(String)
    case notItems(String, ItemFileFault)
    case notImported(String, ImportFault)
    case repeatedID(String, ItemFilePosition)
    /// The account was removed meanwhile.
    case ownerGone
    case noAccount(String)
    case taken(String)
    /// The account that is to adopt items exists; the commands copy them to it.
    case takenByAdopter(String, copying: String)
    case adopted
    /// There are accounts, so no link makes the first one.
    case hasAccounts
    case badPassword(AccountFault)
    case passwordNotText
    case passwordsDiffer
    case hashing(HashingFailure)
    /// The removal was not confirmed.
    case unconfirmed(String)
    case noToken(String)
    /// Several tokens begin with this handle.
    case manyTokens(String)
    /// A token was created but could not be printed.
    case tokenNotPrinted(token: String, of: String, Errno)
    /// Standard output cannot be written to.
    case output(Errno)
    /// A database failed during a copy, which left nothing behind.
    case copy(StorageFailure, String)
    case checkFailed(String, findings: Int)
}

/// Runs work that opens a database; a failure names the database.
func onOpen<Value>(
    _ path: String, _ work: () throws(OpenFailure) -> Value
) throws(CommandFailure) -> Value {
    do throws(OpenFailure) {
        return try work()
    } catch {
        throw .open(error, path)
    }
}

/// Runs work that copies a database; a failure names the file that caused it.
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

/// Runs work in a database; a failure names the database.
func onStorage<Value>(
    _ path: String, _ work: () throws(StorageFailure) -> Value
) throws(CommandFailure) -> Value {
    do throws(StorageFailure) {
        return try work()
    } catch {
        throw .storage(error, path)
    }
}

/// Runs work with a file; a failure names the file.
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
