import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    /// Sends a file that is no list of items to the server, which knows the formats of other
    /// programs; with `--preview`, any file.
    func sendToServer(_ file: Data, _ path: String) async throws {
        let storeLocation = try storeLocation()
        let name = path == "-" ? "The standard input" : path
        guard !arguments.has("--offline"), let client = try storeLocation.signedInClient() else {
            throw isList(file) ? Failure.noServer : Failure.notAList(name)
        }
        world.terminal.printError("The server reads \(name.sanitized) …\n")
        let result: FileImport
        do throws(APIError) {
            result = try await client.importFile(
                file, preview: arguments.has("--preview"),
                replacingExisting: arguments.has("--replace"))
        } catch {
            guard case .refused(let problem) = error, problem.isOfServer, problem.status != 401
            else { throw Failure.sync(SyncError(error)) }
            throw Failure.fileRefused(name, reason: problem.detail)
        }
        if wantsJSON { try printJSON(result) } else { try print(result) }
        guard !arguments.has("--preview") else { return }
        try await withItems { items in
            if case .failed(let error) = await syncShortly(items) {
                world.terminal.printError("todo: \(error.advice)\n")
            }
        }
    }

    private func print(_ result: FileImport) throws(Failure) {
        let verb = arguments.has("--preview") ? "would be added" : "added"
        let replaced = result.changed > 0 ? ", \(result.changed) replaced" : ""
        try print("\(result.new) \(verb)\(replaced), \(result.unchanged) skipped.")
        for value in result.lost {
            let end = value.isKept ? " (kept in the note)" : ""
            try print(
                "Line \(value.line), \(value.title.sanitized): "
                    + "\(value.field.sanitized) \(value.value.sanitized) is not taken\(end).")
        }
        if result.lostCount > result.lost.count {
            try print("… and \(result.lostCount - result.lost.count) more.")
        }
        for entry in result.skipped {
            try print("Line \(entry.line) \(entry.reason.sanitized).")
        }
        if result.skippedCount > result.skipped.count {
            try print("… and \(result.skippedCount - result.skipped.count) more.")
        }
    }
}
