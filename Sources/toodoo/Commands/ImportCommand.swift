import API
import Accounts
import CommandLine
import HTTPServer
import Items
import Storage

/// `toodoo import`: writes a file's items to the database, all or none.
struct ImportCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "import", "import items from a file into the database",
        operand: .init("FILE|-", "a file", completes: .files),
        options: [
            OptionSpec(
                "--wait", "TIME",
                help: "maximum time to wait for other writes to the database (10s)"),
            OptionSpec(
                "--user", "EMAIL",
                help: """
                    add the items to this account; without it to those of a server without accounts
                    """),
            OptionSpec(
                "--allow-empty",
                help: """
                    accept standard input or a pipe without a byte, which is otherwise taken for
                    the failure of the program before the pipe
                    """),
            .database(),
        ],
        about: """
            Imports items from a file, or with - from standard input: a JSON array, such as the app's save file
            or the output of toodoo export, or NDJSON, one object per line. An item whose id exists already is
            replaced if it differs, so a file can be imported repeatedly. If anything in the file is invalid,
            no item is imported. It works beside a running server. An item that repeats in a time zone which
            this machine does not have is imported with a warning.
            """)

    private static let chunk = 65_536

    private let file: String
    private let database: Database
    private let wait: Int
    private let email: Email?
    private let allowsEmpty: Bool

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        file = arguments.operand ?? "-"
        database = arguments.database
        email = try arguments.email("--user")
        allowsEmpty = arguments.has("--allow-empty")
        let text = arguments.value("--wait") ?? "10s"
        guard let wait = Seconds(text), (0...3_600).contains(wait.count) else {
            throw .badValue(
                option: "--wait", value: text,
                expected: "a time from 0s to 1h\(Seconds.hint)")
        }
        self.wait = wait.count
    }

    func run() throws(CommandFailure) {
        let input = try openInput()
        let access = database.access
        guard let importer = try access.importer(of: email, waiting: wait) else {
            throw .noAccount(email?.text ?? "")
        }
        let progress = ProgressLine()
        try stage(input, importer, progress)
        try access.makeDatabase()
        let counts = try commit(importer, progress)
        progress.clear()
        access.close()
        Output.line(
            "imported \(counts.new + counts.changed + counts.unchanged) items: \(counts.new) new, "
                + "\(counts.changed) changed, \(counts.unchanged) unchanged")
        if let warning = counts.owned.quotaWarning(of: email) { Output.error("toodoo: " + warning) }
    }

    private func openInput() throws(CommandFailure) -> InputFile {
        guard file != "-" else { return .standard }
        try requireRootControl(of: file)
        return try onFile(file) { () throws(Errno) in try InputFile(file) }
    }

    private func commit(
        _ importer: any ItemImporting, _ progress: ProgressLine
    ) throws(CommandFailure) -> ItemImport.Counts {
        do throws(WriteFailure) {
            return try importer.commit { progress.show("written", $0) }
        } catch {
            switch error {
            case .storage(let failure): throw .storage(failure, database.name)
            default: throw .ownerGone
            }
        }
    }

    private func stage(
        _ input: InputFile, _ importer: any ItemImporting, _ progress: ProgressLine
    ) throws(CommandFailure) {
        var reader = ItemFileReader(ids: .version7(.fine))
        var zones = ImportedTimeZones(TimeZoneDirectory())
        var positions: [ItemFilePosition] = []
        var count = 0
        var isEnd = false
        // An empty pipe is usually the output of a program that failed.
        var isBlank = (file == "-" || isNotRegularFile(file)) && !allowsEmpty
        while !isEnd {
            let bytes = try onFile(file) { () throws(Errno) in try input.read(Self.chunk) }
            isEnd = bytes.isEmpty
            isBlank = isBlank && bytes.allSatisfy { " \t\r\n".utf8.contains($0) }
            if isEnd { reader.end() } else { reader.feed(bytes) }
            while let item = try next(&reader) {
                positions.append(reader.position)
                if let zone = zones.newUnknownZone(of: item) {
                    progress.clear()
                    Output.error(
                        "toodoo: "
                            + CommandFailure.unknownTimeZone(zone, in: file, reader.position))
                }
                try stage(positions) { () throws(StagingFailure) in try importer.stage(item) }
                positions.removeFirst(positions.count - importer.uncomparedItems)
                count += 1
                progress.show("read", count)
            }
        }
        progress.clear()
        try stage(positions) { () throws(StagingFailure) in try importer.finishStaging() }
        if isBlank { throw .emptyImport(file) }
    }

    private func next(_ reader: inout ItemFileReader) throws(CommandFailure) -> NewItem? {
        do throws(ItemFileFault) {
            return try reader.next()
        } catch {
            throw .notItems(file, error)
        }
    }

    /// Stages items, of which those at `positions` are not compared yet.
    private func stage(
        _ positions: [ItemFilePosition], _ work: () throws(StagingFailure) -> Void
    ) throws(CommandFailure) {
        do throws(StagingFailure) {
            try work()
        } catch {
            switch error {
            case .repeatedID(let index): throw .repeatedID(file, positions[index])
            case .storage(let failure): throw .storage(failure, database.name)
            }
        }
    }
}
