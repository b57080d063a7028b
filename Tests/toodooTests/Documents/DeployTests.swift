import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `What is deployed` {
    // proves: command-line-38
    @Test(arguments: [
        "Dockerfile", "compose.yaml", "compose.geocoder.yaml", "deploy/toodoo.service",
    ])
    func `sets options that there are, to values that they take`(file: String) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
        let variables = text.matches(of: /\b(TOODOO_[A-Z_]+)(=|: )"?([^\s"]+)/)
        let mentioned = text.matches(of: /\bTOODOO_[A-Z_]+/)

        #expect(!variables.isEmpty)
        #expect(variables.count == mentioned.count, "one without a value")
        for variable in variables {
            let (_, name, _, value) = variable.output
            let option = ServeOption.all.first { $0.variable == name }
            var options = ServeOptions()
            #expect(option?.apply(String(value), &options) == true, "\(name)=\(value)")
        }
    }

    /// Without it each sign-in would keep a core from those who serve.
    @Test func `lets the thread that hashes passwords give way`() throws {
        let unit = try String(
            contentsOfFile: repositoryFile("deploy/toodoo.service"), encoding: .utf8)

        let filters = unit.split(separator: "\n").filter { $0.hasPrefix("SystemCallFilter=") }

        // The last filter that names a call holds, and @resources has this one.
        #expect(
            filters.last { $0.contains("@resources") || $0.contains("setpriority") }
                == "SystemCallFilter=setpriority")
    }

    // proves: command-line-38
    @Test(
        .enabled("systemd-analyze is not installed", hasSystemd),
        arguments: [
            "verify toodoo.service toodoo.socket",
            "security --offline=true"
                + " --threshold=20 toodoo.service",
        ])
    func `are units that systemd takes and finds safe`(question: String) throws {
        let folder = try TemporaryFolder()
        for unit in ["toodoo.service", "toodoo.socket"] {
            let text = try String(
                contentsOfFile: repositoryFile("deploy/\(unit)"), encoding: .utf8
            ).replacing("/usr/local/bin/toodoo", with: toodooBinary())
            try folder.write(Array(text.utf8), to: unit)
        }

        let said = try shell(
            "cd '\(folder.path)' && systemd-analyze \(question) 2>&1; echo \"ended with $?\"")

        let lines = said.split(separator: "\n")
        #expect(lines.last == "ended with 0", "\(said)")
        #expect(question.hasPrefix("security") || lines.count == 1, "\(said)")
    }
}

private func hasSystemd() -> Bool {
    (try? shell("command -v systemd-analyze")) != ""
}
