package import Items
import SQLite

extension Migrator {
    /// Migrates the database at `path`, and returns the names of the applied steps.
    package static func migrate(
        _ path: String, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> [String] {
        let session = try opening { () throws(DatabaseError) in
            try SQLiteConnection.openForWriting(path, busyMilliseconds: busyMilliseconds)
        }
        return try Migrator(session, Migration.all, clock: clock).migrate()
    }

    /// Whether the file is a toodoo database that lacks a step. A write that was broken off is rolled
    /// back; nothing else is changed.
    ///
    /// A database of a newer program lacks none; opening it reports the difference.
    package static func needsMigration(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Bool {
        do throws(OpenFailure) {
            let steps = try status(of: path, busyMilliseconds: busyMilliseconds)
            return steps.contains { $0.state == .pending }
        } catch .foreignDatabase {
            // An empty file is initialized at opening, and a foreign one is refused then.
            return false
        } catch .database(let error) where error.isHotJournal {
            try rollBack(path, busyMilliseconds)
            return try needsMigration(path, busyMilliseconds: busyMilliseconds)
        }
    }

    /// Rolls back a write that was broken off, as SQLite does at the first read of a connection that
    /// may write.
    private static func rollBack(_ path: String, _ busyMilliseconds: Int) throws(OpenFailure) {
        try opening { () throws(DatabaseError) in
            let session = try SQLiteConnection.openForWriting(
                path, busyMilliseconds: busyMilliseconds)
            _ = try session.integer("SELECT count(*) FROM sqlite_schema")
        }
    }

    /// The state of every step in the database at `path`; nothing is changed.
    package static func status(
        of path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> [Step] {
        let session = try SQLiteConnection.openExisting(path, busyMilliseconds: busyMilliseconds)
        return try Migrator(session, Migration.all, clock: .constant(0)).status()
    }

    /// A step of the schema and its state in a database.
    package struct Step: Equatable, Sendable {
        /// The state of a step in a database.
        package enum State: Equatable, Sendable {
            /// Applied with the same text; the time is in seconds since 1970.
            case applied(at: Double)
            case pending
            /// Applied with another text.
            case edited
            /// Applied by a program that has more steps than this one.
            case unknown
        }

        package let name: String
        package let checksum: String
        package let state: State

        package init(name: String, checksum: String, state: State) {
            self.name = name
            self.checksum = checksum
            self.state = state
        }
    }

    /// Every step of this program or the database, in order; nothing is changed. Throws for a
    /// database of a development version.
    package func status() throws(OpenFailure) -> [Step] {
        try checkApplicationID()
        let applied = try records()
        let own = migrations.map { migration in
            let record = applied.first { $0.number == migration.number }
            let state: Step.State =
                switch record {
                case nil: .pending
                case let record? where migration.checksum == record.checksum:
                    .applied(at: record.appliedAt)
                case _?: .edited
                }
            return Step(name: migration.name, checksum: migration.checksum, state: state)
        }
        let others = applied.filter { record in
            !migrations.contains { $0.number == record.number }
        }
        return own
            + others.map { Step(name: $0.name, checksum: $0.checksum, state: .unknown) }
    }

    /// Throws unless the file is a toodoo database; nothing is written.
    func checkApplicationID() throws(OpenFailure) {
        guard try storedApplicationID() == Self.applicationID else { throw .foreignDatabase }
    }

    /// Throws unless the database has exactly this program's schema.
    func requireCurrent() throws(OpenFailure) {
        let records = try compare()
        guard migrations.allSatisfy({ step in records.contains { $0.number == step.number } })
        else { throw .older }
    }

    /// The database's record of an applied step.
    struct Record {
        let number: Int
        let name: String
        let checksum: String
        let appliedAt: Double
    }

    /// The applied steps in order; throws for a database of a development version, whose first step
    /// differs.
    func records() throws(OpenFailure) -> [Record] {
        try requireTableOfSteps()
        let records = try opening { () throws(DatabaseError) in
            var found: [Record] = []
            var statement = try session.prepare(
                "SELECT number, name, checksum, applied_at FROM migrations ORDER BY number")
            while try session.step(&statement) {
                found.append(
                    Record(
                        number: statement.integer(at: 0), name: statement.string(at: 1),
                        checksum: statement.string(at: 2), appliedAt: statement.double(at: 3)))
            }
            return found
        }
        guard records.first?.name != Self.developmentFirstStep else { throw .development }
        return records
    }
}
