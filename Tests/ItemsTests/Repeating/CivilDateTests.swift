import Items
import Testing

@Suite struct `A date` {
    /// The calendar repeats after 400 years.
    @Test(arguments: [(1, -719_162), (1_900, -25_567), (9_599, 2_786_435)])
    func `and its parts lead to each other, for each day of 401 years`(year: Int, days: Int) {
        var wrong: [CivilDate] = []
        var expected = (year: year, month: 1, day: 1)

        for days in days..<days + 146_462 {
            let date = CivilDate(days: days)
            if date.parts != expected { wrong.append(date) }
            let (year, month, day) = expected
            if CivilDate(year: year, month: month, day: day) != date { wrong.append(date) }
            expected = Self.dayAfter(expected)
        }

        #expect(wrong.isEmpty)
        #expect(expected.year == year + 401)
    }

    private static func dayAfter(
        _ date: (year: Int, month: Int, day: Int)
    ) -> (year: Int, month: Int, day: Int) {
        let (year, month, day) = date
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if day < lengths[month - 1] { return (year, month, day + 1) }
        return month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
    }

    @Test(arguments: [
        "1970-01-01", "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "2026-12-04",
    ])
    func `is read from its text, and written to it`(text: String) {
        #expect(CivilDate(text).map { "\($0)" } == text)
    }

    @Test(arguments: [
        "", "2026-12-4", "2026-12-041", "2026/12/04", "20261204", "2026-12-04T00:00:00Z",
        "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-12-00",
        "2026-12-32", "0000-12-31", "+026-12-04", " 026-12-04", "-026-12-04", "２０２６-12-04",
        "2026-12-0a", "٢٠٢٦-12-04",
    ])
    func `is not read from another text`(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test(arguments: [
        ("1970-01-01", 3), ("2026-12-04", 4), ("2024-02-29", 3), ("0001-01-01", 0),
        ("9999-12-31", 4),
    ])
    func `has a weekday, from 0 for Monday`(text: String, weekday: Int) throws {
        let date = try #require(CivilDate(text))

        #expect(date.weekday == weekday)
    }
}
