import Items
package import SQLite

/// Whether a database is what every other part of this program takes it for.
///
/// It only reads. Damage is what it is here to find, so a question that SQLite cannot answer is a
/// finding, and the next one is asked all the same.
package struct DatabaseCheck {
    /// What was found, and how much there is.
    package struct Report: Equatable, Sendable {
        package var findings: [Finding] = []
        package var counts = Counts()
        /// Whether rows were held against what the schema says of them (CHECK).
        package var hasCheckedRows = true

        /// A report without a finding.
        package init() {}
    }

    /// How much a database holds; what could not be counted is nil.
    package struct Counts: Equatable, Sendable {
        package var owners: Int?
        package var items: Int?
        package var tombstones: Int?
        package var changes: Int?
        /// The time of the oldest entry in the log, in ISO 8601; nil when it has none.
        package var logBegins: String?

        /// Counts of nothing.
        package init() {}
    }

    /// Something that is not as it must be.
    package enum Finding: Equatable, Sendable {
        /// What SQLite says of the file.
        case corruption(String)
        /// A row that names an owner that is not there.
        case orphans(table: String, count: Int)
        /// An invariant that does not hold, how often, and the first place.
        case violated(invariant: String, count: Int, example: String)
        /// Something could not be found out.
        case failedQuery(name: String, DatabaseError)
        /// The schema is not one that this program knows.
        case schema(OpenFailure)
    }

    private static let mostIntegrityFindings = 100

    private let session: any StorageSession
    private var report = Report()

    /// Checks the database; throws only when it cannot be opened at all.
    package static func run(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Report {
        let connection = try Connection.openForCheck(path, busyMilliseconds: busyMilliseconds)
        var report = run(connection)
        report.hasCheckedRows = !connection.isReadOnly
        return report
    }

    /// Checks the database that is open there, in the transaction that is
    /// open or in one of its own.
    package static func run(_ session: any StorageSession) -> Report {
        var check = DatabaseCheck(session)
        check.run()
        return check.report
    }

    private init(_ session: any StorageSession) {
        self.session = session
    }

    private mutating func run() {
        // One snapshot for all questions: a server may be writing.
        let isWithin = session.isInTransaction
        query("a snapshot") { session throws(DatabaseError) in
            if !isWithin { try session.execute("BEGIN") }
        }
        checkSchema()
        checkIntegrity()
        checkForeignKeys()
        // A development version's tables are not those of the invariants.
        if !report.findings.contains(.schema(.development)) {
            checkInvariants()
            checkHistoryAndEmails()
            count()
        }
        query("the end of the snapshot") { session throws(DatabaseError) in
            if !isWithin, session.isInTransaction { try session.execute("COMMIT") }
        }
    }

    private mutating func checkSchema() {
        do throws(OpenFailure) {
            try Migrator(session, Migration.all, clock: .constant(0)).compare()
        } catch {
            report.findings.append(.schema(error))
        }
    }

    private mutating func checkIntegrity() {
        let lines = query("integrity_check") { session throws(DatabaseError) in
            try session.texts("PRAGMA integrity_check(\(Self.mostIntegrityFindings))")
        }
        for line in lines ?? [] where line != "ok" { report.findings.append(.corruption(line)) }
    }

    private mutating func checkForeignKeys() {
        let tables = query("foreign_key_check") { session throws(DatabaseError) in
            try session.texts("PRAGMA foreign_key_check")
        }
        for table in Set(tables ?? []).sorted() {
            let count = (tables ?? []).count { $0 == table }
            report.findings.append(.orphans(table: table, count: count))
        }
    }

    private mutating func checkInvariants() {
        for invariant in Invariant.all {
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

    /// What takes more than one SELECT to find out.
    private mutating func checkHistoryAndEmails() {
        check(HistoryCheck.description) { session throws(DatabaseError) in
            try HistoryCheck(session: session).violations()
        }
        check(EmailCheck.description) { session throws(DatabaseError) in
            try EmailCheck(session: session).violations()
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
        report.counts.logBegins =
            query("the log") { session throws(DatabaseError) in
                try session.texts(
                    """
                    SELECT strftime('%Y-%m-%dT%H:%M:%SZ', changed_at, 'unixepoch') FROM log \
                    ORDER BY entry LIMIT 1
                    """
                ).first
            } ?? nil
    }

    /// The answer, or nil, and then there is a finding that says why there is none.
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
