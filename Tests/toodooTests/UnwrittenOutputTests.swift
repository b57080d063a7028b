import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `Output that cannot be written` {
    @Test(arguments: [["help"], ["help", "serve"], ["user", "--help"], ["version"]])
    func `is reported as a failure`(words: [String]) throws {
        let ending = try Program(words, redirection: "> /dev/full").ending()

        #expect(ending == .failure(1, "standard output: No space left on device"))
    }

    @Test(arguments: [
        ["serve", "--print-config"], ["check"], ["migrate"], ["migrate", "--status"],
        ["user", "list"], ["token", "list"],
    ])
    func `of a database is reported as a failure`(words: [String]) throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")
        _ = try world.run("token", "create", "--user", "ann@example.org")

        let ending = try Program(
            words + ["--db", world.database], redirection: "> /dev/full"
        ).ending()

        #expect(ending == .failure(1, "standard output: No space left on device"))
    }

    @Test(arguments: [("backup", ">&-"), ("backup", "<&- >&-"), ("restore", "<&- >&-")])
    func `does not go into a created file`(command: String, redirection: String) throws {
        let (world, other) = (try CommandWorld(), try CommandWorld())
        let copy = other.folder.file("copy")
        _ = try world.addUser("ann@example.org")
        if command == "restore" { _ = try world.run("backup", copy) }
        // Otherwise the new file would get the number of standard output.
        try FileManager.default.removeItem(atPath: world.database + ".lock")

        let ending = try Program(
            [command, copy, "--db", world.database], redirection: redirection
        ).ending()

        #expect(ending == .failure(1, "standard output: Bad file descriptor"))
        #expect(try Program(["check", "--db", copy]).ending().code == 0)
        #expect(try world.run("check").code == 0)
    }

    @Test(arguments: ["", "trap - PIPE;"])
    func `to a closed pipe is no error`(signals: String) throws {
        let untilTheReaderIsGone = "trap '' PIPE; { while echo 2> /dev/null; do :; done; \(signals)"

        let ending = try Program(
            ["help"], prelude: untilTheReaderIsGone, redirection: "; } | true"
        ).ending()

        #expect(ending == .success())
    }

    @Test(arguments: ["> /dev/full", ">&-"])
    func `of a token is reported with the handle for its revocation`(redirection: String) throws {
        let world = try CommandWorld()
        _ = try world.addUser("ann@example.org")

        let ending = try Program(
            ["token", "create", "--user", "ann@example.org", "--db", world.database],
            redirection: redirection
        ).ending()

        let handle = try world.firstTokenHandle()
        #expect(ending.code == 1)
        #expect(ending.output == "")
        #expect(
            ending.error.hasPrefix("toodoo: token \(handle) of ann@example.org is created, but "))
        #expect(ending.error.hasSuffix("; revoke it with toodoo token revoke \(handle)\n"))
        #expect(try world.run("token", "revoke", handle).code == 0)
    }
}
