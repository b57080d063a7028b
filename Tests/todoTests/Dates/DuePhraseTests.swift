import Foundation
import Testing
import ToDoClient

@testable import todo

@Suite struct `A date or rule in words` {
    private struct Row {
        let text: String
        let title: String
        let due: String
        /// "-" for only a date.
        let rule: String
    }

    /// Wednesday, 25 November 2026, 18:25 UTC, which the page's table assumes.
    private static let now = Date(timeIntervalSince1970: 1_795_631_100)

    private static func read(_ text: String) throws -> DuePhrase? {
        DuePhrase(text, try #require(PhraseDates(now: now, zone: .gmt)))
    }

    private static func rule(_ json: String) throws -> Repetition {
        try JSONDecoder().decode(Repetition.self, from: Data(json.utf8))
    }

    private static func due(_ due: DuePhrase.Due) -> String {
        switch due {
        case .day(let day): day.description
        case .time(let time):
            // The page's tables do not show midnight.
            String(
                Date(timeIntervalSince1970: time)
                    .formatted(Date.ISO8601FormatStyle(timeZone: .gmt)).prefix(16)
            ).replacing("T00:00", with: "")
        }
    }

    /// An English table of the web page's quick add.
    private static func table(_ name: String) throws -> [Row] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "Web/\(name)-en.tsv"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            return Row(
                text: cells[0], title: cells[1], due: cells[2],
                rule: cells.count > 3 ? cells[3] : "-")
        }
    }

    @Test(arguments: ["dates", "repeats"])
    func `means what it means to the page`(table: String) throws {
        let rows = try Self.table(table)

        #expect(rows.count > 60)
        for row in rows {
            let phrase = try Self.read(row.text)
            guard row.due != "-" else {
                #expect(phrase == nil, "\(row.text)")
                continue
            }
            #expect(phrase?.title == row.title, "\(row.text)")
            #expect(phrase.map { Self.due($0.due) } == row.due, "\(row.text)")
            let rule = row.rule == "-" ? nil : try Self.rule(row.rule)
            #expect(phrase?.rule == rule, "\(row.text)")
        }
    }

    @Test(arguments: [
        "every", "every friday", "Say every", "Say every guest", "Say every!", "Every",
        "Call every friday tomorrow at", "Call every friday until", "Call every fridays",
        "Greet every second", "Read every 32nd", "Call every month on the 0th",
        "Call every 29 February until 2027-01-01",
    ])
    func `that is none leaves the title as it is`(text: String) throws {
        #expect(try Self.read(text) == nil)
    }

    @Test(arguments: [
        (#"{"frequency":"daily"}"#, "every day"),
        (#"{"frequency":"daily","interval":3,"from":"done"}"#, "every 3 days after completion"),
        (#"{"frequency":"weekly","byDay":["fr"]}"#, "every Friday"),
        (#"{"frequency":"weekly","byDay":["mo","tu","we","th","fr"]}"#, "every weekday"),
        (
            #"{"frequency":"weekly","interval":2,"byDay":["mo","we","th"],"until":"2027-06-30"}"#,
            "every 2 weeks on Monday, Wednesday and Thursday until 30 Jun 2027"
        ),
        (#"{"frequency":"monthly","byMonthDay":31}"#, "every month on the 31st"),
        (#"{"frequency":"monthly","byMonthDay":12}"#, "every month on the 12th"),
        (
            #"{"frequency":"monthly","interval":2,"byDay":["-1fr"]}"#,
            "every 2 months on the last Friday"
        ),
        (#"{"frequency":"yearly"}"#, "every year"), (#"{"frequency":"hourly"}"#, "hourly"),
    ])
    func `is shown as`(json: String, words: String) throws {
        #expect(try Self.rule(json).words == words)
    }
}
