package import Items
import SQLite

extension Migrator {
    /// Brings the database in that file up to date, and returns the names of the steps it applied.
    package static func migrate(
        _ path: String, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> [String] {
        let session = try opening { () throws(DatabaseError) in
            try Connection.openForWriting(path, busyMilliseconds: busyMilliseconds)
        }
        return try Migrator(session, Migration.all, clock: clock).migrate()
    }

    /// Whether the database in that file is one of ours and lacks a step; nothing is changed.
    ///
    /// One that a newer program has written lacks nothing here; whoever opens it is told.
    package static func needsMigration(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Bool {
        do throws(OpenFailure) {
            let steps = try status(of: path, busyMilliseconds: busyMilliseconds)
            return steps.contains { $0.state == .pending }
        } catch .foreignDatabase {
            // An empty file, that is to become one; and a stranger's is refused when it is opened.
            return false
        }
    }

    /// How the database in that file stands to every step; nothing is changed.
    package static func status(
        of path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> [Step] {
        let session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        return try Migrator(session, Migration.all, clock: .constant(0)).status()
    }

    /// A step of the schema, and how a database stands to it.
    package struct Step: Equatable, Sendable {
        /// How a database stands to a step.
        package enum State: Equatable, Sendable {
            /// Applied with the text that this program has; the time in seconds since 1970.
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

        /// A step in some state.
        package init(name: String, checksum: String, state: State) {
            self.name = name
            self.checksum = checksum
            self.state = state
        }
    }

    /// Every step that this program or the database knows, in order; nothing is changed. Refuses a
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

    /// Refuses a database that is not one of ours, without writing to it.
    func checkApplicationID() throws(OpenFailure) {
        guard try storedApplicationID() == Self.applicationID else { throw .foreignDatabase }
    }

    /// Refuses a database whose schema is not exactly this program's.
    func requireCurrent() throws(OpenFailure) {
        let records = try compare()
        guard migrations.allSatisfy({ step in records.contains { $0.number == step.number } })
        else { throw .older }
    }

    /// What a database remembers of a step that was applied to it.
    struct Record {
        let number: Int
        let name: String
        let checksum: String
        let appliedAt: Double
    }

    /// What was applied, in order; refuses a database of a development version, which had another
    /// first step.
    func records() throws(OpenFailure) -> [Record] {
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
