import Foundation
import TestSupport
import Testing
import ToDoClient

@Suite struct `A store throws an error if its file` {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = URL(filePath: folder.file("todoitems"))
    }

    private func lines(_ command: String, _ arguments: String...) throws -> [String] {
        let ending = try ChildProcess("StoreWriter", [command, url.path] + arguments).ending()
        try #require(ending.status == 0, "\(ending.error)")
        return ending.output.split(separator: "\n").map(String.init)
    }

    // proves: clients-2
    @Test func `is on a full disk, and works again when there is space`() throws {
        let lines = try lines("fill", "8192")

        let full = #"disk("write \#(url.path): File too large")"#
        #expect(lines.count == 5)
        #expect(lines[0] == full)
        let counts = lines[1].split(separator: " ").compactMap { Int($0) }
        #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] > 20)
        #expect(lines[2] == full)
        #expect(Int(lines[3]) == counts[0])
        #expect(Int(lines[4]) == counts[0] + 1)
        let store = ToDoItemStore(.file(url))
        #expect(store.snapshot.count == counts[0] + 1)
        #expect(store.snapshot.items.last?.title == "last")
    }

    @Test func `is in use by another process, until that process ends`() throws {
        let child = try ChildProcess("StoreWriter", ["hold", url.path])
        #expect(try child.line() == "held")
        let store = ToDoItemStore(.file(url))

        #expect(throws: StoreError.inUse) { try store.open() }
        #expect(throws: StoreError.inUse) { try store.add(ToDoItem(title: "a")) }
        #expect(store.snapshot.count == 0)
        child.kill()
        _ = try child.ending()
        try store.add(ToDoItem(title: "b"))

        #expect(store.snapshot.items.map(\.title) == ["held", "b"])
    }

    @Test func `and its folder are read-only`() throws {
        if geteuid() == 0 { try #require(unsafe chown(folder.path, 65_534, 65_534) == 0) }

        let lines = try lines("read-only")

        let refused = #"disk("open \#(url.path): Permission denied")"#
        #expect(
            lines == [
                refused, refused, #"disk("open \#(folder.file("new")): Permission denied")"#,
                #"["2999"]"#,
            ])
    }

    @Test func `is not a regular file`() throws {
        let error = #expect(throws: StoreError.self) {
            try ToDoItemStore(.file(URL(filePath: "/dev/full"))).open()
        }

        #expect(error == .disk("/dev/full is not a regular file"))
    }
}
