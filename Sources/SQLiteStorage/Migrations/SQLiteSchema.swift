package import Items
package import SQLite
package import Storage

extension Migration {
    /// The steps of SQLite in order. The build embeds each file in `migrations/`; a new one is
    /// listed here.
    package static let sqlite = [
        Migration(number: 1, name: "0001_schema", bytes: PackageResources._001_schema_sql),
        Migration(number: 2, name: "0002_views", bytes: PackageResources._002_views_sql),
    ]
}

/// The schema of a SQLite database.
package struct SQLiteSchema {
    /// The application id in the header of every toodoo database ("todo" in ASCII); files of other
    /// applications are never migrated.
    package static let applicationID = 0x746F_646F

    /// The first step of databases of development versions.
    private static let developmentFirstStep = "0001_items"

    let session: any StorageSession

    package init(_ session: any StorageSession) {
        self.session = session
    }

    /// Throws unless the file is a toodoo database; nothing is written.
    func checkApplicationID() throws(OpenFailure) {
        guard try storedApplicationID() == Self.applicationID else { throw .foreignDatabase }
    }

    /// The application id in the file's header.
    private func storedApplicationID() throws(OpenFailure) -> Int? {
        try opening { () throws(DatabaseError) in try session.integer("PRAGMA application_id") }
    }
}

extension SQLiteSchema: SchemaSession {
    package typealias Failure = DatabaseError
    package typealias Row = StatementRow
    package typealias SchemaFailure = OpenFailure

    package func run(
        _ sql: String, _ values: [SQLValue],
        _ body: (StatementRow) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> Int {
        try session.run(sql, values, body)
    }

    package func run(_ sql: String, each lists: [[SQLValue]]) throws(DatabaseError) {
        try session.run(sql, each: lists)
    }

    package func execute(script: String) throws(DatabaseError) { try session.execute(script) }

    package func isNew() throws(OpenFailure) -> Bool {
        // Another process may create the schema between both; then the second is its id.
        let objects = try opening { () throws(DatabaseError) in
            try session.integer("SELECT count(*) FROM sqlite_schema")
        }
        let found = try storedApplicationID()
        guard found == Self.applicationID else {
            guard found == 0, objects == 0 else { throw .foreignDatabase }
            return true
        }
        try requireTableOfSteps()
        let names = try opening { () throws(DatabaseError) in
            try rows("SELECT name FROM migrations ORDER BY number LIMIT 1") {
                row throws(DatabaseError) in try row.text(0)
            }
        }
        guard names.first != Self.developmentFirstStep else { throw .development }
        return false
    }

    /// A new file gets its schema in one transaction with the application id, so no other process
    /// sees a part of it.
    package func begin() throws(OpenFailure) -> Bool {
        try opening { () throws(DatabaseError) in try session.execute("BEGIN IMMEDIATE") }
        guard try isNew() else { return false }
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
        return true
    }

    package func rollBack() {
        // The transaction ends with the connection at the latest.
        if session.isInTransaction { try? session.execute("ROLLBACK") }
    }
}

extension Migrator<SQLiteSchema> {
    /// A migrator that applies `migrations` in order.
    package init(
        _ session: any StorageSession, _ migrations: [Migration] = Migration.sqlite, clock: Clock
    ) {
        self.init(SQLiteSchema(session), migrations, clock: clock)
    }
}
