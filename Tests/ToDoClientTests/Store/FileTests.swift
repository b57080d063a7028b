import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A store's file` {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "toodoo-client-\(UUID())/deep/er")
    private var url: URL { folder.appending(path: "todoitems") }

    private func store() -> ToDoItemStore { ToDoItemStore(.file(url)) }

    /// Writes some items and closes the store.
    private func write(_ titles: String...) throws {
        let store = store()
        for title in titles { try store.add(ToDoItem(title: title)) }
        store.close()
    }

    private func change(_ body: (inout [UInt8]) -> Void) throws {
        var bytes = [UInt8](try Data(contentsOf: url))
        body(&bytes)
        try Data(bytes).write(to: url)
    }

    private var damagedCopies: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasPrefix("todoitems.damaged-") }
        }
    }

    @Test func `is created with its folders, readable by its user alone`() throws {
        let store = store()

        try store.open()

        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 0)
    }

    @Test func `and the folders that it needs are for its user alone`() throws {
        try store().open()

        for path in [folder.path, folder.deletingLastPathComponent().path] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `is not the target of a link`() throws {
        let other = folder.appending(path: "other")
        try store().open()
        try FileManager.default.removeItem(at: url)
        try Data("not a log".utf8).write(to: other)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: other)

        #expect(throws: StoreError.disk("\(url.path) is not a regular file")) {
            try store().open()
        }
        #expect(try String(contentsOf: other, encoding: .utf8) == "not a log")
    }

    @Test(arguments: [true, false])
    func `is rewritten beside a link, or what remains of an attempt, in that place`(
        isLink: Bool
    ) throws {
        let data = PersistentDataStore.file(url)
        _ = try data.load()
        let other = folder.appending(path: "other")
        let new = folder.appending(path: "todoitems.new")
        try Data("other".utf8).write(to: isLink ? other : new)
        if isLink { try FileManager.default.createSymbolicLink(at: new, withDestinationURL: other) }

        try data.replace([Data("{}".utf8)])

        data.close()
        #expect(try data.load().records == [Data("{}".utf8)])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == (isLink ? ["other", "todoitems"] : ["todoitems"]))
        if isLink { #expect(try String(contentsOf: other, encoding: .utf8) == "other") }
    }

    @Test func `has a line for each write: checksum, space, JSON`() throws {
        try write("a", "b\n")

        let lines = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(
            separator: "\n")

        #expect(lines.count == 2)
        for line in lines {
            #expect(line.prefix(8).allSatisfy { $0.isHexDigit })
            #expect(line.dropFirst(8).first == " ")
            _ = try JSONSerialization.jsonObject(with: Data(line.dropFirst(9).utf8))
        }
    }

    @Test func `keeps each member of the items`() throws {
        let items = [
            ToDoItem(
                title: "\"\\ ü 🛒\u{1}", itemDescription: "", timestamp: -0.1,
                location: Location(
                    name: "\t", coordinate: Coordinate(latitude: 51.225_401_7, longitude: -1e-7))),
            ToDoItem(title: "b", timestamp: 1_700_000_000.123_456_7, done: true),
        ]
        let first = store()
        for item in items { try first.add(item) }
        first.close()

        #expect(store().snapshot.items == items)
    }

    @Test func `is locked while it is open`() throws {
        let first = store()
        try first.open()

        #expect(throws: StoreError.inUse) { try store().open() }
        first.close()
        try store().open()
    }

    @Test func `loses only a torn end, at each byte`() throws {
        try write("a", "b")
        let whole = try Data(contentsOf: url)
        let end = try #require(whole.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1

        for length in end..<whole.count {
            try whole.prefix(length).write(to: url)
            let store = store()
            #expect(store.titles == ["a"])
            try store.add(ToDoItem(title: "c"))
            store.close()
            let again = self.store()
            #expect(again.titles == ["a", "c"])
            again.close()
        }
        #expect(try damagedCopies == [])
    }

    // proves: clients-2
    @Test func `is copied if it is damaged, and keeps its legible lines`() throws {
        try write("a", "b", "c")
        try change { $0[$0.count / 2] ^= 1 }
        let damaged = try Data(contentsOf: url)

        let store = store()

        #expect(store.titles == ["a", "c"])
        let copy = try #require(try damagedCopies.first)
        #expect(try Data(contentsOf: folder.appending(path: copy)) == damaged)
        #expect(store.snapshot.file == .damaged(copy: copy))
        store.close()
        let again = self.store()
        #expect(again.titles == ["a", "c"])
        #expect(again.snapshot.file == .intact)
        #expect(try damagedCopies.count == 1)
    }

    @Test func `is copied if it has a record of a later version, which is not read`() throws {
        try write("a")
        let data = PersistentDataStore.file(url)
        _ = try data.load()
        try data.append(Data(#"{"later":[1]}"#.utf8))
        data.close()
        let before = try Data(contentsOf: url)

        let store = store()

        #expect(store.titles == ["a"])
        let copy = try #require(try damagedCopies.first)
        #expect(try Data(contentsOf: folder.appending(path: copy)) == before)
        #expect(store.snapshot.file == .damaged(copy: copy))
    }

    @Test func `that cannot be opened is told by each snapshot`() async throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let store = store()

        let snapshot = store.snapshot
        let first = await store.snapshots.first { _ in true }

        guard case .unavailable(.disk(let reason)) = snapshot.file else {
            throw StoreError.closed
        }
        #expect(reason.contains("todoitems"))
        #expect(first?.file == snapshot.file)
        store.close()
        #expect(store.snapshot.file == .intact)
    }

    @Test func `is replaced by a fetch of all items if it is damaged after a sync`() async throws {
        let server = InMemoryServer()
        let client = APIClient(baseURL: World.url, session: server)
        let items = ["a", "b", "c"].map { ToDoItem(title: $0) }
        server.items = items
        let first = ToDoItemStore(.file(url), client: client)
        try await first.sync()
        try first.edit(items[1].id) { $0.title = "changed" }
        try first.delete(items[2].id)
        first.close()
        try change { $0[20] ^= 1 }

        let again = ToDoItemStore(.file(url), client: client)
        try await again.sync()

        #expect(Set(again.titles) == ["a", "changed"])
        #expect(server.items == again.snapshot.items)
    }

    @Test func `causes an error in plain words if a folder of its path is a file`() throws {
        let path = folder.deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: path))

        #expect(throws: StoreError.disk("\(folder.path): Not a directory")) {
            try store().open()
        }
    }

    @Test func `causes an error if its path is a folder`() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)

        let error = #expect(throws: StoreError.self) { try store().open() }

        guard case .disk(let text) = error else { throw try #require(error) }
        #expect(text.contains("todoitems"))
    }
}

