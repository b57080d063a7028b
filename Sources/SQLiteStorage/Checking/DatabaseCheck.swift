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
        package var hasLookedAtRows = true

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
        case damage(String)
        /// A row that names an owner that is not there.
        case orphans(table: String, count: Int)
        /// A law of ours that does not hold, how often, and the first place.
        case broken(law: String, count: Int, example: String)
        /// Something could not be found out.
        case unanswered(question: String, DatabaseError)
        /// The schema is not one that this program knows.
        case schema(OpenFailure)
    }

    private static let findingsOfSQLite = 100

    private let session: any StorageSession
    private var report = Report()

    /// Checks the database; throws only when it cannot be opened at all.
    package static func run(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Report {
        let connection = try Connection.suspected(path, busyMilliseconds: busyMilliseconds)
        var report = run(connection)
        report.hasLookedAtRows = !connection.isReadOnly
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
        ask("a snapshot") { session throws(DatabaseError) in
            if !isWithin { try session.execute("BEGIN") }
        }
        checkSchema()
        checkIntegrity()
        checkForeignKeys()
        // A development version's tables are not those that the laws speak of.
        if !report.findings.contains(.schema(.development)) {
            checkLaws()
            checkRest()
            count()
        }
        ask("the end of the snapshot") { session throws(DatabaseError) in
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
        let lines = ask("integrity_check") { session throws(DatabaseError) in
            try session.texts("PRAGMA integrity_check(\(Self.findingsOfSQLite))")
        }
        for line in lines ?? [] where line != "ok" { report.findings.append(.damage(line)) }
    }

    private mutating func checkForeignKeys() {
        let tables = ask("foreign_key_check") { session throws(DatabaseError) in
            try session.texts("PRAGMA foreign_key_check")
        }
        for table in Set(tables ?? []).sorted() {
            let count = (tables ?? []).count { $0 == table }
            report.findings.append(.orphans(table: table, count: count))
        }
    }

    private mutating func checkLaws() {
        for law in Law.all {
            let breaches = ask(law.sentence) { session throws(DatabaseError) in
                var count = 0
                var example = ""
                var statement = try session.prepare(law.breaches)
                while try session.step(&statement) {
                    if count == 0 { example = statement.string(at: 0) }
                    count += 1
                }
                return (count: count, example: example)
            }
            guard let breaches, breaches.count > 0 else { continue }
            report.findings.append(
                .broken(law: law.sentence, count: breaches.count, example: breaches.example))
        }
    }

    /// What takes more than one SELECT to find out.
    private mutating func checkRest() {
        check(HistoryCheck.sentence) { session throws(DatabaseError) in
            try HistoryCheck(session: session).breaches()
        }
        check(EmailCheck.sentence) { session throws(DatabaseError) in
            try EmailCheck(session: session).breaches()
        }
    }

    private mutating func check(
        _ law: String,
        _ breaches: (any StorageSession) throws(DatabaseError) -> (count: Int, example: String)
    ) {
        guard let found = ask(law, breaches), found.count > 0 else { return }
        report.findings.append(.broken(law: law, count: found.count, example: found.example))
    }

    private mutating func count() {
        let rows = { (table: String) in
            { (session: any StorageSession) throws(DatabaseError) in
                try session.integer("SELECT count(*) FROM \(table)")
            }
        }
        report.counts.owners = ask("owners", rows("owners")) ?? nil
        report.counts.items = ask("items", rows("items")) ?? nil
        report.counts.tombstones =
            ask("tombstones", rows("ids WHERE deleted_by IS NOT NULL")) ?? nil
        report.counts.changes = ask("changes", rows("log")) ?? nil
        report.counts.logBegins =
            ask("the log") { session throws(DatabaseError) in
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
    private mutating func ask<Answer>(
        _ question: String, _ work: (any StorageSession) throws(DatabaseError) -> Answer
    ) -> Answer? {
        do throws(DatabaseError) {
            return try work(session)
        } catch {
            report.findings.append(.unanswered(question: question, error))
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
