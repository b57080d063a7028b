import Exchange
import Items
import Testing

@Suite struct `A list of Google Tasks` {
    private static func file(_ members: String) throws -> ImportedFile {
        try imported("{\"kind\":\"tasks#tasks\",\"items\":[{\"title\":\"a\"\(members)}]}")
    }

    @Test(arguments: [
        ("", ""),
        (",\"due\":\"2026-12-04T00:00:00.000Z\"", ""),
        (",\"status\":\"needsAction\",\"hidden\":true,\"etag\":\"x\",\"position\":\"1\"", ""),
        (",\"due\":\"2026-02-30T00:00:00.000Z\"", "due=2026-02-30T00:00:00.000Z kept"),
        (",\"due\":null,\"notes\":null,\"links\":[]", ""),
        (",\"parent\":\"b\"", "parent=b"),
        (",\"status\":\"odd\"", "status=odd"),
        (",\"title\":\"b\"", "title=b"),
        (",\"new\":{\"x\": [1]}", "new={\"x\": [1]}"),
        (
            ",\"links\":[{\"type\":\"email\",\"link\":\"https://a.example\"},3]",
            "links=https://a.example kept links=3 kept"
        ),
        (",\"links\":\"b\"", "links=b"),
    ])
    func `tells what an item does not have`(members: String, lost: String) throws {
        let file = try Self.file(members)

        #expect(file.items.map(\.content.title) == ["a"])
        #expect(
            file.lost.map { "\($0.field)=\($0.value)\($0.isKept ? " kept" : "")" }
                .joined(separator: " ") == lost)
    }

    @Test(arguments: [
        ("\\u00e4 \\\"\\\\\\/", "ä \"\\/"), ("\\ud83e\\udd5b", "🥛"),
        ("x\\n\\r\\t\\b\\fy", "x\n\r\t\u{8}\u{C}y"),
    ])
    func `has texts with escapes`(escaped: String, text: String) throws {
        let file = try Self.file(",\"notes\":\"\(escaped)\"")

        #expect(file.items.first?.content.itemDescription == text)
    }

    @Test(arguments: [
        "{\"x\":-}", "{\"x\":1.}", "{\"x\":1e}", "{\"x\":.5}", "{\"x\":+1}", "{\"x\":tru}",
        "{\"x\":\"\\x\"}", "{\"x\":\"\\u12\"}", "{\"x\":\"\\udc00\"}", "{\"x\":\"a\nb\"}",
        "{\"x\" 1}", "{\"x\":1,}", "{x:1}", "{\"x\":1", "{\"x\":[1,]}", "{\"x\":}", "{,}",
    ])
    func `that is not JSON is refused`(task: String) throws {
        let text = "{\"kind\":\"tasks#tasks\",\"items\":[\(task)]}"

        #expect {
            try imported(text)
        } throws: {
            if case ImportFault.notJSON = $0 { true } else { false }
        }
    }

    @Test(arguments: ["0", "-0", "10", "1.5", "1e5", "-1.5E-10", "true", "false", "null"])
    func `may have any value in a member that is unknown`(value: String) throws {
        #expect(try Self.file(",\"x\":[\(value)]").items.count == 1)
    }

    @Test func `is the tag of its tasks, but for the first`() throws {
        let file = try imported(
            """
            {"items":[{"kind":"tasks#tasks","items":[{"title":"a"}],"title":"First"},
             {"items":[{"title":"b"}],"title":"Second list"}],"kind":"tasks#taskLists"}
            """)

        #expect(file.items.map { $0.content.tags?.text } == [nil, "Second-list"])
    }

    @Test func `has days in the zone of the person`() throws {
        let content = try #require(
            try Self.file(",\"due\":\"2026-12-04T00:00:00.000Z\"").items.first?.content)

        #expect(content.day?.description == "2026-12-04")
        #expect(content.timestamp.map(utc) == "2026-12-03T23:00:00Z")
    }
}
