import Foundation
import Items
import Testing

@Suite struct `The next date of a rule` {
    /// The table that next_dates.py makes.
    private static func table() throws -> [Substring] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "next_dates.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    @Test func `is the one that dateutil computes, in each row of the table`() throws {
        var rule = Repetition(.daily)
        var wrong: [String] = []
        var count = 0

        for line in try Self.table() {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 6 {
                rule = try #require(Self.rule(words), "\(line)")
                continue
            }
            let due = try #require(CivilDate(words[0]))
            let today = try #require(CivilDate(words[1]))
            let next = rule.next(after: due, today: today)
            let text = next.map { "\($0.date) \($0.rule.byMonthDay.map { "\($0)" } ?? "-")" }
            let expected = words[2] == "-" ? nil : "\(words[2]) \(words[3])"
            if text != expected { wrong.append("\(rule): \(line), not \(text ?? "-")") }
            count += 1
        }

        #expect(wrong.isEmpty)
        #expect(count > 4_000)
    }

    private static func rule(_ words: [String]) -> Repetition? {
        var draft = RepetitionDraft()
        draft.frequency = Repetition.Frequency(rawValue: words[0])
        draft.interval = Int(words[1])
        if words[2] != "-" {
            draft.byDay = words[2].split(separator: ",").compactMap { Repetition.Day(String($0)) }
        }
        draft.byMonthDay = Int(words[3])
        draft.from = Repetition.Origin(rawValue: words[4])
        draft.until = CivilDate(words[5])
        return try? draft.judged(hasDay: true).get()
    }

    @Test func `of the 31st comes back to the 31st after a shorter month`() throws {
        var rule = Repetition(.monthly)
        var date = try #require(CivilDate("2027-01-31"))
        var dates: [String] = []

        for _ in 0..<14 {
            let next = try #require(rule.next(after: date, today: date))
            (date, rule) = (next.date, next.rule)
            dates.append("\(date)")
        }

        #expect(
            dates == [
                "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30",
                "2027-07-31", "2027-08-31", "2027-09-30", "2027-10-31", "2027-11-30",
                "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31",
            ])
    }

    @Test func `of a leap day is the 28th, and the 29th again in a leap year`() throws {
        var rule = Repetition(.yearly)
        var date = try #require(CivilDate("2096-02-29"))
        var dates: [String] = []

        for _ in 0..<8 {
            let next = try #require(rule.next(after: date, today: date))
            (date, rule) = (next.date, next.rule)
            dates.append("\(date)")
        }

        #expect(
            dates == [
                "2097-02-28", "2098-02-28", "2099-02-28", "2100-02-28", "2101-02-28",
                "2102-02-28", "2103-02-28", "2104-02-29",
            ])
    }

    @Test func `of an occurrence that was moved is counted from where it is`() throws {
        var rule = Repetition(.monthly)
        rule.byMonthDay = 31
        let moved = try #require(CivilDate("2026-12-05"))

        let next = rule.next(after: moved, today: moved)

        #expect(next?.date == CivilDate("2026-12-31"))
    }
}
