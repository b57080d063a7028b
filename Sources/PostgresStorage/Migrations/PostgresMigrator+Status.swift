import PostgreSQL

/// The state of a database's schema; nothing is changed.
extension PostgresMigrator {
    package struct Step: Equatable, Sendable {
        /// The state of a step in a database.
        package enum State: String, Sendable {
            case applied, pending
            /// Applied with another text.
            case edited
            /// Applied by a program that has more steps than this one.
            case unknown
        }

        package let name: String
        package let checksum: Int
        package let state: State
    }

    package func status() throws(PostgresOpenFailure) -> [Step] {
        let isNew = try opening { () throws(PostgresFailure) in
            try session.run("SELECT to_regclass('migrations') IS NULL").bool(0, 0)
        }
        var applied: [Int: (name: String, checksum: Int)] = [:]
        if isNew {
            try requireEmpty()
        } else {
            try opening { () throws(PostgresFailure) in
                let rows = try session.run("SELECT number, name, checksum FROM migrations")
                for row in 0..<rows.count {
                    applied[try rows.integer(row, 0)] = (
                        rows.string(row, 1), try rows.integer(row, 2)
                    )
                }
            }
        }
        let known = migrations.map { migration in
            let checksum = applied.removeValue(forKey: migration.number)?.checksum
            return Step(
                name: migration.name, checksum: migration.checksum,
                state: checksum.map { $0 == migration.checksum ? .applied : .edited } ?? .pending)
        }
        return known
            + applied.sorted { $0.key < $1.key }.map {
                Step(name: $0.value.name, checksum: $0.value.checksum, state: .unknown)
            }
    }

    /// Throws unless the database has this program's schema.
    package func requireCurrent() throws(PostgresOpenFailure) {
        let steps = try status()
        if let edited = steps.first(where: { $0.state == .edited }) { throw .edited(edited.name) }
        let known = migrations.map(\.number).max() ?? 0
        let unknown = steps.count { $0.state == .unknown }
        guard unknown == 0 else { throw .newer(found: known + unknown, known: known) }
        guard steps.contains(where: { $0.state == .applied }) else { throw .empty }
        guard steps.allSatisfy({ $0.state == .applied }) else { throw .older }
    }

    /// Throws if the database has tables of another program; it has none of this one.
    func requireEmpty() throws(PostgresOpenFailure) {
        let isEmpty = try opening { () throws(PostgresFailure) in
            try session.run(
                """
                SELECT NOT EXISTS (SELECT 1 FROM pg_tables \
                WHERE schemaname = current_schema() AND tablename <> 'migrations')
                """
            ).bool(0, 0)
        }
        guard isEmpty else { throw .foreignDatabase }
    }
}
