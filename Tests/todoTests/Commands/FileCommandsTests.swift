import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `Import and export` {
    private let machine = TestMachine()

    @Test func `transfer all items to another machine, once`() async throws {
        await machine.run("add", "A", "--due", "today", "--place", "P")
        await machine.run("add", "B")
        await machine.run("done", "2")
        let file = machine.folder.appending(path: "items.json").path
        let other = TestMachine()

        let export = await machine.run("export", file)
        let first = await other.run("import", file)
        let second = await other.run("import", file)

        #expect(export == .init(code: .done, output: "", error: ""))
        #expect(first.output == "2 added, 0 skipped.\n")
        #expect(second.output == "0 added, 2 skipped.\n")
        #expect(try await other.items().map(\.id) == machine.items().map(\.id))
        #expect(try await other.items().map(\.done) == [false, true])
    }

    @Test func `go through pipes`() async throws {
        await machine.run("add", "A")
        let other = TestMachine()

        other.terminal.inputLines = [await machine.run("export").output]
        let report = await other.run("import", "-", "--json")

        #expect(report.output == #"{"added":1,"refused":[],"replaced":0,"skipped":0}"# + "\n")
        #expect(try await other.titles() == ["A"])
    }

    @Test func `replace what exists only if that is wanted`() async throws {
        await machine.run("add", "A")
        let file = machine.folder.appending(path: "items.json").path
        await machine.run("export", file)
        await machine.run("edit", "1", "--title", "B")

        let skipped = await machine.run("import", file)
        let replaced = await machine.run("import", file, "--replace")

        #expect(skipped.output == "0 added, 1 skipped.\n")
        #expect(replaced.output == "0 added, 1 replaced, 0 skipped.\n")
        #expect(try await machine.titles() == ["A"])
    }

    @Test(arguments: [Data(), Data("{}".utf8), Data([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00])])
    func `refuse a file that is no list of items, by name`(content: Data) async throws {
        await machine.run("list")
        let file = machine.folder.appending(path: "wrong.json")
        try content.write(to: file)

        let refused = await machine.run("import", file.path)

        #expect(refused.code == .failed)
        #expect(
            refused.error
                == "todo: \(file.path) is not a list of items; nothing is imported. A server reads "
                + "files of other programs; `todo use URL` sets one.\n")
    }

    @Test func `tell once that the file of the items was damaged`() async throws {
        for title in ["A", "B", "C"] { await machine.run("add", title) }
        let file = machine.folder.appending(path: "local/items")
        var bytes = [UInt8](try Data(contentsOf: file))
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: file)

        let first = await machine.run("list")
        let second = await machine.run("list")

        #expect(first.output == "1\topen\tA\t\t\t\n2\topen\tC\t\t\t\n")
        #expect(first.error.hasPrefix("todo: The file of the items was damaged; items.damaged-"))
        #expect(first.error.hasSuffix(" is a copy of it. What could be read is there.\n"))
        #expect(second.error == "")
    }

    @Test(arguments: ["list --json", "show 1 --json", "export"])
    func `print characters that control a terminal as escapes`(command: String) async throws {
        let title = "a\u{7F}\u{9B}2J\u{85}\u{61C}\u{200E}\u{200F}\u{202E}\u{2066}\u{2028}ü🛒z"
        await machine.run("add", title)
        await machine.run()
        let words = command.split(separator: " ").map(String.init)

        _ = await TodoProgram.run(words, in: machine.world)
        let output = machine.terminal.take().output

        #expect(
            output.contains(
                #"a\u007F\u009B2J\u0085\u061C\u200E\u200F\u202E\u2066\u2028ü🛒z"#))
        struct Titled: Decodable { let title: String }
        let items = try JSONDecoder().decode([Titled].self, from: Data(output.utf8))
        #expect(items.map(\.title) == [title])
    }

    @Test func `print each refused item, and end with an exit code for them`() async throws {
        machine.terminal.inputLines = [
            """
            [{"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C11","title":"A"},
             {"id":"0B7A6C4E-3A52-4F0E-9A55-1F6F2A9D7C12","title":" "}]
            """
        ]

        let ending = await machine.run("import", "-")

        #expect(ending.code == .usage)
        #expect(ending.output == "1 added, 0 skipped.\n")
        #expect(
            ending.error
                == "todo: Item 2: The title is empty.\ntodo: 1 item was not imported.\n")
        #expect(try await machine.titles() == ["A"])
    }

    @Test func `refuse malformed and missing files, and change nothing`() async throws {
        machine.terminal.inputLines = ["{}"]

        let damaged = await machine.run("import", "-")
        let absent = await machine.run("import", machine.folder.appending(path: "x").path)
        let folder = await machine.run("export", machine.folder.appending(path: "x/y").path)

        #expect(damaged.code == .failed)
        #expect(
            damaged.error
                == "todo: The standard input is not a list of items; nothing is imported. A server "
                + "reads files of other programs; `todo use URL` sets one.\n")
        #expect(absent.code == .failed)
        #expect(absent.error.hasSuffix("/x: No such file or directory.\n"))
        #expect(folder.code == .failed)
        #expect(try await machine.titles() == [])
    }

    private static let report = """
        {"format":"todoist","new":2,"changed":0,"unchanged":1,"lostCount":2,"skippedCount":1,\
        "lost":[{"line":3,"title":"Book","field":"PRIORITY","value":"1"},{"line":3,\
        "title":"Book","field":"DATE","value":"next\\u009b full moon","kept":true}],\
        "skipped":[{"line":4,"reason":"has no title"}],"items":[]}
        """

    @Test func `send another program's file to the server, and print what no item has`()
        async throws
    {
        let session = RecordingSession(.json(status: 200, Self.report))
        machine.terminal.inputLines = ["TYPE,CONTENT"]
        machine.set("TODO_SERVER", TestMachine.address)

        let ending = await machine.run(
            "import", "-", "--preview", "--replace", in: machine.world.with(session))

        #expect(ending.code == .done)
        #expect(
            ending.output == """
                2 would be added, 1 skipped.
                Line 3, Book: PRIORITY 1 is not taken.
                Line 3, Book: DATE next� full moon is not taken (kept in the note).
                Line 4 has no title.

                """)
        #expect(ending.error == "The server reads The standard input …\n")
        #expect(
            session.lastURL?.absoluteString.contains(
                "/imports?preview=true&onConflict=replace&timeZone=") == true)
    }

    @Test func `tell why the server refuses a file, and whether it answers`() async throws {
        let refused = RecordingSession(
            .json(
                status: 422,
                #"{"type":"/problems/invalid","status":422,"detail":"It is of no format."}"#))
        let down = RecordingSession(.json(status: 502, "{}"))
        machine.set("TODO_SERVER", TestMachine.address)

        var endings: [TestMachine.Ending] = []
        for session in [refused, down] {
            machine.terminal.inputLines = ["hello"]
            endings.append(await machine.run("import", "-", in: machine.world.with(session)))
        }

        #expect(endings.map(\.code) == [.refused, .unreachable])
        #expect(
            endings[0].error.hasSuffix(
                "todo: The standard input: It is of no format. Nothing is imported.\n"))
    }

    @Test func `write a file for its user alone, and keep the mode of one that is there`()
        async throws
    {
        await machine.run("add", "A")
        let file = machine.folder.appending(path: "new.json").path

        await machine.run("export", file)
        let new = try Self.mode(file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let report = await machine.run("export", file, "--json")

        #expect(new == 0o600)
        #expect(try Self.mode(file) == 0o644)
        #expect(report.output == #"{"file":"\#(file)","items":1}"# + "\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: machine.folder.path)
        #expect(files.filter { $0.contains(".new") } == [])
    }

    @Test func `write to the target of a link`() async throws {
        await machine.run("add", "A")
        let file = machine.folder.appending(path: "target.json").path
        let link = machine.folder.appending(path: "link.json").path
        try Data("old".utf8).write(to: URL(filePath: file))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)

        let ending = await machine.run("export", link)

        #expect(ending == .init(code: .done, output: "", error: ""))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""title":"A""#))
    }

    @Test func `write into a named pipe`() async throws {
        await machine.run("add", "A")
        let pipe = machine.folder.appending(path: "pipe").path
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        // The pipe is open for reading and writing, so that neither side waits for the other.
        let reader = unsafe open(pipe, O_RDWR)
        let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)

        let ending = await machine.run("export", pipe)

        #expect(ending == .init(code: .done, output: "", error: ""))
        var status = stat()
        try #require(unsafe lstat(pipe, &status) == 0)
        guard status.st_mode & S_IFMT == S_IFIFO else { throw Replaced() }
        let text = String(decoding: handle.availableData, as: UTF8.self)
        #expect(text.contains(#""title":"A""#))
    }

    /// Another file has replaced the named pipe.
    private struct Replaced: Error {}

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

extension World {
    /// The same with another server.
    fileprivate func with(_ session: any HTTPSession) -> World {
        World(
            environment: environment, clock: clock, calendar: calendar, session: session,
            terminal: terminal)
    }
}
