import Accounts
import Storage

/// Opens a database for commands, in a file or on a server.
protocol DatabaseAccess: AnyObject {
    /// Whether the database was absent before this command.
    var isNew: Bool { get }

    /// For changes of accounts; creates or migrates the database if necessary.
    func accountAdministration() throws(CommandFailure) -> any AccountAdministration
    func accountList() throws(CommandFailure) -> any AccountListing
    /// The items of an account or of the local owner; nil when the account does not exist.
    func export(of email: Email?) throws(CommandFailure) -> (any ItemExporting)?
    /// The same for an import, which waits at most so long for other writers; creates or migrates
    /// the database if necessary.
    func importer(
        of email: Email?, waiting seconds: Int
    ) throws(CommandFailure) -> (any ItemImporting)?
    func check() throws(CommandFailure) -> CheckReport
    /// Applies missing migrations; returns their names.
    func migrate() throws(CommandFailure) -> [String]
    /// A line for each migration.
    func migrationStatus() throws(CommandFailure) -> [String]
    /// Gives each owner a new epoch, so that clients start over.
    func renewEpochs(keepingTokens: Bool) throws(CommandFailure)

    /// The whole content, to be copied.
    func copySource() throws(CommandFailure) -> any CopySource
    /// Fills the database, which must be new or empty, with what `write` passes to the target; it is
    /// as before if anything fails.
    func fill(
        _ write: (any CopyTarget) throws(CommandFailure) -> Void
    ) throws(CommandFailure)

    /// Lets other commands replace the database; to be called after the last use.
    func close()
}

/// The result of a check.
struct CheckReport {
    /// A sentence for each problem.
    var findings: [String]
    /// The numbers of rows.
    let counts: String
    /// A note about skipped checks.
    var note: String?
}

extension Database {
    /// The way to open it.
    var access: any DatabaseAccess {
        switch self {
        case .file(let path): FileAccess(path)
        case .server(let url): ServerAccess(url)
        }
    }
}
