import Foundation
import TestSupport
import Testing

@Suite struct `The guide for operators` {
    // proves: http-6
    @Test func `has working commands for a backup, a lost database and a damaged one`() throws {
        let exchanges = try Exchange.all(inFile: repositoryFile("docs/operations.md"))
        let machine = try OperatorMachine()

        for exchange in exchanges {
            let answer = try machine.type(exchange.command)

            #expect(settled(answer) == settled(exchange.answer), "\(exchange.command)")
        }

        let restores = exchanges.filter { $0.command.contains("toodoo restore") }
        #expect(restores.count >= 3)
        #expect(exchanges.contains { $0.command.contains("toodoo backup") })
    }

    // proves: operation-6
    @Test func `has a paragraph for every alert`() throws {
        let guide = try String(
            contentsOfFile: repositoryFile("docs/operations.md"), encoding: .utf8)
        let rules = try String(
            contentsOfFile: repositoryFile("deploy/alerts.yaml"), encoding: .utf8)

        let alerts = rules.matches(of: /- alert: (\w+)/).map { String($0.output.1) }
        let explained = guide.matches(of: /(?m)^\| `(Toodoo\w+)` \|/).map { String($0.output.1) }

        #expect(alerts.count >= 10)
        #expect(explained.sorted() == alerts.sorted())
    }

    @Test(arguments: ["docs/operations.md", "SECURITY.md"])
    func `names existing options`(document: String) throws {
        let text = try String(contentsOfFile: repositoryFile(document), encoding: .utf8)
        let help = try shell("\(toodooBinary()) serve --help")

        let options = Set(text.matches(of: /`(--[a-z-]+)/).map { String($0.output.1) })

        #expect(options.count >= 5)
        for option in options { #expect(help.contains("\(option) "), "\(option)") }
    }

    // proves: operation-6
    @Test func `names existing metrics`() throws {
        let guide = try String(
            contentsOfFile: repositoryFile("docs/operations.md"), encoding: .utf8)
        let server = try RunningServer(database: try TemporaryFolder().file("items.sqlite"))
        let metrics = try server.send("GET", "/metrics").text

        let named = Set(guide.matches(of: /`(toodoo_\w+|process_\w+)/).map { String($0.output.1) })

        #expect(named.count >= 10)
        for name in named { #expect(metrics.contains("\n# TYPE \(name) "), "\(name)") }
    }
}

/// An operator's machine, with a folder instead of the file system, and a server instead of the
/// service.
private final class OperatorMachine {
    private let folder: TemporaryFolder
    private var server: RunningServer?

    init() throws {
        folder = try TemporaryFolder()
        for name in ["state", "backups"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false)
        }
        server = try RunningServer(database: folder.file("state/toodoo.sqlite"))
    }

    /// The output of a command line, with the machine's names for files.
    func type(_ command: String) throws -> String {
        switch command {
        case "systemctl stop toodoo.socket toodoo.service":
            #expect(try server?.stop().code == 0)
            server = nil
            return ""
        case "systemctl start toodoo.socket toodoo.service":
            server = try RunningServer(database: folder.file("state/toodoo.sqlite"))
            return ""
        default:
            let binaries = URL(filePath: toodooBinary()).deletingLastPathComponent().path
            let typed = command.replacing("/var/lib/toodoo", with: folder.file("state"))
                .replacing("/backups", with: folder.file("backups"))
                .replacing("127.0.0.1:8080", with: server?.host ?? "127.0.0.1:8080")
            return try shell("exec 2>&1; PATH=\(binaries):$PATH; \(typed)")
                .replacing(folder.file("state"), with: "/var/lib/toodoo")
                .replacing(folder.file("backups"), with: "/backups")
                .replacing(/before-[0-9]{13}/, with: "before-1795289797580")
                .replacing(/until [-0-9]{10}T[:0-9]{8}Z/, with: "until 2026-11-21T19:36:37Z")
                .replacing(/from [-0-9]{10}T[:0-9]{8}Z on/, with: "from 2026-11-25T10:31:52Z on")
        }
    }
}
