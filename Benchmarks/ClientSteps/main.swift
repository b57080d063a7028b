import Foundation
import ToDoClient

// The costs of the client library, a line for each measurement: name, value, unit, budget. With the
// URL of an empty server without accounts, also the cost of a sync. Benchmarks/client runs it.
do {
    let report = Report()
    try LocalCosts(report).measure()
    if let url = CommandLine.arguments.dropFirst().first.flatMap({ URL(string: $0) }) {
        try await SyncCosts(report, url).measure()
    }
} catch {
    FileHandle.standardError.write(Data("ClientSteps: \(error)\n".utf8))
    exit(1)
}
