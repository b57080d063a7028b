import CommandLine

/// `toodoo check`: checks the database and counts its rows.
struct CheckCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "check", "check whether the database is sound",
        options: [
            .database()
        ],
        about: """
            Checks the database: the file, the schema, references, texts, and the invariants of the revision
            clock and the log. Prints what it contains in numbers. It changes nothing, and works beside a
            running server. The exit code is 1 if a problem is found.
            """)

    private let database: Database

    init(_ arguments: DatabaseArguments) {
        database = arguments.database
    }

    func run() throws(CommandFailure) {
        let report = try check()
        let problems = report.sentences
        for problem in problems { Output.line(problem) }
        Output.line(report.counts)
        if let note = report.note { Output.line(note) }
        guard problems.isEmpty else {
            throw .checkFailed(database.name, findings: problems.count)
        }
        Output.line("\(database.name) is sound")
    }

    private func check() throws(CommandFailure) -> CheckReport {
        let progress = ProgressLine()
        defer { progress.clear() }
        let access = database.access
        defer { access.close() }
        return try access.check { progress.show($0) }
    }
}
