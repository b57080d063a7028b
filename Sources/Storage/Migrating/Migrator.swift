package import Items

/// Migrates the schema of a database, and refuses one of an unknown schema.
///
/// The table `migrations` has a row for each applied step.
package struct Migrator<Session: SchemaSession> {
    package typealias Failure = Session.SchemaFailure

    private struct Record {
        let number: Int
        let name: String
        let checksum: String
        let appliedAt: Double
    }

    private let session: Session
    private let migrations: [Migration]
    private let clock: Clock

    /// A migrator that applies `migrations` in order.
    package init(_ session: Session, _ migrations: [Migration], clock: Clock) {
        self.session = session
        self.migrations = migrations
        self.clock = clock
    }

    /// Applies the missing steps in one transaction, and returns their names.
    ///
    /// Without `exclusive` access a database that lacks a step is refused as `older`, but a new one
    /// gets its schema.
    package func migrate(exclusive: Bool = true) throws(Failure) -> [String] {
        if try !session.isNew() {
            if try missing().isEmpty { return [] }
            guard exclusive else { throw .older }
        }
        do throws(Failure) {
            // Another process may have applied steps meanwhile.
            let steps = try session.begin() ? migrations : missing()
            for step in steps { try apply(step) }
            try opening { () throws(Session.Failure) in _ = try session.run("COMMIT") }
            return steps.map(\.name)
        } catch {
            // The first failure is reported.
            session.rollBack()
            throw error
        }
    }

    private func apply(_ step: Migration) throws(Failure) {
        do throws(Session.Failure) {
            try session.execute(script: step.sql)
            try session.run(
                "INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)",
                [
                    .integer(step.number), .text(step.name), .text(step.checksum),
                    .double(clock.now()),
                ])
        } catch {
            throw .migration(step.name, error)
        }
    }

    /// Throws unless the database has exactly this program's schema.
    package func requireCurrent() throws(Failure) {
        if try session.isNew() { throw .empty }
        if try records().isEmpty { throw .empty }
        guard try missing().isEmpty else { throw .older }
    }

    /// Throws for a database of a newer program, with an applied step that was edited, or with
    /// another schema than the applied steps make.
    package func compare() throws(Failure) {
        if try session.isNew() { throw .empty }
        _ = try missing()
    }

    /// The steps that were not applied; throws as `compare` does.
    private func missing() throws(Failure) -> [Migration] {
        let records = try records()
        for record in records {
            guard let step = migrations.first(where: { $0.number == record.number }) else {
                throw .newer(found: record.number, known: migrations.map(\.number).max() ?? 0)
            }
            guard step.checksum == record.checksum else { throw .edited(step.name) }
        }
        let isApplied = { (step: Migration) in records.contains { $0.number == step.number } }
        try session.requireSchema(of: migrations.filter(isApplied))
        return migrations.filter { !isApplied($0) }
    }

    /// Every step of this program or the database, in order; nothing is changed.
    package func status() throws(Failure) -> [MigrationStep] {
        let records = try session.isNew() ? [] : records()
        let own = migrations.map { step in
            let record = records.first { $0.number == step.number }
            let state: MigrationStep.State =
                switch record {
                case nil: .pending
                case let record? where step.checksum == record.checksum:
                    .applied(at: record.appliedAt)
                case _?: .edited
                }
            return MigrationStep(name: step.name, checksum: step.checksum, state: state)
        }
        let others = records.filter { record in
            !migrations.contains { $0.number == record.number }
        }
        return own
            + others.map { MigrationStep(name: $0.name, checksum: $0.checksum, state: .unknown) }
    }

    /// The applied steps in order.
    private func records() throws(Failure) -> [Record] {
        try opening { () throws(Session.Failure) in
            try session.rows(
                "SELECT number, name, checksum, applied_at FROM migrations ORDER BY number"
            ) { row throws(Session.Failure) in
                Record(
                    number: try row.integer(0), name: try row.text(1), checksum: try row.text(2),
                    appliedAt: try row.double(3))
            }
        }
    }

    private func opening<Value>(
        _ work: () throws(Session.Failure) -> Value
    ) throws(Failure) -> Value {
        do throws(Session.Failure) {
            return try work()
        } catch {
            throw .database(error)
        }
    }
}
