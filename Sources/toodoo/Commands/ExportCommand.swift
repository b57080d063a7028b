import API
import Accounts
import CommandLine
import HTTP
import HTTPServer
import Items
import Storage

/// `toodoo export`: writes a snapshot of all items.
struct ExportCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "export", "write all items to standard output or a file",
        operand: .init("FILE|-", count: 0...1, completes: .files),
        options: [
            OptionSpec(
                "--format", "json|ndjson",
                help:
                    "json, the array that GET /items returns, or ndjson, an object per line (json)",
                completes: .words(["json", "ndjson"])),
            OptionSpec(
                "--user", "EMAIL",
                help: """
                    the items of this account; without it those of a server without accounts, with
                    a note on standard error if there are accounts
                    """),
            .database(),
        ],
        about: """
            Writes a consistent snapshot of all items to standard output or to a new file. It works beside a
            running server, and toodoo import imports the items again.
            """)

    /// Bytes that are collected before a write.
    private static let chunk = 65_536

    private let file: String
    private let database: Database
    private let format: ItemFileWriter.Format
    private let email: Email?

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        file = arguments.operand ?? "-"
        database = arguments.database
        email = try arguments.email("--user")
        let text = arguments.value("--format") ?? "json"
        guard let format = ItemFileWriter.Format(rawValue: text) else {
            throw .badValue(option: "--format", value: text, expected: "json or ndjson")
        }
        self.format = format
    }

    func run() throws(CommandFailure) {
        let access = database.access
        let session = try access.session()
        let export = try onStorage(database.name) { () throws(StorageFailure) in
            try ItemExport(session, of: email)
        }
        guard let export else { throw .noAccount(email?.text ?? "") }
        if email == nil, export.accounts > 0 {
            Output.error("toodoo: " + Self.hint(of: export.accounts, adopter: export.adopter))
        }
        if file == "-" {
            try write(export, to: .standard)
        } else {
            let new = try AtomicFile(file)
            try write(export, to: new.output)
            try new.publish()
        }
        access.close()
    }

    /// Points to the items of accounts, which an export without `--user` does not contain, except
    /// those of an account that has adopted the local owner's.
    private static func hint(of accounts: Int, adopter: String?) -> String {
        if let adopter {
            let others = accounts > 1 ? "; --user EMAIL exports those of another account" : ""
            return "these are the items of \(adopter), which adopted those that were written "
                + "without accounts\(others)"
        }
        let owners =
            accounts == 1 ? "the account that there is" : "the \(accounts) accounts that there are"
        return "these are not the items of \(owners); --user EMAIL exports those of one"
    }

    private func write(
        _ export: ItemExport, to output: OutputFile
    ) throws(CommandFailure) {
        var writer = ItemFileWriter(format)
        let progress = ProgressLine()
        defer { progress.clear() }
        var count = 0
        var failure: Errno?
        try onStorage(database.name) { () throws(StorageFailure) in
            try export.read { row in
                writer.append(row)
                count += 1
                progress.show("written", count)
                if writer.bytes.count >= Self.chunk { failure = flush(&writer, to: output) }
                return failure == nil
            }
        }
        if failure == nil {
            writer.finish()
            failure = flush(&writer, to: output)
        }
        // Like the array of GET /items, the array ends without a line feed, and a prompt would
        // follow it.
        if failure == nil, format == .json, output.isTerminal { failure = endLine(output) }
        progress.clear()
        if let failure { throw .file(file, failure) }
    }

    private func endLine(_ output: OutputFile) -> Errno? {
        do throws(Errno) {
            let lineFeed = [UInt8(ascii: "\n")]
            try output.write(lineFeed.span)
            return nil
        } catch {
            return error
        }
    }

    private func flush(_ writer: inout ItemFileWriter, to output: OutputFile) -> Errno? {
        do throws(Errno) {
            try output.write(writer.bytes.span)
            writer.removeAll()
            return nil
        } catch {
            return error
        }
    }
}
