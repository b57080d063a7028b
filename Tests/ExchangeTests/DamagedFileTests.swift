import Items
import Testing

@testable import Exchange

@Suite struct `A damaged file` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let fault: ImportFault

        init(_ name: String, _ bytes: [UInt8], _ fault: ImportFault) {
            self.name = name
            self.bytes = bytes
            self.fault = fault
        }

        init(_ name: String, _ text: String, _ fault: ImportFault) {
            self.init(name, Array(text.utf8), fault)
        }

        var testDescription: String { name }
    }

    private static let google = "{\"kind\":\"tasks#tasks\",\"items\":["

    static let cases = [
        Case("Latin-1", Array("title\nK".utf8) + [0xE4, 0x73, 0x65], .notUnicode(line: 2)),
        Case("an overlong form", Array("title\n\n".utf8) + [0xC0, 0x80], .notUnicode(line: 3)),
        Case(
            "a character cut at the end", Array("title\na".utf8) + [0xE2, 0x82],
            .notUnicode(line: 2)),
        Case("UTF-16 without its mark", [0x74, 0, 0x0A, 0], .containsNUL(line: 1)),
        Case("UTF-32", [0xFF, 0xFE, 0, 0, 0x74, 0, 0, 0], .containsNUL(line: 1)),
        Case("UTF-16 cut within a unit", [0xFF, 0xFE, 0x74, 0, 0x0A], .notUnicode(line: 1)),
        Case(
            "UTF-16 with half a character", [0xFF, 0xFE, 0x0A, 0, 0, 0xD8, 0x74, 0],
            .notUnicode(line: 2)),
        Case("UTF-16 that ends in half a character", [0xFF, 0xFE, 0, 0xD8], .notUnicode(line: 1)),
        Case("U+0000", "title\nMilk\nBr\0ead\n", .containsNUL(line: 3)),
        Case("U+0000 in JSON", google + "\n{\"title\":\"\\u0000\"}]}", .containsNUL(line: 2)),
        Case(
            "a quote that never closes", "title,notes\nMilk,\nBread,\"fresh\nButter,\n",
            .openQuote(line: 3)),
        Case(
            "a quote that never closes in the first row", "title,\"notes\nMilk,\n",
            .openQuote(line: 1)),
        Case(
            "a quote that never closes in Todoist", "TYPE,CONTENT\ntask,\"a\n",
            .openQuote(line: 2)),
        Case(
            "a first row of commas", "title" + String(repeating: ",x", count: 1_000) + "\n",
            .tooManyColumns(limit: 1_000)),
        Case("JSON cut within a task", google + "\n{\"title\":\"Mi", .notJSON(line: 2)),
        Case("JSON with more behind it", google + "]}\n]", .notJSON(line: 2)),
        Case("JSON too deep", google + String(repeating: "[", count: 100_000), .isNot(.google)),
        Case(
            "JSON too deep in a task",
            google + "{\"x\":" + String(repeating: "[", count: 100_000), .notJSON(line: 1)),
        Case(
            "JSON with half a character", google + "{\"title\":\"\\ud83e\"}]}",
            .notJSON(line: 1)),
        Case("a number that is none", google + "{\"x\":01}]}", .notJSON(line: 1)),
        Case("tasks that are numbers", google + "1]}", .isNot(.google)),
        Case(
            "one item too many", "title\n" + String(repeating: "a\n", count: 10_001),
            .tooManyItems(limit: 10_000, line: 10_002)),
        Case(
            "one task too many",
            google + String(repeating: "{\"title\":\"a\"},", count: 10_000) + "{\"title\":\"a\"}]}",
            .tooManyItems(limit: 10_000, line: 10_001)),
        Case(
            "one component too many",
            "BEGIN:VCALENDAR\n"
                + String(repeating: "BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n", count: 10_001),
            .tooManyItems(limit: 10_000, line: 30_002)),
    ]

    @Test(arguments: cases)
    func `is refused, with its line`(damaged: Case) {
        #expect(throws: damaged.fault) { try imported(damaged.bytes) }
    }

    @Test func `that is larger than allowed is refused`() {
        let limits = ImportLimits(bytes: 8, items: 10)

        #expect(throws: ImportFault.tooLarge(limit: 8)) {
            try imported(Array("title\nabc".utf8), limits: limits)
        }
        #expect(throws: Never.self) { try imported(Array("title\nab".utf8), limits: limits) }
        #expect(
            ImportFault.tooLarge(limit: 16 << 20).sentence == "The file is larger than 16 MiB.")
    }

    @Test func `has no limits for the owner of the machine`() throws {
        let text = "title\n" + String(repeating: "a\n", count: 10_001)

        #expect(try imported(Array(text.utf8), limits: .none).items.count == 10_001)
    }

    @Test(arguments: [
        (
            ImportFault.notUnicode(line: 2),
            "Line 2 is not UTF-8; a file in UTF-16 has to begin with a byte order mark."
        ),
        (
            .containsNUL(line: 2),
            "Line 2 contains U+0000; a file in UTF-16 has to begin with a byte order mark."
        ),
        (.notJSON(line: 2), "The file is not JSON, from line 2 on."),
        (.openQuote(line: 2), "The quote that opens in line 2 never closes."),
        (.tooManyColumns(limit: 9), "The first row has more than 9 columns."),
        (
            .tooManyItems(limit: 9, line: 2),
            "The file has more than 9 items: the one of line 2 is too many."
        ),
    ])
    func `is told about in a sentence`(fault: ImportFault, sentence: String) {
        #expect(fault.sentence == sentence)
    }

    @Test func `of one column of a MiB keeps what an item takes of it`() throws {
        let long = String(repeating: "ä", count: 1 << 19)
        let file = try imported("title,notes,due\n\"\(long)\",\(long),\(long)\n")

        let content = try #require(file.items.first?.content)
        #expect(content.title == String(repeating: "ä", count: 500))
        #expect(content.itemDescription == String(repeating: "ä", count: 32_768))
        #expect(file.lost.map(\.field) == ["due", "title", "notes"])
        #expect(file.lost.allSatisfy { !$0.isKept && $0.value.count == 200 })
    }

    @Test func `of a million folds is one line`() throws {
        let folds = String(repeating: "\r\n a", count: 200_000)
        let file = try imported(
            "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:\(folds)\r\nEND:VTODO\r\nBEGIN:VTODO\r\n")

        #expect(file.items.map(\.content.title) == [String(repeating: "a", count: 500)])
        #expect(file.skipped == [SkippedEntry(line: 200_005, reason: .hasNoEnd)])
    }

    @Test func `of many remarks tells the first ones, and counts all`() throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n"
            + String(repeating: "COMMENT:b\n", count: 3_000) + "END:VTODO\n"
            + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: 3_000)
        let file = try imported(text)

        #expect(file.lost.count == 1_000)
        #expect(file.lostCount == 3_000)
        #expect(file.skipped.count == 1_000)
        #expect(file.skippedCount == 3_000)
    }
}
