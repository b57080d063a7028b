import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    private struct Report: Encodable {
        struct Refusal: Encodable {
            let index: Int
            let faults: [String]
        }

        let added: Int
        let skipped: Int
        let replaced: Int
        let refused: [Refusal]
    }

    private struct ExportOutput: Encodable {
        let file: String
        let items: Int
    }

    /// Adds the items of a file.
    func importItems() async throws {
        let path = arguments.operands[0]
        let file: Data
        do {
            file =
                path == "-"
                ? try world.terminal.readAll() : try Data(contentsOf: URL(filePath: path))
        } catch {
            throw Failure.file(path, reason: error.plainReason)
        }
        // The server alone knows what it would do.
        if arguments.has("--preview") || !isList(file) { return try await sendToServer(file, path) }
        try await withItemsForWriting { items in
            let report = try importItems(file, path, items.store)
            let refused = report.refused.map {
                Report.Refusal(index: $0.index, faults: $0.faults.map(\.sentence))
            }
            if wantsJSON {
                try printJSON(
                    Report(
                        added: report.added, skipped: report.skipped, replaced: report.replaced,
                        refused: refused))
            } else {
                let replaced = report.replaced > 0 ? ", \(report.replaced) replaced" : ""
                try print("\(report.added) added\(replaced), \(report.skipped) skipped.")
                for refusal in refused {
                    let reasons = refusal.faults.joined(separator: " ")
                    world.terminal.printError("todo: Item \(refusal.index + 1): \(reasons)\n")
                }
            }
            // The valid items are imported; the exit code reports the others.
            if !refused.isEmpty { throw Failure.notImported(refused.count) }
        }
    }

    /// Whether a file may be a list of items, a JSON array.
    func isList(_ file: Data) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = file.starts(with: mark) ? file.dropFirst(mark.count) : file
        return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
    }

    private func importItems(
        _ file: Data, _ path: String, _ store: ToDoItemStore
    ) throws(Failure) -> ImportReport {
        do throws(StoreError) {
            return try store.importItems(file, replacingExisting: arguments.has("--replace"))
        } catch {
            guard error == .notASaveFile else { throw .store(error) }
            throw .notAList(path == "-" ? "The standard input" : path)
        }
    }

    /// Writes all items to a file or to standard output.
    func exportItems() async throws {
        try await withItems { items in
            let json = String(decoding: try items.store.exportItems(), as: UTF8.self)
                .escapedForTerminals
            guard let path = arguments.operands.first, path != "-" else { return try print(json) }
            do {
                try writeFile([UInt8](json.utf8), path)
            } catch {
                throw Failure.file(path, reason: error.plainReason)
            }
            if wantsJSON {
                try printJSON(ExportOutput(file: path, items: items.snapshot.count))
            }
        }
    }
}
