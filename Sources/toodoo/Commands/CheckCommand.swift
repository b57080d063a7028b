import SQLiteStorage

/// `toodoo check`: checks the database and counts its rows.
struct CheckCommand: DatabaseCommand {
    static let spec = CommandSpec(
        name: "check", summary: "check whether the database is sound", operand: .none,
        about: """
            usage: toodoo check [OPTION…]

            Checks the database: the file, the schema, references, and the invariants of the revision clock and
            the log. Prints what it contains in numbers. It changes nothing, and works beside a running server.
            The exit code is 1 if a problem is found.
            """)

    private let database: String

    init(_ arguments: ParsedArguments) {
        database = arguments.database
    }

    func run() throws(CommandFailure) {
        let lock = try DatabaseLock(of: database)
        let report = try onOpen(database) { () throws(OpenFailure) in
            try DatabaseCheck.run(lock.path, busyMilliseconds: 2_000)
        }
        lock.release()
        for finding in report.findings { Output.line(finding.message(database)) }
        Output.line(report.counts.message)
        if !report.hasCheckedRows {
            Output.line(
                "\(database) cannot be written to, so its rows were not checked against the CHECK "
                    + "constraints of its schema")
        }
        guard report.findings.isEmpty else {
            throw .checkFailed(database, findings: report.findings.count)
        }
        Output.line("\(database) is sound")
    }
}
