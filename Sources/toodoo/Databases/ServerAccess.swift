import Accounts
import Items
import PostgreSQL
import PostgresStorage
import Storage

/// Opens a database on a PostgreSQL server.
final class ServerAccess: DatabaseAccess {
    let isNew = false
    private let url: DatabaseURL

    init(_ url: DatabaseURL) {
        self.url = url
    }

    func accountAdministrator() throws(CommandFailure) -> AccountAdministrator {
        try opening { database throws(PostgresOpenFailure) in
            try database.accountAdministrator(clock: .system)
        }
    }

    func session() throws(CommandFailure) -> any DatabaseSession {
        try opening { database throws(PostgresOpenFailure) in try database.session() }
    }

    func importer(
        of email: Email?, waiting seconds: Int
    ) throws(CommandFailure) -> (any ItemImporting)? {
        try opening { database throws(PostgresOpenFailure) in
            var database = database
            database.lockSeconds = seconds
            return try PostgresItemImporter.open(database, of: email, clock: .system)
        }
    }

    func makeDatabase() {}

    func check(
        progress: @escaping (CheckProgress) -> Void
    ) throws(CommandFailure) -> CheckReport {
        let report = try opening { database throws(PostgresOpenFailure) in
            try PostgresCheck.run(database, progress: progress)
        }
        return CheckReport(
            findings: report.findings.map { $0.described(url.name) }, counts: report.counts.message)
    }

    func migrate() throws(CommandFailure) -> [String] {
        try opening { database throws(PostgresOpenFailure) in
            try database.migrate(clock: .system)
        }
    }

    /// Makes the tables of an empty database; tables with an owner are in this number of parts.
    func makePartitions(_ count: Int) throws(CommandFailure) -> [String] {
        try opening { database throws(PostgresOpenFailure) in
            try database.migrate(partitions: count, clock: .system)
        }
    }

    func migrationStatus() throws(CommandFailure) -> [String] {
        let steps = try opening { database throws(PostgresOpenFailure) in try database.status() }
        return steps.map(\.line)
    }

    func renewEpochs(keepingTokens: Bool) throws(CommandFailure) {
        try opening { database throws(PostgresOpenFailure) in
            try database.renewEpochs(keepingTokens: keepingTokens, clock: .system)
        }
    }

    func fill(
        _ write: (any CopyTarget) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        try write(
            try opening { database throws(PostgresOpenFailure) in
                try database.copyTarget(clock: .system)
            })
    }

    func close() {}

    private func opening<Value>(
        _ work: (PostgresAdministration) throws(PostgresOpenFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(PostgresOpenFailure) {
            return try work(PostgresAdministration(url.text))
        } catch {
            throw .openServer(error, url.name)
        }
    }
}
