import CommandLine
import Storage
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The arguments of a command` {
    private func arguments(
        _ words: [String], of command: any DatabaseCommand.Type = BackupCommand.self,
        environment: [String: String] = [:]
    ) throws(UsageFailure) -> DatabaseArguments {
        try DatabaseArguments(
            ParsedArguments(words, of: command.spec), of: command,
            environment: { environment[$0] })
    }

    @Test func `take the database from the environment, and first from a flag`() throws {
        let environment = ["TOODOO_DB": "env.sqlite"]

        let silent = try arguments(["a"], environment: environment)
        let flagged = try arguments(["a", "--db", "b.sqlite"], environment: environment)

        #expect(silent.database == .file("env.sqlite"))
        #expect(flagged.database == .file("b.sqlite"))
        #expect(flagged.operand == "a")
    }

    @Test func `take the source of a copy from a flag`() throws {
        let source = try arguments(["--to", "a", "--from", "b"], of: CopyCommand.self).database

        #expect(source == .file("b"))
    }

    @Test(arguments: [
        (["a"], UsageFailure.noHome),
        (["a", "--db", "postgres://u:s@ecret@h/toodoo"], .databaseURL),
        (
            ["a", "--db=postgresql:///toodoo"],
            .databaseServer(
                command: "backup", reason: BackupCommand.reasonAgainstServers ?? "")
        ),
    ])
    func `are refused without a database that fits`(words: [String], failure: UsageFailure) {
        #expect(throws: failure) { try arguments(words) }
    }

    // proves: operation-1
    @Test(arguments: [
        (["import"], "toodoo import needs a file; try toodoo import --help"),
        (["import", "a", "b"], "unexpected argument \"b\""),
        (["import", "a", "--wait", "soon"], "--wait must be a time from 0s to 1h"),
        (["export", "--format", "xml"], "--format must be json or ndjson, not \"xml\""),
        (["check", "a"], "unexpected argument \"a\""),
        (["migrate", "--bogus"], "there is no option --bogus; try toodoo migrate --help"),
        (["user", "add", "--adpot"], "there is no option --adpot; did you mean --adopt?"),
        (["serve", "--print"], "there is no option --print; did you mean --print-config?"),
        (["exprot"], "there is no command \"exprot\"; did you mean export?"),
        (["man", "serve"], "unexpected argument \"serve\""),
    ])
    func `cause one sentence if they are invalid`(words: [String], sentence: String) throws {
        let ending = try Program(words).ending()

        #expect(ending.code == 64)
        #expect(ending.error.hasPrefix("toodoo: \(sentence)"))
    }

    @Test(arguments: ToodooCommand.databaseCommands.map { $0.spec.name })
    func `may request help, which names the database`(name: String) throws {
        let help = try ToodooCommand.program.help(of: [name])

        #expect(help.hasPrefix("usage: toodoo \(name) "))
        #expect(help.contains(name == "copy" ? "\n  --from PATH " : "\n  --db PATH "))
    }
}

@Suite struct `The declared commands` {
    @Test func `are in the completions and in the manual page`() throws {
        let texts = try ["completion bash", "completion zsh", "completion fish", "man"].map {
            try Program($0.split(separator: " ").map(String.init)).ending().output
                .replacing("\\-", with: "-")
        }

        for command in ToodooCommand.program.commands {
            for text in texts {
                for word in command.name.split(separator: " ") { #expect(text.contains(word)) }
                for option in command.options { #expect(text.contains(option.name.dropFirst(2))) }
            }
        }
    }
}

@Suite struct `A line of progress` {
    @Test func `is updated at intervals, and erased at the end`() {
        var shown = ""
        let progress = ProgressLine(isShown: true) { shown += $0 }

        for count in 1...2_500 { progress.show("read", count) }
        progress.clear()

        #expect(shown == "\r1000 items read\u{1B}[K\r2000 items read\u{1B}[K\r\u{1B}[K")
    }

    @Test func `shows each MiB of a copy once`() throws {
        var shown = ""
        let progress = ProgressLine(isShown: true) { shown += $0 }
        let copy = try #require(progress.ofCopy)

        for written in [0, 1_048_575, 1_048_576, 1_500_000, 432_013_312] {
            copy(written, 890_241_024)
        }

        #expect(shown == "\r1 of 849 MiB written\u{1B}[K\r412 of 849 MiB written\u{1B}[K")
    }

    @Test(arguments: [
        (CheckProgress.file, "checking the file"), (.references, "checking references"),
        (.invariant(3, of: 25), "checking invariant 3 of 25"),
        (.history(2_000), "2000 changes compared"), (.accounts, "checking accounts"),
        (.items(1_000), "1000 items checked"), (.changes(3_000), "3000 changes checked"),
        (.texts(1_000), "1000 rows of texts checked"), (.counts, "counting"),
    ])
    func `names the step of a check`(step: CheckProgress, text: String) {
        var shown = ""
        let progress = ProgressLine(isShown: true) { shown += $0 }

        progress.show(step)

        #expect(shown == "\r\(text)\u{1B}[K")
    }

    @Test func `is shown at a terminal by check, backup and restore`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let terminal = try PseudoTerminal()
        let copy = world.folder.file("copy.sqlite")
        let commands = [
            (["check"], "checking the file"), (["backup", copy], "syncing the backup"),
            (["restore", copy], "preparing the copy"),
        ]

        for (words, text) in commands {
            let ending = try Program(
                words + ["--db", world.database], redirection: "2> \(terminal.path)"
            ).ending()

            let shown = try terminal.shown()
            #expect(ending.code == 0)
            #expect(!ending.output.contains("\u{1B}"))
            #expect(shown.contains("\r\(text)\u{1B}[K"))
            #expect(shown.hasSuffix("\r\u{1B}[K"))
        }
    }

    @Test func `is erased before the message of a failure`() throws {
        let world = try CommandWorld()
        let terminal = try PseudoTerminal()
        let items = Array(repeating: #"{"title":"a"}"#, count: 1_500).joined(separator: ",")
        try world.folder.write(Array("[\(items),{}]".utf8), to: "items.json")

        let ending = try Program(
            ["import", world.folder.file("items.json"), "--db", world.database],
            redirection: "2> \(terminal.path)"
        ).ending()

        #expect(ending.code == 1)
        let shown = try terminal.shown()
        #expect(shown.hasPrefix("\r1000 items read\u{1B}[K\r\u{1B}[Ktoodoo: "), "\(shown)")
    }

    @Test func `is not shown without a terminal`() {
        var shown = ""
        let progress = ProgressLine(isShown: false) { shown += $0 }

        for count in 1...2_500 { progress.show("read", count) }
        progress.show(.file)
        progress.clear()

        #expect(shown == "")
        #expect(progress.ofCopy == nil)
    }
}
