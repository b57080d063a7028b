import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A file to import` {
    @Test(arguments: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
    func `may be an open descriptor`(path: String) throws {
        let world = try CommandWorld()

        let ending = try world.run("import", path, input: #"[{"title":"Milk"}]"#)

        #expect(ending.code == 0, "\(ending)")
        #expect(try world.exported().contains("Milk"))
    }

    @Test func `may be a pipe of a process of the shell, or one with a name`() throws {
        let world = try CommandWorld()
        unsafe try #require(mkfifo(world.folder.file("pipe"), 0o600) == 0)
        let script = """
            "$0" import <(echo '[{"title":"one"}]') --db "$1" &&
            { echo '[{"title":"two"}]' >"$2" & } && "$0" import "$2" --db "$1"
            """

        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = [
            "-c", script, toodooBinary(), world.database, world.folder.file("pipe"),
        ]
        shell.standardOutput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()

        #expect(shell.terminationStatus == 0)
        let items = try world.exported()
        #expect(items.contains("one") && items.contains("two"))
    }

    @Test func `may be behind the user's own link`() throws {
        let world = try CommandWorld()
        try world.folder.write(Array(#"[{"title":"Milk"}]"#.utf8), to: "real")
        try FileManager.default.createSymbolicLink(
            atPath: world.folder.file("link"), withDestinationPath: "real")

        let ending = try world.run("import", world.folder.file("link"))

        #expect(ending.code == 0, "\(ending)")
    }
}
