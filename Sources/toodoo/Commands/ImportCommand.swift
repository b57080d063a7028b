import API
import Accounts
import CommandLine
import Exchange
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
                "--format", "FORMAT",
                help: """
                    toodoo, todoist, ticktick, google, icalendar or csv; auto recognises it (auto)
                    """),
            OptionSpec(
                "--time-zone", "ZONE",
                help: "the time zone of dates for which a file of another program names none (UTC)"),
            OptionSpec(
                "--on-conflict", "CHOICE",
                help: """
                    for an item whose id exists already: skip keeps it, replace gives it the content
                    of the file (replace for lists of toodoo, otherwise skip)
                    """),
            OptionSpec("--preview", help: "write nothing, and print what would be written"),
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

            Files of Todoist, TickTick, Google Tasks, of programs with iCalendar and of spreadsheets become
            items too. What no member takes is printed in a table. There is no limit of size, of items or of
            the account's quota, unlike POST /imports.
            """)

    private static let chunk = 65_536
    /// The beginning of what a file of Google Tasks says about itself.
    private static let markOfGoogle = Array("\"tasks#".utf8)

    private let file: String
    private let database: Database
    private let wait: Int
    private let email: Email?
    private let allowsEmpty: Bool
    private let format: ImportFormat?
    private let timeZone: String
    /// Nil replaces the items of a list of this program, and keeps those of others.
    private let isReplacing: Bool?
    private let isPreview: Bool

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
        let name = arguments.value("--format") ?? "auto"
        format = ImportFormat(rawValue: name)
        guard format != nil || name == "auto" else {
            throw .badValue(
                option: "--format", value: name,
                expected: "auto or " + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        timeZone = arguments.value("--time-zone") ?? Repetition.utc
        guard TimeZoneDirectory().zone(timeZone) != nil else {
            throw .badValue(
                option: "--time-zone", value: timeZone,
                expected: "a time zone of this machine, such as Europe/Berlin")
        }
        let choice = arguments.value("--on-conflict")
        guard choice == nil || choice == "skip" || choice == "replace" else {
            throw .badValue(
                option: "--on-conflict", value: choice ?? "", expected: "skip or replace")
        }
        isReplacing = choice.map { $0 == "replace" }
        isPreview = arguments.has("--preview")
    }

    func run() throws(CommandFailure) {
        let input = try openInput()
        let access = database.access
        guard let importer = try access.importer(of: email, waiting: wait) else {
            throw .noAccount(email?.text ?? "")
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        let reading = try read(input)
        let count = try stage(reading, importer, progress)
        let mode = ItemImport.Mode(
            isReplacing: isReplacing ?? (reading.foreign == nil),
            keepsPositions: reading.foreign != nil, isPreview: isPreview)
        let counts: ItemImport.Counts
        if isPreview, access.isNew {
            counts = ItemImport.Counts(new: count)
        } else {
            try access.makeDatabase()
            counts = try commit(importer, mode, progress)
        }
        progress.clear()
        access.close()
        Output.line(
            (isPreview ? "would import" : "imported")
                + " \(counts.new + counts.changed + counts.unchanged) items: \(counts.new) new, "
                + "\(counts.changed) changed, \(counts.unchanged) unchanged")
        reading.foreign?.printRemarks()
        if let warning = counts.owned.quotaWarning(of: email) { Output.error("toodoo: " + warning) }
    }

    /// What is known of the file when its format is.
    private struct ImportReading {
        let input: InputFile
        /// The bytes that are read already.
        let beginning: [UInt8]
        /// The items of a file of another program.
        var foreign: ImportedFile?
    }

    /// Reads as much of the file as its format needs: a list of this program in parts, another one
    /// as a whole.
    private func read(_ input: InputFile) throws(CommandFailure) -> ImportReading {
        var bytes: [UInt8] = []
        // A pipe may have its first bytes alone.
        while bytes.count < Self.chunk {
            let part = try read(input, Self.chunk - bytes.count)
            if part.isEmpty { break }
            bytes += part
        }
        guard format != .toodoo, isForeign(bytes) else {
            return ImportReading(input: input, beginning: bytes)
        }
        while true {
            let part = try read(input, Self.chunk)
            if part.isEmpty { break }
            bytes += part
        }
        do throws(ImportFault) {
            let source = try ImportSource(bytes, limits: .none)
            let format = try source.format(format)
            guard format != .toodoo else {
                return ImportReading(input: input, beginning: source.text)
            }
            let context = ImportContext(
                now: Clock.system.now(), timeZone: timeZone, zones: TimeZoneDirectory(),
                limits: .none)
            guard let context else { preconditionFailure("a time zone that was there is gone") }
            return ImportReading(
                input: input, beginning: [], foreign: try source.read(as: format, in: context))
        } catch {
            throw .notImported(file, error)
        }
    }

    private func read(_ input: InputFile, _ limit: Int) throws(CommandFailure) -> [UInt8] {
        try onFile(file) { () throws(Errno) in try input.read(limit) }
    }

    /// Whether a file with this beginning may be of another program; a list of this one is large,
    /// and never a whole in memory.
    private func isForeign(_ beginning: [UInt8]) -> Bool {
        guard format == nil else { return true }
        let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning[3...] : beginning[...]
        switch text.first(where: { !" \t\r\n".utf8.contains($0) }) {
        case nil, UInt8(ascii: "[")?: return false
        case UInt8(ascii: "{")?:
            return text.indices.contains { text[$0...].starts(with: Self.markOfGoogle) }
        default: return true
        }
    }

    private func openInput() throws(CommandFailure) -> InputFile {
        guard file != "-" else { return .standard }
        try requireRootControl(of: file)
        return try onFile(file) { () throws(Errno) in try InputFile(file) }
    }

    private func commit(
        _ importer: any ItemImporting, _ mode: ItemImport.Mode, _ progress: ProgressLine
    ) throws(CommandFailure) -> ItemImport.Counts {
        do throws(WriteFailure) {
            return try importer.commit(mode) { progress.show("written", $0) }
        } catch {
            switch error {
            case .storage(let failure): throw .storage(failure, database.name)
            default: throw .ownerGone
            }
        }
    }

    /// Stages the items, and returns their number.
    private func stage(
        _ reading: ImportReading, _ importer: any ItemImporting, _ progress: ProgressLine
    ) throws(CommandFailure) -> Int {
        guard let foreign = reading.foreign else {
            return try stageList(reading, importer, progress)
        }
        var positions: [ItemFilePosition] = []
        for item in foreign.items {
            positions.append(.line(item.line))
            try stage(positions) { () throws(StagingFailure) in
                try importer.stage(NewItem(id: item.id, content: item.content))
            }
            positions.removeFirst(positions.count - importer.uncomparedItems)
        }
        try stage(positions) { () throws(StagingFailure) in try importer.finishStaging() }
        return foreign.items.count
    }

    private func stageList(
        _ reading: ImportReading, _ importer: any ItemImporting, _ progress: ProgressLine
    ) throws(CommandFailure) -> Int {
        var pending: [UInt8]? = reading.beginning
        var reader = ItemFileReader(ids: .version7(.fine))
        var zones = ImportedTimeZones(TimeZoneDirectory())
        var positions: [ItemFilePosition] = []
        var count = 0
        var isEnd = false
        // An empty pipe is usually the output of a program that failed.
        var isBlank = (file == "-" || isNotRegularFile(file)) && !allowsEmpty
        while !isEnd {
            let bytes: [UInt8]
            if let beginning = pending, !beginning.isEmpty {
                bytes = beginning
            } else {
                bytes = try read(reading.input, Self.chunk)
            }
            pending = nil
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
        return count
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
