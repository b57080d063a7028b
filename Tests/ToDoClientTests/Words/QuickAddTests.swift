import Foundation
import Testing
import ToDoClient

@Suite struct `A date or rule in words` {
    /// A row of the table that the tests of the page read too.
    private struct Row {
        let language: WordLanguage
        let text: String
        let title: String
        /// "-" for a text without one; so is the rule.
        let due: String
        let rule: String
    }

    /// Wednesday, 25 November 2026, 18:25 UTC, which the table assumes.
    private static let now = Date(timeIntervalSince1970: 1_795_631_100)

    private static func read(_ text: String, _ language: WordLanguage = .english) -> QuickAdd {
        QuickAdd(text, words: language, now: now, in: .gmt)
    }

    private static func rule(_ json: String) throws -> Repetition {
        try JSONDecoder().decode(Repetition.self, from: Data(json.utf8))
    }

    private static func due(_ due: Due?) -> String {
        switch due {
        case .day(let day): day.description
        case .time(let time):
            // The table does not show midnight.
            String(time.formatted(Date.ISO8601FormatStyle(timeZone: .gmt)).prefix(16))
                .replacing("T00:00", with: "")
        case nil: "-"
        }
    }

    private static func table(_ language: WordLanguage) throws -> [Row] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Web/words.tsv"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("\(language.rawValue)\t") }.map {
            let cells = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(
                language: language, text: cells[1], title: cells[2], due: cells[3], rule: cells[4])
        }
    }

    @Test(arguments: WordLanguage.allCases)
    func `means what it means to the page`(language: WordLanguage) throws {
        let rows = try Self.table(language)

        #expect(rows.count > 400)
        for row in rows {
            let read = Self.read(row.text, row.language)
            let title = row.due == "-" ? row.text.trimmingCharacters(in: .whitespaces) : row.title
            #expect(read.title == title, "\(row.text)")
            #expect(Self.due(read.due) == row.due, "\(row.text)")
            #expect(
                read.repetition == (row.rule == "-" ? nil : try Self.rule(row.rule)), "\(row.text)")
            #expect(read.understood.isEmpty == (row.due == "-"), "\(row.text)")
        }
    }

    @Test func `has the words that were understood`() {
        let text = "  Call Ada, every friday  at 5pm "

        let read = Self.read(text)

        #expect(read.title == "Call Ada")
        #expect(read.understood.map { String(text[$0]) } == ["every friday  at 5pm"])
        #expect(read.item(in: .gmt).timestamp == 1_795_798_800)
        #expect(read.item(in: .gmt).repetition == Repetition(.weekly, byDay: [.init(.friday)]))
    }

    @Test func `has the tags that its table has`() throws {
        struct Row: Decodable { let text: String, title: String, tags: [String] }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Members/quick-tags.json")
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))

        #expect(rows.count > 30)
        for row in rows {
            let read = Self.read(row.text)
            #expect(read.title == row.title, "\(row.text)")
            #expect(read.tags == row.tags, "\(row.text)")
            #expect(read.item(in: .gmt).tags == row.tags)
        }
    }

    @Test func `has the reminder that its table has`() throws {
        struct Row: Decodable {
            let language: String, text: String, title: String
            let remind: Int?, understood: [String]?
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Members/quick-reminders.json")
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))

        #expect(rows.count > 25)
        for row in rows {
            let language = try #require(WordLanguage(rawValue: row.language))
            let read = Self.read(row.text, language)
            #expect(read.title == row.title, "\(row.text)")
            #expect(read.remind == row.remind, "\(row.text)")
            #expect(read.item(in: .gmt).remind == row.remind, "\(row.text)")
            if let understood = row.understood {
                #expect(
                    read.understood.map { String(row.text[$0]) } == understood, "\(row.text)")
            }
        }
    }

    @Test func `marks tags and dates, also where a tag is inside a date`() {
        let text = "#a Call \\#5  every #b friday  at 5pm #c"

        let read = Self.read(text)

        #expect(
            read.understood.map { String(text[$0]) } == [
                "#a", "every", "#b", "friday  at 5pm", "#c",
            ])
        #expect(read.title == "Call #5")
        #expect(QuickAdd(tagsOf: text).title == "Call #5  every friday  at 5pm")
    }

    @Test func `counts its rule in the time zone`() {
        let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

        let read = QuickAdd("Tea every day", words: .english, now: Self.now, in: berlin)

        #expect(read.repetition == Repetition(.daily, timeZone: "Europe/Berlin"))
    }

    @Test func `after 20:00 means the next hour of this night`() {
        let late = Self.now.addingTimeInterval(3 * 3_600)

        let read = QuickAdd("Call Ada tonight", words: .english, now: late, in: .gmt)

        #expect(Self.due(read.due) == "2026-11-25T22:00")
    }

    @Test(arguments: [
        "every", "every friday", "Say every", "Say every guest", "Say every!", "Every",
        "Call every friday tomorrow at", "Call every friday until", "Call every fridays",
        "Greet every second", "Read every 32nd", "Call every month on the 0th",
        "Call every 29 February until 2027-01-01",
    ])
    func `that is none leaves the title as it is`(text: String) {
        #expect(Self.read(text).title == text)
        #expect(Self.read(text).due == nil)
    }

    @Test(arguments: [
        (WordLanguage.english, "friday", #"{"frequency":"weekly","byDay":["fr"]}"#),
        (.english, "every 2 weeks", #"{"frequency":"weekly","interval":2}"#),
        (.english, "Monthly", #"{"frequency":"monthly"}"#),
        (.english, "monthly from done", #"{"frequency":"monthly","from":"done"}"#),
        (.english, "3 days after completion", #"{"frequency":"daily","interval":3,"from":"done"}"#),
        (.english, "every 3 days from done", #"{"frequency":"daily","interval":3,"from":"done"}"#),
        (.german, "Montag", #"{"frequency":"weekly","byDay":["mo"]}"#),
        (.german, "2 Wochen", #"{"frequency":"weekly","interval":2}"#),
        (.german, "täglich", #"{"frequency":"daily"}"#),
        (.german, "monatlich ab Erledigung", #"{"frequency":"monthly","from":"done"}"#),
        (
            .german, "alle 3 Tage nach Erledigung",
            #"{"frequency":"daily","interval":3,"from":"done"}"#
        ),
        (.german, "every friday", #"{"frequency":"weekly","byDay":["fr"]}"#),
    ])
    func `can be a rule without a title`(
        language: WordLanguage, text: String, json: String
    ) throws {
        let read = QuickAdd(rule: text, words: language, now: Self.now, in: .gmt)

        #expect(read?.repetition == (try Self.rule(json)))
    }

    @Test(arguments: [
        "", "tomorrow", "Tea every day", "every", "from done", "friday from done",
        "friday 9:00 remind 10 min",
    ])
    func `that is not a rule is not read as one`(text: String) {
        #expect(QuickAdd(rule: text, words: .english, now: Self.now, in: .gmt) == nil)
        #expect(QuickAdd(rule: text, words: .german, now: Self.now, in: .gmt) == nil)
    }
}

@Suite struct `The words of a rule` {
    @Test(arguments: [
        (#"{"frequency":"daily"}"#, "every day", "jeden Tag"),
        (
            #"{"frequency":"daily","interval":3,"from":"done"}"#, "every 3 days after completion",
            "alle 3 Tage nach Erledigung"
        ),
        (#"{"frequency":"weekly","byDay":["fr"]}"#, "every Friday", "jeden Freitag"),
        (
            #"{"frequency":"weekly","byDay":["mo","tu","we","th","fr"]}"#, "every weekday",
            "jeden Werktag"
        ),
        (
            #"{"frequency":"weekly","interval":2,"byDay":["mo","we","th"],"until":"2027-06-30"}"#,
            "every 2 weeks on Monday, Wednesday and Thursday until 30 Jun 2027",
            "alle 2 Wochen am Montag, Mittwoch und Donnerstag bis 30. Juni 2027"
        ),
        (
            #"{"frequency":"monthly","byMonthDay":31}"#, "every month on the last day",
            "jeden Monat am letzten Tag"
        ),
        (
            #"{"frequency":"monthly","byMonthDay":22}"#, "every month on the 22nd",
            "jeden Monat am 22."
        ),
        (
            #"{"frequency":"monthly","interval":2,"byDay":["-1fr"]}"#,
            "every 2 months on the last Friday", "alle 2 Monate am letzten Freitag"
        ),
        (
            #"{"frequency":"yearly","byMonthDay":31}"#, "every year on the 31st",
            "jedes Jahr am 31."
        ),
        (#"{"frequency":"hourly"}"#, "hourly", "hourly"),
    ])
    func `are English or German`(json: String, english: String, german: String) throws {
        let rule = try JSONDecoder().decode(Repetition.self, from: Data(json.utf8))

        #expect(rule.words(.english) == english)
        #expect(rule.words(.german) == german)
    }
}

@Suite struct `The words of a due date` {
    private static let now = Date(timeIntervalSince1970: 1_795_631_100)

    @Test(arguments: [
        (-2, "23 Nov", "23. Nov."), (-1, "yesterday", "gestern"), (0, "today", "heute"),
        (1, "tomorrow", "morgen"), (2, "Fri", "Fr"), (7, "2 Dec", "2. Dez."),
        (40, "4 Jan 2027", "4. Jan. 2027"),
    ])
    func `name a day near today, else its date`(days: Int, english: String, german: String) {
        let day = DayDate(Self.now.addingTimeInterval(Double(86_400 * days)), in: .gmt)
        let due = day.map(Due.day)

        #expect(due?.words(.english, now: Self.now, in: .gmt) == english)
        #expect(due?.words(.german, now: Self.now, in: .gmt) == german)
    }

    @Test func `have the time of day`() {
        let due = Due.time(Self.now.addingTimeInterval(2 * 86_400))
        let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

        #expect(due.words(.english, now: Self.now, in: berlin) == "Fri 19:25")
        #expect(due.weekdayAndDay(.german, now: Self.now, in: berlin) == "Fr 27. Nov. 19:25")
        #expect(
            Due.time(Date(timeIntervalSince1970: -1)).words(.english, in: .gmt)
                == "31 Dec 1969 23:59")
    }

    @Test(arguments: [
        ("de_DE.UTF-8", WordLanguage.german), ("de", .german), ("de-AT", .german),
        ("en_GB.UTF-8", .english), ("C", .english), ("", .english), ("deu_DE", .english),
        ("fr_FR", .english),
    ])
    func `are in the language of a locale`(locale: String, language: WordLanguage) {
        #expect(WordLanguage(locale: locale) == language)
    }
}
