package import Items
import SQLite

/// Migrates a database's schema, and refuses one of an unknown schema.
package struct Migrator {
    /// The application id in the header of every toodoo database ("todo" in ASCII); files of other
    /// applications are never migrated.
    package static let applicationID = 0x746F_646F

    /// The first step of databases of development versions.
    static let developmentFirstStep = "0001_items"

    let session: any StorageSession
    let migrations: [Migration]
    private let clock: Clock

    /// A migrator that applies `migrations` in order.
    package init(_ session: any StorageSession, _ migrations: [Migration], clock: Clock) {
        self.session = session
        self.migrations = migrations
        self.clock = clock
    }

    /// Applies the missing steps, each in its own transaction, and returns their names.
    ///
    /// Without `exclusive` access a database that lacks a step is refused as `older`, but an empty
    /// file is initialized.
    package func migrate(exclusive: Bool = true) throws(OpenFailure) -> [String] {
        if let applied = try initializeEmptyFile() { return applied }
        let records = try compare()
        let missing = migrations.filter { step in !records.contains { $0.number == step.number } }
        guard exclusive || missing.isEmpty else { throw .older }
        var applied: [String] = []
        for migration in missing {
            let isNew = try inTransaction { () throws(OpenFailure) in
                // Another process may have applied it first.
                guard try !isApplied(migration) else { return false }
                try apply(migration)
                return true
            }
            if isNew { applied.append(migration.name) }
        }
        return applied
    }

    /// Initializes an empty file with every step in one transaction, so that no other process sees
    /// a partial schema.
    ///
    /// Returns the names of the steps; nil when the file is a toodoo database already. A file with
    /// other tables is not changed.
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

    /// The applied steps; throws for a database of a development version, of a newer program, with
    /// an applied step that was edited, or with another schema than the steps make.
    @discardableResult
    func compare() throws(OpenFailure) -> [Record] {
        let records = try records()
        for record in records {
            guard let migration = migrations.first(where: { $0.number == record.number }) else {
                throw .newer(found: record.number, known: migrations.map(\.number).max() ?? 0)
            }
            guard migration.checksum == record.checksum else { throw .edited(migration.name) }
        }
        try requireSchema(
            of: migrations.filter { step in records.contains { $0.number == step.number } })
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

    /// The application id in the file's header.
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
            // The first failure is reported; the transaction ends with the connection at the
            // latest.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }
}
