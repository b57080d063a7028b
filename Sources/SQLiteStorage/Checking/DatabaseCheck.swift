import Items
package import SQLite
package import Storage

/// Checks that a database satisfies the invariants that the rest of this program relies on.
///
/// It only reads. A query that fails is a finding, and the next query runs.
package struct DatabaseCheck {
    /// The findings, and the size of the database.
    package struct Report: Equatable, Sendable {
        package var findings: [Finding] = []
        package var counts = DatabaseCounts()
        /// Whether rows were checked against the schema's CHECKs.
        package var hasCheckedRows = true

        /// A report without a finding.
        package init() {}
    }

    /// A violation or a failure to check.
    package enum Finding: Equatable, Sendable {
        /// A line of SQLite's integrity_check.
        case corruption(String)
        /// Rows that reference an owner that does not exist.
        case orphans(table: String, count: Int)
        /// A violated invariant, the number of violations and the first one.
        case violated(invariant: String, count: Int, example: String)
        case failedQuery(name: String, DatabaseError)
        /// The schema is unknown to this program.
        case schema(OpenFailure)
    }

    private static let mostIntegrityFindings = 100

    private let session: any StorageSession
    private let progress: (CheckProgress) -> Void
    private var report = Report()

    /// Checks the database; throws only when it cannot be opened.
    package static func run(
        _ path: String, busyMilliseconds: Int, progress: @escaping (CheckProgress) -> Void
    ) throws(OpenFailure) -> Report {
        let connection = try SQLiteConnection.openForCheck(path, busyMilliseconds: busyMilliseconds)
        var report = run(connection, progress: progress)
        report.hasCheckedRows = !connection.isReadOnly
        return report
    }

    /// Checks the session's database, in its open transaction or in a new one.
    package static func run(
        _ session: any StorageSession, progress: @escaping (CheckProgress) -> Void = { _ in }
    ) -> Report {
        var check = DatabaseCheck(session, progress)
        check.run()
        return check.report
    }

    private init(_ session: any StorageSession, _ progress: @escaping (CheckProgress) -> Void) {
        self.session = session
        self.progress = progress
    }

    private mutating func run() {
        // One snapshot for all queries, because a server may be writing.
        let isWithin = session.isInTransaction
        query("a snapshot") { session throws(DatabaseError) in
            if !isWithin { try session.execute("BEGIN") }
        }
        // Queries of another schema may fail, or never end.
        if checkSchema() {
            checkIntegrity()
            checkForeignKeys()
            checkInvariants()
            checkRows()
            count()
        }
        query("the end of the snapshot") { session throws(DatabaseError) in
            if !isWithin, session.isInTransaction { try session.execute("COMMIT") }
        }
    }

    /// Whether the schema is this program's, also if the record of its steps is wrong or damaged.
    private mutating func checkSchema() -> Bool {
        do throws(OpenFailure) {
            try Migrator(session, clock: .constant(0)).compare()
            return true
        } catch {
            report.findings.append(.schema(error))
            return (try? SQLiteSchema(session).requireSchema(of: Migration.sqlite)) != nil
        }
    }

    private mutating func checkIntegrity() {
        progress(.file)
        let lines = query("integrity_check") { session throws(DatabaseError) in
            try session.texts("PRAGMA integrity_check(\(Self.mostIntegrityFindings))")
        }
        for line in lines ?? [] where line != "ok" { report.findings.append(.corruption(line)) }
    }

    private mutating func checkForeignKeys() {
        progress(.references)
        let tables = query("foreign_key_check") { session throws(DatabaseError) in
            try session.texts("PRAGMA foreign_key_check")
        }
        for table in Set(tables ?? []).sorted() {
            let count = (tables ?? []).count { $0 == table }
            report.findings.append(.orphans(table: table, count: count))
        }
    }

    private mutating func checkInvariants() {
        for (index, invariant) in Invariant.all.enumerated() {
            progress(.invariant(index + 1, of: Invariant.all.count))
            let violations = query(invariant.description) { session throws(DatabaseError) in
                var count = 0
                var example = ""
                var statement = try session.prepare(invariant.violations)
                while try session.step(&statement) {
                    if count == 0 { example = statement.string(at: 0) }
                    count += 1
                }
                return (count: count, example: example)
            }
            guard let violations, violations.count > 0 else { continue }
            report.findings.append(
                .violated(
                    invariant: invariant.description, count: violations.count,
                    example: violations.example))
        }
    }

    /// Checks that take more than one SELECT.
    private mutating func checkRows() {
        let progress = progress
        check(HistoryCheck.description) { session throws(DatabaseError) in
            try HistoryCheck(session: session, progress: progress).violations()
        }
        progress(.accounts)
        check(EmailCheck.description) { session throws(DatabaseError) in
            try EmailCheck.violations(session)
        }
        check(MemberCheck.description) { session throws(DatabaseError) in
            try MemberCheck.violations(session, progress)
        }
        check(TextCheck.description) { session throws(DatabaseError) in
            try TextCheck(session: session, progress: progress).violations()
        }
    }

    private mutating func check(
        _ invariant: String,
        _ violations: (any StorageSession) throws(DatabaseError) -> (count: Int, example: String)
    ) {
        guard let found = query(invariant, violations), found.count > 0 else { return }
        report.findings.append(
            .violated(invariant: invariant, count: found.count, example: found.example))
    }

    private mutating func count() {
        progress(.counts)
        let rows = { (table: String) in
            { (session: any StorageSession) throws(DatabaseError) in
                try session.integer("SELECT count(*) FROM \(table)")
            }
        }
        report.counts.owners = query("owners", rows("owners")) ?? nil
        report.counts.items = query("items", rows("items")) ?? nil
        report.counts.tombstones =
            query("tombstones", rows("ids WHERE deleted_by IS NOT NULL")) ?? nil
        report.counts.changes = query("changes", rows("log")) ?? nil
        report.counts.historyBegins =
            query("the log") { session throws(DatabaseError) in
                try session.texts(
                    """
                    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', changed_at, 'unixepoch') FROM log \
                    ORDER BY entry LIMIT 1
                    """
                ).first
            } ?? nil
    }

    /// The result of a query, or nil, and then a finding is added.
    @discardableResult
    private mutating func query<Value>(
        _ name: String, _ work: (any StorageSession) throws(DatabaseError) -> Value
    ) -> Value? {
        do throws(DatabaseError) {
            return try work(session)
        } catch {
            report.findings.append(.failedQuery(name: name, error))
            return nil
        }
    }
}

extension StorageSession {
    /// The first column of every row.
    fileprivate func texts(_ sql: String) throws(DatabaseError) -> [String] {
        var texts: [String] = []
        var statement = try prepare(sql)
        while try step(&statement) { texts.append(statement.string(at: 0)) }
        return texts
    }
}
