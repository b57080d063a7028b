import CommandLine
import ToDoClient

extension Invocation {
    private struct Report: Encodable {
        let items: Int
        let unsent: Int
        let conflicts: Int
    }

    /// Sends and fetches all changes, and prints the result.
    func sync() async throws {
        guard try server() != nil else { throw Failure.noServer }
        guard !arguments.has("--offline") else {
            throw UsageFailure.exclusiveOptions("sync", "--offline")
        }
        try await withItems { items in
            do throws(SyncError) {
                try await items.store.sync()
            } catch {
                throw Failure.sync(error)
            }
            try items.storeLocation.pause.remove()
            let snapshot = items.snapshot
            let report = Report(
                items: snapshot.count, unsent: snapshot.unsent,
                conflicts: snapshot.conflicts.count)
            if wantsJSON { return try printJSON(report) }
            try print(
                "All changes are sent and fetched: \(report.items) \(report.items == 1 ? "item" : "items")."
            )
            let count = snapshot.conflicts.count { !$0.isQuiet }
            if count > 0 {
                let entries = count == 1 ? "1 entry" : "\(count) entries"
                try print(
                    "“Changed elsewhere” has \(entries); `todo conflicts` prints "
                        + (count == 1 ? "it." : "them."))
            }
        }
    }
}
