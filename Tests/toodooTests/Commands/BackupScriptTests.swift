import Foundation
import TestSupport
import Testing

@Suite struct `toodoo-backup` {
    @Test func `makes a sound copy, and reports its time`() throws {
        let world = try BackupWorld()

        let ending = try world.backUp()

        let backups = try world.names(in: "backups")
        let report = try world.commands.text("metrics/toodoo-backup.prom")
        #expect(ending.hasSuffix(".sqlite is sound\nended with 0\n"), "\(ending)")
        #expect(backups.count == 1)
        #expect(backups[0].wholeMatch(of: /toodoo-[-0-9]{10}T[-0-9]{8}Z\.sqlite/) != nil)
        let copy = world.commands.folder.file("backups/" + backups[0])
        #expect(try Program(["export", "--db", copy]).ending().output.contains(#""title":"Milk""#))
        #expect(report.contains(/\ntoodoo_backup_time_seconds [0-9]{10}\n$/))
        #expect(try world.names(in: "metrics") == ["toodoo-backup.prom"])
    }

    @Test func `keeps the newest`() throws {
        let world = try BackupWorld()
        for day in 1...4 {
            try world.commands.folder.write(
                [], to: "backups/toodoo-2026-01-0\(day)T00-00-00Z.sqlite")
        }
        try world.commands.folder.write([], to: "backups/monday.sqlite")

        _ = try world.backUp(keeping: 3)

        let kept = try world.names(in: "backups")
        #expect(kept.count == 4)
        #expect(
            kept.prefix(3) == [
                "monday.sqlite", "toodoo-2026-01-03T00-00-00Z.sqlite",
                "toodoo-2026-01-04T00-00-00Z.sqlite",
            ])
    }

    @Test func `fails, removes nothing and reports nothing when the copy is not sound`() throws {
        let world = try BackupWorld()
        let former = "toodoo-2026-01-01T00-00-00Z.sqlite"
        try world.commands.folder.write([], to: "backups/" + former)
        try world.commands.alter("UPDATE owners SET item_bytes = item_bytes + 1")

        let endings = [try world.backUp(keeping: 1), try world.backUp(keeping: 1)]

        #expect(endings.allSatisfy { $0.hasSuffix("ended with 1\n") }, "\(endings)")
        #expect(try world.names(in: "backups").contains(former))
        #expect(try world.names(in: "backups").filter { $0.hasPrefix("toodoo-") } == [former])
        #expect(try world.names(in: "metrics") == [])
    }
}

/// A database with an item, and the folders of its backups and their report.
private struct BackupWorld {
    let commands: CommandWorld

    init() throws {
        commands = try CommandWorld()
        _ = try commands.run("import", "-", input: #"[{"title":"Milk"}]"#)
        for name in ["backups", "metrics"] {
            try FileManager.default.createDirectory(
                atPath: commands.folder.file(name), withIntermediateDirectories: false)
        }
    }

    /// The output of the script, with its exit code.
    func backUp(keeping count: Int = 14) throws -> String {
        let programs = URL(filePath: toodooBinary()).deletingLastPathComponent().path
        return try shell(
            """
            exec 2>&1
            PATH=\(programs):$PATH TOODOO_DB=\(commands.database) \
            METRICS_FOLDER=\(commands.folder.file("metrics")) \
            \(repositoryFile("deploy/toodoo-backup")) \(commands.folder.file("backups")) \(count)
            echo "ended with $?"
            """)
    }

    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: commands.folder.file(folder)).sorted()
    }
}
