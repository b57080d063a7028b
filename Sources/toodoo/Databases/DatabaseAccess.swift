import Accounts
import Storage

/// Opens a database for commands, in a file or on a server.
protocol DatabaseAccess: AnyObject {
    /// Whether the database was absent before this command.
    var isNew: Bool { get }

    /// For changes of accounts; creates or migrates the database if necessary.
    func accountAdministrator() throws(CommandFailure) -> AccountAdministrator
    /// For reads.
    func session() throws(CommandFailure) -> any DatabaseSession
    /// For an import of the items of an account or of the local owner, nil when the account does
    /// not exist; waits at most this long for other writers; migrates the database if necessary. An
    /// absent one is made by `makeDatabase`.
    func importer(
        of email: Email?, waiting seconds: Int
    ) throws(CommandFailure) -> (any ItemImporting)?
    /// Makes the database of an importer if it was absent; to be called before the commit.
    func makeDatabase() throws(CommandFailure)
    func check(
        progress: @escaping (CheckProgress) -> Void
    ) throws(CommandFailure) -> CheckReport
    /// Applies missing migrations; returns their names.
    func migrate() throws(CommandFailure) -> [String]
    /// A line for each migration.
    func migrationStatus() throws(CommandFailure) -> [String]
    /// Gives each owner a new epoch, so that clients start over.
    func renewEpochs(keepingTokens: Bool) throws(CommandFailure)

    /// Fills the database, which must be new or empty, with what `write` passes to the target; it is
    /// as before if anything fails.
    func fill(
        _ write: (any CopyTarget) throws(CommandFailure) -> Void
    ) throws(CommandFailure)

    /// Lets other commands replace the database; to be called after the last use.
    func close()
}

struct CheckReport {
    enum Finding: Equatable {
        case sentence(String)
        /// A check that could not be run, and why.
        case unchecked(String, reason: String)
    }

    let findings: [Finding]
    /// The numbers of rows.
    let counts: String
    /// A note about skipped checks.
    var note: String?

    /// A sentence for each problem. A cause that stops several checks counts once: a damaged page
    /// stops every query that reads it.
    var sentences: [String] {
        var sentences: [String] = []
        for (index, finding) in findings.enumerated() {
            guard case .unchecked(let name, let reason) = finding else {
                if case .sentence(let text) = finding { sentences.append(text) }
                continue
            }
            func isSame(_ other: Finding) -> Bool {
                if case .unchecked(_, reason: reason) = other { true } else { false }
            }
            guard !findings[..<index].contains(where: isSame) else { continue }
            let others = findings[(index + 1)...].count(where: isSame)
            let more = others == 0 ? "" : " and \(others) more \(others == 1 ? "check" : "checks")"
            sentences.append("\"\(name)\"\(more) could not be checked: \(reason)")
        }
        return sentences
    }
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
