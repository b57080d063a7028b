import Foundation
import ToDoClient
import Testing

@testable import todo

@Suite struct `A killed program` {
    /// There are 20 kills, or 200 in a long test of 100 rounds.
    private static let rounds =
        ProcessInfo.processInfo.environment["TOODOO_CRASH_ROUNDS"].flatMap(Int.init)
        .map { 2 * $0 } ?? 20

    private let machine = TestMachine()

    // proves: clients-1
    @Test func `has applied its printed changes, and leaves no lock`() async throws {
        let folder = machine.folder
        let (printed, titles, leftovers) = try await blocking {
            var printed: Set<String> = []
            for round in 0..<Self.rounds {
                let title = "item \(round)"
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(filePath: todoBinary())
                process.arguments = ["add", title]
                process.environment = programEnvironment(folder)
                process.standardOutput = output
                try process.run()
                if round % 2 == 0 {
                    // The kill comes after the output. The process may still be running.
                    _ = try output.fileHandleForReading.read(upToCount: 1)
                } else {
                    // The kill comes at a random moment of a run, which takes less time than all of
                    // these calls.
                    for _ in 0..<Int.random(in: 0..<400_000) { _ = getppid() }
                }
                kill(process.processIdentifier, SIGKILL)
                let rest = try output.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                if round % 2 == 0 || !rest.isEmpty { printed.insert(title) }
            }
            let list = try runTodo("list", "--json", folder: folder)
            let items = try JSONDecoder().decode([PrintedItem].self, from: Data(list.output.utf8))
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return (printed, items.map(\.title), files.filter { $0.contains("damaged") })
        }

        #expect(printed.count >= Self.rounds / 2)
        #expect(printed.isSubset(of: titles))
        #expect(Set(titles).count == titles.count)
        #expect(leftovers == [])
    }
}
