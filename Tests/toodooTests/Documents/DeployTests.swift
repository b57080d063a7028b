import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The deployment files` {
    @Test(arguments: [
        "Dockerfile", "compose.yaml", "compose.geocoder.yaml", "compose.postgres.yaml",
        "deploy/toodoo.service", "deploy/toodoo-backup.service",
    ])
    func `set existing options to valid values`(file: String) throws {
        // Compose uses the text after `:-` if the variable is not set.
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
            .replacing(/\$\{\w+:-([^}]*)\}/) { $0.output.1 }
            .replacing(/(?m)^#.*/, with: "")
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

    @Test func `leave sign-up closed in containers, and pass the operator's options on`() throws {
        let text = try String(contentsOfFile: repositoryFile("compose.yaml"), encoding: .utf8)

        let service = try #require(text.firstMatch(of: /(?s)\n  toodoo:\n(.*?)\n\n/)).output.1
        let variables = service.matches(of: /TOODOO_(\w+): (.*)/).map {
            "\($0.output.1) \($0.output.2)"
        }
        #expect(variables.first == "SIGN_UP ${TOODOO_SIGN_UP:-closed}")
        // Variables in `environment` would override those of env_file.
        #expect(variables.dropFirst().map { $0.prefix { $0 != " " } } == ["PROXIES"])
        #expect(service.contains("    env_file:\n      - path: .env\n        required: false\n"))
    }

    // proves: separation-6
    @Test func `give each role of PostgreSQL a password of its own, in a private file`() throws {
        let text = try String(
            contentsOfFile: repositoryFile("compose.postgres.yaml"), encoding: .utf8)
        let scripts = try ["roles.sh", "standby.sh"].map {
            try String(contentsOfFile: repositoryFile("deploy/postgres/\($0)"), encoding: .utf8)
        }

        let servers = try #require(text.firstMatch(of: /(?s)x-toodoo: (.*?)\n\n/)).output.1
        let standby = try #require(text.firstMatch(of: /(?s)\n  standby:\n(.*?)\n\n/)).output.1
        let secrets = text.matches(of: /(?m)^ +\w*PASSWORD: \$\{(\w+):/).map { $0.output.1 }

        #expect(Set(secrets) == ["DB_PASSWORD", "REPLICATION_PASSWORD"])
        #expect(servers.contains("\n    REPLICATION_PASSWORD: \"\"\n"))
        #expect(!standby.contains("DB_PASSWORD"))
        #expect(scripts[0].contains("ROLE toodoo LOGIN PASSWORD :'password'"))
        #expect(scripts[0].contains("ROLE standby LOGIN REPLICATION PASSWORD :'replication'"))
        #expect(!scripts[1].contains("DB_PASSWORD"))
        let isPrivate = text.firstRange(of: "chmod 600 .env")?.lowerBound
        let isSecret = text.firstRange(of: "_PASSWORD")?.lowerBound
        #expect(try #require(isPrivate) < #require(isSecret))
    }

    /// Otherwise each sign-in would take a core from the lanes.
    @Test func `allow a lower priority of the password thread`() throws {
        let unit = try String(
            contentsOfFile: repositoryFile("deploy/toodoo.service"), encoding: .utf8)

        let filters = unit.split(separator: "\n").filter { $0.hasPrefix("SystemCallFilter=") }

        // The last filter that names a call applies, and @resources contains this call.
        #expect(
            filters.last { $0.contains("@resources") || $0.contains("setpriority") }
                == "SystemCallFilter=setpriority")
    }

    @Test(
        .enabled("systemd-analyze is not installed", hasSystemd),
        arguments: [
            "verify toodoo.service toodoo.socket toodoo-backup.service toodoo-backup.timer",
            "security --offline=true --threshold=20 toodoo.service",
            "security --offline=true --threshold=20 toodoo-backup.service",
        ])
    func `are units that systemd accepts and rates as safe`(question: String) throws {
        let folder = try TemporaryFolder()
        for unit in [
            "toodoo.service", "toodoo.socket", "toodoo-backup.service", "toodoo-backup.timer",
        ] {
            let text = try String(
                contentsOfFile: repositoryFile("deploy/\(unit)"), encoding: .utf8
            )
            .replacing("/usr/local/bin/toodoo-backup", with: repositoryFile("deploy/toodoo-backup"))
            .replacing("/usr/local/bin/toodoo ", with: toodooBinary() + " ")
            try folder.write(Array(text.utf8), to: unit)
        }

        let output = try shell(
            "cd '\(folder.path)' && systemd-analyze \(question) 2>&1; echo \"ended with $?\"")

        let lines = output.split(separator: "\n")
        #expect(lines.last == "ended with 0", "\(output)")
        #expect(question.hasPrefix("security") || lines.count == 1, "\(output)")
    }
}

private func hasSystemd() -> Bool {
    (try? shell("command -v systemd-analyze")) != ""
}
