import Foundation
import Testing

@testable import todo

@Suite struct `The completion` {
    private let machine = TestMachine()

    /// What bash passes to `todo` when keys are typed at its prompt, in a folder with `items.json`.
    private func typed(_ keys: String) async throws -> String {
        let folder = machine.folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: folder.appending(path: "items.json"))
        return try await blocking {
            let terminal = try PseudoTerminal(
                ["bash", "--norc", "--noprofile", "-i"], folder: folder, columns: 200,
                environment: ["INPUTRC": "/dev/null"], program: "/usr/bin/env")
            try terminal.type(
                """
                eval "$('\(todoBinary())' completion bash)"; cd '\(folder.path)'
                todo() { printf 'passed: %s\\n' "$*"; }
                \(keys)
                exit

                """)
            let lines = terminal.ending().output.split(whereSeparator: \.isNewline)
            return lines.last { $0.hasPrefix("passed: ") }.map(String.init) ?? ""
        }
    }

    @Test(arguments: [
        ("do\t1", "passed: done 1"),
        ("--server http://x:8080 do\t1", "passed: --server http://x:8080 done 1"),
        ("import ite\t", "passed: import items.json"),
        ("export ite\t", "passed: export items.json"),
    ])
    func `of bash works at its prompt`(keys: String, passed: String) async throws {
        #expect(try await typed("todo " + keys).trimmingCharacters(in: .whitespaces) == passed)
    }
}
