import Accounts
import HTTPServer
import Items
import SQLiteStorage

/// `toodoo inspect`: prints an owner's rows as text.
struct InspectCommand: DatabaseCommand {
    /// The parts that can be shown alone.
    enum Part: String, CaseIterable {
        case owner, items, ids, log, marks
    }

    static let spec = CommandSpec(
        name: "inspect", summary: "show an owner's items, ids, log and marks as text",
        operand: .optional, options: ["--user", "--owner", "--limit"],
        reasonAgainstServers:
            "psql shows the tables of a PostgreSQL database, "
            + "and toodoo check checks them",
        about: """
            usage: toodoo inspect [PART] [OPTION…]

            Shows a consistent snapshot of one owner's data: the owner's row with sums and counts, and the first
            few rows of each part; or all rows of one PART, a line each, with fields separated by tabs. Texts
            are quoted and truncated, and control characters are escaped. It changes nothing, and works beside
            a running server. Passwords, tokens and stored responses are never shown.

              owner              the owner's row, sums and counts
              items              sequence, open or done, row key, id, revision, times, title, description's
                                 size and row; timestamp and location if there are any
              ids                id, sequence, and the log entry that deleted the item
              log                entry, revision, time, sequence, action, earlier values, and the owner's
                                 previous entry; the newest first
              marks              revision and entry, the newest first

              --user EMAIL       the owner of this account; without it the owner of a server without accounts
              --owner KEY        the owner with this key, as toodoo check prints it
              --limit NUMBER     maximum number of rows of each part (all of one PART, otherwise 5)
            """)

    /// Rows of each part when all parts are shown.
    private static let few = 5

    private let database: String
    private let choice: OwnerInspection.Choice
    private let part: Part?
    private let limit: Int?

    init(_ arguments: ParsedArguments) throws(UsageFailure) {
        database = arguments.database.name
        choice = try Self.choice(arguments)
        part = try arguments.operand.map { word throws(UsageFailure) in
            guard let part = Part(rawValue: word) else {
                throw .badValue(
                    option: "the part", value: word, expected: "owner, items, ids, log or marks")
            }
            return part
        }
        limit = try arguments.value("--limit").map { text throws(UsageFailure) in
            guard let limit = Count(text)?.count, limit > 0 else {
                throw .badValue(option: "--limit", value: text, expected: "a number of at least 1")
            }
            return limit
        }
    }

    private static func choice(
        _ arguments: ParsedArguments
    ) throws(UsageFailure) -> OwnerInspection.Choice {
        let email = try arguments.email("--user")
        guard let text = arguments.value("--owner") else {
            return email.map { .account($0) } ?? .local
        }
        guard email == nil else { throw .exclusiveOptions("--user", "--owner") }
        guard let key = Count(text)?.count, (1..<1 << 31).contains(key) else {
            throw .badValue(
                option: "--owner", value: text, expected: "an owner's key, such as 2")
        }
        return .key(key)
    }

    func run() throws(CommandFailure) {
        let lock = try DatabaseLock(of: database)
        let inspection = try onOpen(database) { () throws(OpenFailure) in
            try OwnerInspection.open(lock.path, of: choice, busyMilliseconds: 2_000)
        }
        guard let inspection else { throw failure }
        let output = LineOutput()
        try onStorage(database) { () throws(StorageFailure) in
            try hint(inspection)
            if let part {
                try show(part, of: inspection, on: output)
            } else {
                try showAll(of: inspection, on: output)
            }
        }
        lock.release()
        if let failure = output.failure, !failure.isClosedPipe {
            throw .output(failure)
        }
    }

    private var failure: CommandFailure {
        switch choice {
        case .local: .noOwner(Owner.localKey, database)
        case .account(let email): .noAccount(email.text)
        case .key(let key): .noOwner(key, database)
        }
    }

    /// Points to the owners of accounts when the local owner was chosen by default.
    private func hint(_ inspection: OwnerInspection) throws(StorageFailure) {
        guard choice == .local, try inspection.accounts() > 0, try inspection.email() == nil
        else { return }
        Output.error(
            "toodoo: this is the owner of a server without accounts; --user EMAIL shows the owner of an "
                + "account")
    }

    private func show(
        _ part: Part, of inspection: OwnerInspection, on output: LineOutput
    ) throws(StorageFailure) {
        switch part {
        case .owner: output.add(try inspection.summary().lines)
        case .items: try inspection.items(limit: limit) { output.add($0.line) }
        case .ids: try inspection.ids(limit: limit) { output.add($0.line) }
        case .log:
            let end = try inspection.log(limit: limit) { output.add($0.line) }
            if let line = end.line { output.add(line) }
        case .marks: try inspection.marks(limit: limit) { output.add($0.line) }
        }
    }

    private func showAll(
        of inspection: OwnerInspection, on output: LineOutput
    ) throws(StorageFailure) {
        let summary = try inspection.summary()
        let limit = limit ?? Self.few
        output.add(summary.lines)
        output.add("\n" + heading("items", "first", summary.items, limit))
        try inspection.items(limit: limit) { output.add("  " + $0.line) }
        output.add("\n" + heading("ids", "first", summary.ids, limit))
        try inspection.ids(limit: limit) { output.add("  " + $0.line) }
        output.add("\n" + heading("log", "newest", summary.entries, limit))
        _ = try inspection.log(limit: limit) { output.add("  " + $0.line) }
        output.add("\n" + heading("marks", "newest", summary.marks, limit))
        try inspection.marks(limit: limit) { output.add("  " + $0.line) }
    }

    private func heading(_ part: String, _ which: String, _ count: Int, _ limit: Int) -> String {
        if count == 0 { return "\(part): none" }
        return count > limit ? "\(part), the \(which) \(limit) of \(count):" : "\(part):"
    }
}

/// Writes lines to standard output until one fails.
private final class LineOutput {
    private(set) var failure: Errno?

    /// Writes a line; false when no more can be written.
    @discardableResult
    func add(_ line: String) -> Bool {
        guard failure == nil else { return false }
        do throws(Errno) {
            try Output.tryLine(line)
        } catch {
            failure = error
        }
        return failure == nil
    }

    func add(_ lines: [String]) {
        for line in lines where !add(line) { break }
    }
}
