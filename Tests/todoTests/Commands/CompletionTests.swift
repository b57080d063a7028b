import Foundation
import Testing

@testable import todo

@Suite struct `The completion` {
    private let machine = TestMachine()

    @Test func `has the numbers of the last list with their titles`() async {
        for title in ["Buy milk", "Call\tAda", "Sleep"] { await machine.run("add", title) }
        await machine.run("rm", "1")

        let lines = await machine.run("completion", "numbers")

        #expect(lines.output == "2\tCall\u{FFFD}Ada\n3\tSleep\n")
    }

    /// The words that bash passes to `todo` when keys are typed at its prompt, in a folder with
    /// `items.json`.
    private func typed(_ keys: String) async throws -> String {
        let folder = machine.folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: folder.appending(path: "items.json"))
        return try await blocking {
            let terminal = try PseudoTerminal(
                ["bash", "--norc", "--noprofile", "-i"], folder: folder, columns: 200,
                environment: [
                    "INPUTRC": "/dev/null",
                    "PATH": URL(filePath: todoBinary()).deletingLastPathComponent().path
                        + ":/usr/bin:/bin",
                ], program: "/usr/bin/env")
            try terminal.type(
                """
                eval "$('\(todoBinary())' completion bash)"; cd '\(folder.path)'
                todo() { printf 'passed: %s\\n' "$*"; }
                \(keys)
                exit

                """)
            return terminal.ending().output
        }
    }

    private func passed(_ keys: String) async throws -> String? {
        try await typed(keys).split(whereSeparator: \.isNewline)
            .last { $0.hasPrefix("passed: ") }?.trimmingCharacters(in: .whitespaces)
    }

    @Test(arguments: [
        ("do\t1", "passed: done 1"),
        ("--server http://x:8080 do\t1", "passed: --server http://x:8080 done 1"),
        ("import ite\t", "passed: import items.json"),
        ("export ite\t", "passed: export items.json"),
    ])
    func `of bash works at its prompt`(keys: String, passed: String) async throws {
        #expect(try await self.passed("todo " + keys) == passed)
    }

    @Test func `of bash works for tags, behind an option`() async throws {
        await machine.run("add", "A #errands")

        #expect(try await passed("todo list --tag er\t") == "passed: list --tag errands")
        #expect(try await passed("todo tag --add er\t") == "passed: tag --add errands")
    }

    @Test func `of bash shows the titles of numbers, and inserts the number alone`() async throws {
        for title in ["Buy milk", "Call Ada"] { await machine.run("add", title) }

        let output = try await typed("todo done \t\t1\t")

        #expect(output.contains("1  Buy milk"))
        #expect(output.contains("2  Call Ada"))
        #expect(try await passed("todo rm 2\t") == "passed: rm 2")
    }
}
