import Items
import Testing

@testable import Exchange

@Suite struct `A table` {
    @Test(arguments: [
        ("title\na\n", ["a"]),
        ("title\na", ["a"]),
        ("title\r\na\r\n\r\n", ["a"]),
        ("title,x\n\"a, b\",\n", ["a, b"]),
        ("title\n\"a \"\"b\"\"\"\n", ["a \"b\""]),
        ("title\n\"a\r\nb\"\n", ["a\nb"]),
        ("title\na \"b\"\n", ["a \"b\""]),
        ("title,x\n  a  ,\n", ["a"]),
        ("title;x\na, b;\n", ["a, b"]),
        ("title\tx\ty;z\na, b\t\n", ["a, b"]),
        ("x,title\n1,a\n,\n2,b\n", ["a", "b"]),
        ("title,x\n\"a\" ,1\n", ["a"]),
        ("title,title\na,b\n", ["a"]),
        ("name,Title\na,b\n", ["b"]),
        ("title,x\n\"\",\n\"a\"", ["a"]),
    ])
    func `has these titles`(text: String, titles: [String]) throws {
        #expect(try imported(text).items.map(\.content.title) == titles)
    }

    @Test(arguments: [
        ("title,x\na,b,c\n", SkipReason.hasMoreFields),
        ("title,x\n\"a\"b,c\n", .hasTextBehindQuote),
        ("title,x\n,c\n", .hasNoTitle),
        ("title,x\n\u{200B},c\n", .hasNoTitle),
    ])
    func `has a row that becomes no item, which is told`(text: String, reason: SkipReason) throws {
        let file = try imported(text)

        #expect(file.items.isEmpty)
        #expect(file.skipped == [SkippedEntry(line: 2, reason: reason)])
        #expect(file.skippedCount == 1)
    }

    @Test(arguments: [
        ("2026-12-04", "2026-12-03T23:00:00Z", true),
        ("2026-12-04 17:00", "2026-12-04T16:00:00Z", false),
        ("2026-12-04T17:00:30", "2026-12-04T16:00:30Z", false),
        ("2026-12-04T17:00Z", "2026-12-04T17:00:00Z", false),
        ("2026-12-04 17:00:00+02:00", "2026-12-04T15:00:00Z", false),
        ("2026-12-04T17:00-0530", "2026-12-04T22:30:00Z", false),
        // The clocks skip this one, and have the next one twice.
        ("2027-03-28 02:30", "2027-03-28T01:30:00Z", false),
        ("2026-10-25 02:30", "2026-10-25T00:30:00Z", false),
    ])
    func `has this due date`(text: String, moment: String, isDay: Bool) throws {
        let content = try #require(try imported("title,due\na,\(text)\n").items.first?.content)

        #expect(content.timestamp.map(utc) == moment)
        #expect((content.day != nil) == isDay)
        #expect(content.itemDescription == nil)
    }

    @Test(arguments: [
        "12/04/2026", "4.12.2026", "2026-02-30", "2026-12-04T", "2026-12-04 25:00", "tomorrow",
        "2026-12-04 17", "2026-12-04T17:00+1", "2026-12-04  17:00", "0000-01-01", "2026-12-4",
        "0001-01-01T00:00+01:00",
    ])
    func `keeps a date that is not certain`(text: String) throws {
        let file = try imported("title,due,notes\na,\(text),b\n")

        #expect(file.items.first?.content.timestamp == nil)
        #expect(file.items.first?.content.itemDescription == "b\n\ndue: \(text)")
        #expect(file.lost.map(\.isKept) == [true])
    }

    @Test(arguments: [
        ("", false, 0), ("no", false, 0), ("FALSE", false, 0), ("0", false, 0), ("Open", false, 0),
        ("todo", false, 0), ("x", true, 0), ("X", true, 0), ("Yes", true, 0), ("1", true, 0),
        ("done", true, 0), ("Completed", true, 0), ("true", true, 0), ("later", false, 1),
    ])
    func `has done items by these words`(word: String, done: Bool, lost: Int) throws {
        let file = try imported("title,status\na,\(word)\n")

        #expect(file.items.map(\.content.done) == [done])
        #expect(file.lostCount == lost)
    }

    @Test(arguments: [
        ("a b", "a b"), ("\"a b, c\"", "a-b c"), ("\"a,,b\"", "a b"), ("\"#a,b#\"", "a b"),
        ("\"Home,home\"", "Home"), ("\"a \t b,c\"", "a-b c"),
    ])
    func `has these tags`(text: String, tags: String) throws {
        let file = try imported("title;tags\na;\(text)\n")

        #expect(file.items.first?.content.tags?.text == tags)
        #expect(file.lostCount == 0)
    }

    @Test func `loses tags that are none, and the eleventh`() throws {
        let long = String(repeating: "x", count: 41)
        let file = try imported("title;tags\na;\"\(long),#,1,2,3,4,5,6,7,8,9,10,11,10\"\n")

        #expect(file.items.first?.content.tags?.text == "1 2 3 4 5 6 7 8 9 10")
        #expect(file.lost.map(\.value) == [long, "#", "11"])
    }

    @Test func `tells other columns once, at the first row that has something there`() throws {
        let file = try imported("title,x,y\na,,\n,1,\nb,2,3\nc,4,5\n")

        #expect(
            file.lost.map { "\($0.line) \($0.title) \($0.field) \($0.value)" } == [
                "4 b x 2", "4 b y 3",
            ])
    }
}