@Suite struct `A save file` {
    private let store = ToDoItemStore(.inMemory())

    @Test func `adds each item once in repeated imports`() throws {
        let items = [ToDoItem(title: "a"), ToDoItem(title: "b", done: true)]
        let file = try JSONEncoder().encode(items)

        let first = try store.importItems(file)
        let second = try store.importItems(file)

        #expect(first.added == 2)
        #expect(first.skipped == 0)
        #expect(second.added == 0)
        #expect(second.skipped == 2)
        #expect(store.snapshot.items == items)
        #expect(try JSONDecoder().decode([ToDoItem].self, from: store.exportItems()) == items)
    }

    @Test func `replaces what is there if that is wanted, as one action`() throws {
        let items = [ToDoItem(title: "a"), ToDoItem(title: "b"), ToDoItem(title: "c")]
        try store.importItems(try JSONEncoder().encode(Array(items.prefix(2))))
        try store.edit(items[0].id) { $0.title = "changed" }
        let before = store.snapshot.items

        let report = try store.importItems(
            try JSONEncoder().encode(items), replacingExisting: true)

        #expect(report == ImportReport(added: 1, skipped: 1, replaced: 1))
        #expect(store.snapshot.items == items)
        try store.undo()
        #expect(store.snapshot.items == before)
    }

    @Test func `may lack done, contain an item twice, and have faults`() throws {
        let id = UUID()
        let file = """
            [{"id":"\(id)","title":" a "},{"id":"\(id)","title":"b"},
             {"id":"\(UUID())","title":" "}]
            """

        let report = try store.importItems(Data(file.utf8))

        #expect(report.added == 1)
        #expect(report.skipped == 1)
        #expect(report.refused.map(\.index) == [2])
        #expect(report.refused.map(\.faults) == [[.titleIsEmpty]])
        #expect(store.snapshot.items == [ToDoItem(id: id, title: "a")])
    }

    @Test(arguments: ["", "{}", "null", "[1]", #"[{"title":"a"}]"#, "<h1>"])
    func `that is malformed changes nothing`(text: String) throws {
        #expect(throws: StoreError.notASaveFile) { try store.importItems(Data(text.utf8)) }

        #expect(store.snapshot.count == 0)
    }
}
