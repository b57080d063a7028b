import Accounts
import Items
package import PostgreSQL
package import Storage

/// Checks that a database satisfies what the rest of this program relies on, at one moment.
///
/// It only reads. A query that fails is a finding, and the next query runs.
package struct PostgresCheck {
    /// The findings, and the size of the database.
    package struct Report: Equatable, Sendable {
        package var findings: [Finding] = []
        package var counts = DatabaseCounts()
    }

    /// A violation or a failure to check.
    package enum Finding: Equatable, Sendable {
        /// A violated invariant, the number of violations and the first one.
        case violated(invariant: String, count: Int, example: String)
        case failedQuery(name: String, PostgresFailure)
        /// The schema is older, newer or of another program.
        case schema(PostgresOpenFailure)
    }

    private let session: any PostgresSession
    private let progress: (CheckProgress) -> Void
    private var report = Report()

    /// Checks the database; throws only when it cannot be reached.
    package static func run(
        _ database: PostgresAdministration, progress: @escaping (CheckProgress) -> Void
    ) throws(PostgresOpenFailure) -> Report {
        let session = try opening { () throws(PostgresFailure) in try database.connect() }
        let report = run(session, progress: progress)
        guard report.findings != [.schema(.empty)] else { throw .empty }
        return report
    }

    package static func run(
        _ session: any PostgresSession, progress: @escaping (CheckProgress) -> Void = { _ in }
    ) -> Report {
        var check = PostgresCheck(session, progress)
        check.run()
        return check.report
    }

    private init(_ session: any PostgresSession, _ progress: @escaping (CheckProgress) -> Void) {
        self.session = session
        self.progress = progress
    }

    private mutating func run() {
        do throws(PostgresOpenFailure) {
            try Migrator(session, clock: .constant(0)).requireCurrent()
        } catch {
            report.findings.append(.schema(error))
            return
        }
        query("a snapshot") { session throws(PostgresFailure) in
            _ = try session.run(.beginMoment)
        }
        let progress = progress
        for (index, invariant) in PostgresInvariant.all.enumerated() {
            progress(.invariant(index + 1, of: PostgresInvariant.all.count))
            check(invariant)
        }
        progress(.accounts)
        check(EmailCheck.description) { session throws(PostgresFailure) in
            try EmailCheck.violations(session.sql)
        }
        check(MemberCheck.description) { session throws(PostgresFailure) in
            try MemberCheck.violations(session.sql, progress)
        }
        count()
        query("the end of the snapshot") { session throws(PostgresFailure) in
            _ = try session.run("COMMIT")
        }
    }

    private mutating func check(_ invariant: PostgresInvariant) {
        check(invariant.description) { session throws(PostgresFailure) in
            let rows = try session.run(
                """
                SELECT count(*), min(owner) FROM (\(invariant.violations)) v (owner)
                """)
            let owner = rows.isNull(0, 1) ? 0 : try rows.integer(0, 1)
            return (count: try rows.integer(0, 0), example: "owner \(owner)")
        }
    }

    private mutating func check(
        _ invariant: String,
        _ violations: (any PostgresSession) throws(PostgresFailure) -> (count: Int, example: String)
    ) {
        guard let found = query(invariant, violations), found.count > 0 else { return }
        report.findings.append(
            .violated(invariant: invariant, count: found.count, example: found.example))
    }

    private mutating func count() {
        progress(.counts)
        let rows = { (table: String) in
            { (session: any PostgresSession) throws(PostgresFailure) in
                try session.run("SELECT count(*) FROM \(table)").integer(0, 0)
            }
        }
        report.counts.owners = query("owners", rows("owners"))
        report.counts.items = query("items", rows("items"))
        report.counts.tombstones = query("tombstones", rows("tombstones"))
        report.counts.changes = query("changes", rows("changes"))
        report.counts.historyBegins =
            query("the oldest change") { session throws(PostgresFailure) in
                try session.run(
                    "SELECT \(PostgresSQL.time("min(changed_at)")) FROM changes"
                ).optionalString(0, 0)
            } ?? nil
    }

    /// The result of a query, or nil, and then a finding is added.
    @discardableResult
    private mutating func query<Value>(
        _ name: String, _ work: (any PostgresSession) throws(PostgresFailure) -> Value
    ) -> Value? {
        do throws(PostgresFailure) {
            return try work(session)
        } catch {
            report.findings.append(.failedQuery(name: name, error))
            return nil
        }
    }
}
