import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A file of items` {
    private static let array = """
        [ {"title":"a, ] [ { \\" }"} ,\n{"title":"b","location":{"name":"[\\\\"}},{"title":"c"}]\n
        """
    private static let lines = """
        {"title":"a, ] [ { \\" }"}\r\n\n {"title":"b","location":{"name":"[\\\\"}}\n{"title":"c"}
        """

    @Test(arguments: [array, lines, "\u{FEFF}" + array, "\n" + lines, lines + "\n"])
    func `reads the same for any size of its parts`(file: String) throws {
        let bytes = Array(file.utf8)
        for size in [1, 2, 3, 7, bytes.count] {
            let items = try read(bytes, in: size)

            #expect(items.map(\.content.title) == [#"a, ] [ { " }"#, "b", "c"], "\(size)")
            #expect(items.dropFirst().first?.content.location?.name == #"[\"#)
        }
    }

    @Test(
        arguments: [
            (#"[{"title":"a"},{}]"#, ItemFilePosition.element(2)),
            ("\n\n" + #"[{"title":"a"},{}]"#, .element(2)),
            (#"{"title":"a"}"# + "\n{}", .line(2)),
            ("\n\r\n" + #"{"title":"a"}"# + "\n\n{}\n", .line(5)),
        ] as [(String, ItemFilePosition)])
    func `has the position of a fault`(file: String, position: ItemFilePosition) {
        let issue = ItemFileIssue(pointer: "/title", detail: "is required")
        #expect(throws: ItemFileFault.invalid(position, [issue], count: 1)) {
            try read(Array(file.utf8), in: 5)
        }
    }

    @Test(arguments: [
        ("[", ItemFileFault.unfinished),
        (#"[{"title":"a"},"#, .unfinished),
        (#"[{"title":"]"}"#, .unfinished),
        ("[]]", .afterEnd),
        ("[,]", .notJSON(.element(1), .unexpectedEnd(offset: 0))),
        (#"[{"title":"a"} {}]"#, .notJSON(.element(1), .trailingBytes(offset: 14))),
        (#"[}]"#, .notJSON(.element(1), .unexpectedByte(offset: 0))),
        (#"[[{"title":"a"}]"#, .unfinished),
    ])
    func `that is not well-formed is refused`(file: String, fault: ItemFileFault) {
        #expect(throws: fault) { try read(Array(file.utf8), in: 3) }
    }

    @Test(arguments: ["[", ""])
    func `is read with the memory of one item`(start: String) {
        let text = String(repeating: "a", count: ItemFileSplitter.maximumBytes)
        let position: ItemFilePosition = start == "[" ? .element(1) : .line(1)

        #expect(throws: ItemFileFault.tooLong(position)) {
            try read(Array("\(start){\"title\":\"\(text)".utf8), in: 65_536)
        }
    }

    private func read(_ bytes: [UInt8], in size: Int) throws -> [NewItem] {
        var items: [NewItem] = []
        var reader = ItemFileReader(ids: .version7(.constant(0)))
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.feed(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let item = try reader.next() { items.append(item) }
        }
        reader.end()
        while let item = try reader.next() { items.append(item) }
        return items
    }
}
