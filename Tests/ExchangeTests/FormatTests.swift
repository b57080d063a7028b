import Exchange
import Items
import Testing

@Suite struct `The format of a file` {
    @Test(arguments: [
        ("[]", ImportFormat.toodoo),
        (" \n[{\"title\":\"a\"}]", .toodoo),
        ("{\"title\":\"a\"}\n{\"title\":\"b\"}\n", .toodoo),
        ("{\"items\":[],\"kind\":\"calendar#events\"}", .toodoo),
        ("{\"items\":[],\"kind\":\"tasks#tasks\"}", .google),
        ("{\"kind\":\"tasks#taskLists\",\"items\":[", .google),
        ("\r\nbegin:vcalendar\r\n", .icalendar),
        ("TYPE,CONTENT\n", .todoist),
        ("CONTENT;TYPE\n", .todoist),
        ("\"Date: 2026\"\n\"Status: \n0 Normal\"\nFolder Name,List Name,Title\n", .ticktick),
        ("Folder Name\tList Name\tTitle\n", .ticktick),
        ("Title\n", .csv),
        ("id,TASK\n", .csv),
        ("type,content\n", .csv),
    ])
    func `is recognised`(text: String, format: ImportFormat) throws {
        #expect(try ImportSource(Array(text.utf8)).format() == format)
        #expect(try ImportSource(Array(text.utf8)).format(format) == format)
    }

    @Test(arguments: ["", "\n\n", "Buy milk\nCheese\n", "<html>", "PK\u{3}\u{4}", "a,b\n1,2\n"])
    func `is told to be none, with all that were looked for`(text: String) throws {
        let source = try ImportSource(Array(text.utf8))

        #expect(throws: ImportFault.isOfNoFormat) { try source.format() }
        #expect(
            ImportFault.isOfNoFormat.sentence == """
                The file is of no known format: it has no JSON array or lines of JSON objects \
                (toodoo), JSON object with the kind tasks#… and items (google), BEGIN:VCALENDAR as \
                its first line (icalendar), columns TYPE and CONTENT in its first row (todoist), \
                columns Folder Name, List Name and Title in its first 20 rows (ticktick), column \
                title, task, name, summary, subject, content in its first row (csv).
                """)
    }

    @Test(arguments: ImportFormat.allCases)
    func `that the file does not have is told`(format: ImportFormat) throws {
        let source = try ImportSource(Array("a,b\n".utf8))

        #expect(throws: ImportFault.isNot(format)) { try source.format(format) }
        #expect(
            ImportFault.isNot(format).sentence.hasPrefix(
                "The file is not of the format \(format.rawValue): it has no "))
    }

    @Test func `may be named where a file is of two`() throws {
        let file = try imported("TYPE,CONTENT\ntask,Milk @shop\n", as: .csv)

        #expect(file.format == .csv)
        #expect(file.items.map(\.content.title) == ["Milk @shop"])
    }
}
