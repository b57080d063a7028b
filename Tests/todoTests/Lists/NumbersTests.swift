import Foundation
import ToDoClient
import ToDoClientTestSupport
import Testing

@testable import todo

@Suite struct `The numbers of the list` {
    private let machine = TestMachine()

    @Test func `lead to the items beside which they were printed, also after a sync`()
        async throws
    {
        await machine.run("use", TestMachine.address)
        for title in ["A", "B", "C"] { await machine.run("add", title) }
        await machine.run()
        // Another device deletes the first item, and this one fetches the deletion without a list.
        machine.server.items.removeAll { $0.title == "A" }
        await machine.run("sync")

        let deletion = await machine.run("rm", "2")
        let gone = await machine.run("rm", "1")

        #expect(deletion.output == "Deleted 2: B\n")
        #expect(gone.code == .notFound)
        #expect(
            gone.error == "todo: The item 1 does not exist any more; `todo` prints the list.\n")
        #expect(try await machine.titles() == ["C"])
    }

    @Test func `are assigned again by the next list`() async {
        for title in ["A", "B"] { await machine.run("add", title) }
        await machine.run("rm", "1")

        let list = await machine.run()
        let deletion = await machine.run("rm", "1")

        #expect(list.output == "1\topen\tB\t\t\t\n")
        #expect(deletion.output == "Deleted 1: B\n")
    }

    @Test func `are not changed by a list in JSON`() async throws {
        for title in ["A", "B"] { await machine.run("add", title) }
        await machine.run("rm", "1")

        let items = try await machine.items()
        let deletion = await machine.run("rm", "2")

        #expect(items.map(\.number) == [2])
        #expect(deletion.output == "Deleted 2: B\n")
    }

    @Test func `stay valid for an item that was done, so that it can be opened again`() async {
        await machine.run("add", "A")
        await machine.run("done", "1")

        let undone = await machine.run("undone", "1")

        #expect(undone.output == "Open 1: A\n")
    }

    @Test func `that are unknown change nothing, including the items of other numbers`()
        async throws
    {
        await machine.run("add", "A")

        let unknown = await machine.run("rm", "1", "7")

        #expect(unknown.code == .notFound)
        #expect(unknown.error == "todo: The last list has no number 7, only 1.\n")
        #expect(try await machine.titles() == ["A"])
    }

    @Test func `that are unknown are named with the last ones`() async throws {
        for title in ["A", "B"] { await machine.run("add", title) }

        let unknown = await machine.run("rm", "7")

        #expect(unknown.error == "todo: The last list has no number 7, only 1 to 2.\n")
    }

    @Test func `leave nothing of a program that was killed while it wrote them`() async throws {
        await machine.run("add", "A")
        let leftovers = [
            "numbers.json.new-\(UUID())", "numbers.json.new-\(UUID())",
            "config.json.new-\(UUID())", "numbers.json.new-mine",
        ]
        for name in leftovers {
            try Data("{".utf8).write(to: machine.folder.appending(path: name))
        }

        // A program that still writes has locked its file.
        let path = machine.folder.appending(path: "numbers.json.new-\(UUID())").path
        let lock = try FileLock.acquire(.exclusive, path)

        await machine.run()

        let names = try FileManager.default.contentsOfDirectory(atPath: machine.folder.path)
        let kept = leftovers.suffix(2) + [URL(filePath: path).lastPathComponent]
        #expect(names.filter { $0.contains(".new-") }.sorted() == kept.sorted())
        withExtendedLifetime(lock) {}
    }

    @Test func `of one server's list lead to no items of another server`() async throws {
        await machine.run("add", "Here")
        let other = "https://other.example.org"
        machine.server.items = [ToDoItem(title: "There")]
        await machine.run("--server", other)

        let refused = await machine.run("rm", "1")

        #expect(refused.code == .notFound)
        #expect(try await machine.titles() == ["Here"])
    }

    @Test func `stay valid when the items are moved to a server`() async throws {
        for title in ["A", "B"] { await machine.run("add", title) }
        await machine.run("use", TestMachine.address)
        await machine.run("add", "C")

        let deleted = await machine.run("rm", "1")

        #expect(deleted.output == "Deleted 1: A\n")
    }

    @Test func `require a printed list`() async {
        let unknown = await machine.run("done", "1")

        #expect(unknown.code == .notFound)
        #expect(
            unknown.error
                == "todo: No list was printed yet, so there is no number 1; `todo` prints one.\n")
    }

    @Test func `can be ranges and ids, and count once`() async throws {
        for title in ["A", "B", "C", "D"] { await machine.run("add", title) }
        let last = try #require(try await machine.items().last)

        let done = await machine.run("done", "2-3", "2", last.id.uuidString.lowercased())

        #expect(done.lines == ["Done 2: B", "Done 3: C", "Done 4: D"])
    }

    @Test(arguments: ["0", "x", "1-", "-", "2-1", "1-2-3", "1.5", "99999999999999999999", "١"])
    func `that are malformed are refused`(word: String) async {
        await machine.run("add", "A")

        let refused = await machine.run("done", word)

        #expect(refused.code == .usage)
        #expect(refused.error.contains("neither a number of the list nor the id"))
    }

    @Test(arguments: ["{", #"{"items":"AAAA","conflicts":[]}"#, #"{"items":[],"conflicts":[]}"#])
    func `in a damaged file are refused, and the next list replaces the file`(
        content: String
    ) async throws {
        await machine.run("add", "A")
        let file = machine.folder.appending(path: "numbers.json")
        try Data(content.utf8).write(to: file)

        let refused = await machine.run("rm", "1")
        await machine.run()
        let deleted = await machine.run("rm", "1")

        #expect(refused.code == .failed)
        #expect(deleted.output == "Deleted 1: A\n")
    }

    @Test func `that cannot be kept are not printed, but the list is`() async throws {
        for title in ["A", "B"] { await machine.run("add", title) }
        await machine.run("rm", "1")
        // A folder has the file's name, so the numbers cannot be written.
        let file = machine.folder.appending(path: "numbers.json")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(
            at: file.appending(path: "x"), withIntermediateDirectories: true)

        let list = await machine.run()
        let added = await machine.run("add", "C")

        #expect(list.code == .failed)
        #expect(list.output == "\topen\tB\t\t\t\n")
        #expect(list.error.contains("numbers.json"))
        #expect(added.code == .done)
        #expect(added.output == "Added: C\n")
    }
}
