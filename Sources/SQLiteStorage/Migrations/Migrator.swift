package import Items
import SQLite

/// Brings a database's schema up to date, and refuses one that it does not understand.
package struct Migrator {
    /// Stands in the header of every database of ours ("todo" in ASCII), so
    /// that a stranger's is never migrated.
    package static let applicationID = 0x746F_646F

    /// The first step of databases that development versions made.
    static let developmentFirstStep = "0001_items"

    let session: any StorageSession
    let migrations: [Migration]
    private let clock: Clock

    /// A migrator that applies `migrations`, in their order, through `session`.
    package init(_ session: any StorageSession, _ migrations: [Migration], clock: Clock) {
        self.session = session
        self.migrations = migrations
        self.clock = clock
    }

    /// Applies what is missing, each step in a transaction of its own, and
    /// returns the names of what it applied.
    ///
    /// Who is not `exclusive` with the database gets `older` for one that lacks
    /// a step; an empty file is nobody's yet.
    package func migrate(exclusive: Bool = true) throws(OpenFailure) -> [String] {
        if let applied = try initializeEmptyFile() { return applied }
        let records = try compare()
        let missing = migrations.filter { step in !records.contains { $0.number == step.number } }
        guard exclusive || missing.isEmpty else { throw .older }
        var applied: [String] = []
        for migration in missing {
            let isNew = try inTransaction { () throws(OpenFailure) in
                // Another process may have been quicker.
                guard try !isApplied(migration) else { return false }
                try apply(migration)
                return true
            }
            if isNew { applied.append(migration.name) }
        }
        return applied
    }

    /// Makes an empty file ours, with every step in one transaction, so that
    /// nobody finds it half made, and returns their names; nil when it is
    /// ours already. A file with other tables in it is left alone.
    private func initializeEmptyFile() throws(OpenFailure) -> [String]? {
        guard try storedApplicationID() != Self.applicationID else { return nil }
        return try inTransaction { () throws(OpenFailure) -> [String]? in
            let found = try storedApplicationID()
            guard found != Self.applicationID else { return nil }
            let tables = try opening { () throws(DatabaseError) in
                try session.integer("SELECT count(*) FROM sqlite_schema")
            }
            guard found == 0, tables == 0 else { throw .foreignDatabase }
            try opening { () throws(DatabaseError) in
                try session.execute(
                    """
                    PRAGMA application_id = \(Self.applicationID);
                    CREATE TABLE migrations (
                        number INTEGER PRIMARY KEY, name TEXT NOT NULL,
                        checksum TEXT NOT NULL, applied_at REAL NOT NULL
                    ) STRICT;
                    """)
            }
            for migration in migrations { try apply(migration) }
            return migrations.map(\.name)
        }
    }

    /// What was applied; refuses a database of a development version, one that a newer program has
    /// migrated, or an old step that was edited since.
    @discardableResult
    func compare() throws(OpenFailure) -> [Record] {
        let records = try records()
        for record in records {
            guard let migration = migrations.first(where: { $0.number == record.number }) else {
                throw .newer(found: record.number, known: migrations.map(\.number).max() ?? 0)
            }
            guard migration.checksum == record.checksum else { throw .edited(migration.name) }
        }
        return records
    }

    private func apply(_ migration: Migration) throws(OpenFailure) {
        do throws(DatabaseError) {
            try session.execute(migration.sql)
            var record = try session.prepare(
                "INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)"
            )
            try record.bind(migration.number, at: 1)
            try record.bind(text: migration.name, at: 2)
            try record.bind(text: migration.checksum, at: 3)
            try record.bind(clock.now(), at: 4)
            try session.run(&record)
        } catch {
            throw .migration(migration.name, error)
        }
    }

    private func isApplied(_ migration: Migration) throws(OpenFailure) -> Bool {
        try opening { () throws(DatabaseError) in
            try session.integer("SELECT 1 FROM migrations WHERE number = \(migration.number)")
                != nil
        }
    }

    /// Whose database the header says it is.
    func storedApplicationID() throws(OpenFailure) -> Int? {
        try opening { () throws(DatabaseError) in try session.integer("PRAGMA application_id") }
    }

    private func inTransaction<Value>(
        _ work: () throws(OpenFailure) -> Value
    ) throws(OpenFailure) -> Value {
        try opening { () throws(DatabaseError) in try session.execute("BEGIN IMMEDIATE") }
        do throws(OpenFailure) {
            let value = try work()
            try opening { () throws(DatabaseError) in try session.execute("COMMIT") }
            return value
        } catch {
            // The first failure is the one to tell; the transaction ends with
            // the connection at the latest.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }
}
