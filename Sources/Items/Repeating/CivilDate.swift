/// A date of the Gregorian calendar without a time or a zone.
package struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1 January 1970.
    package let days: Int32

    /// The date this many days after 1 January 1970.
    package init(days: Int) {
        self.days = Int32(days)
    }

    /// The date with these parts; nil if the month has no such day, and outside of the years 0001
    /// to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), 1...12 ~= month,
            1...Self.length(ofMonth: month, in: year) ~= day
        else { return nil }
        self.init(days: Self.daysBefore(year: year, month: month) + day - 1)
    }

    /// The years of a due date.
    package static let years = 1...9_999
    /// From 0001-01-01 to 9999-12-31, as days.
    package static let all: ClosedRange<CivilDate> =
        CivilDate(days: -719_162)...CivilDate(days: 2_932_896)

    package static func < (a: CivilDate, b: CivilDate) -> Bool { a.days < b.days }

    /// The year, the month from 1 and the day from 1.
    package var parts: (year: Int, month: Int, day: Int) {
        // Years that begin in March end with the leap day, so each month has the same place in
        // every year.
        let sinceMarch = Int(days) + Self.daysFromYearZero
        let cycle = sinceMarch.floored(by: Self.daysPerCycle)
        let day = sinceMarch - cycle * Self.daysPerCycle
        let leapDays = day / 1_460 - day / 36_524 + day / 146_096
        let year = (day - leapDays) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            cycle * 400 + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            dayOfYear - Self.daysBefore(monthAfterMarch: month) + 1
        )
    }

    /// 0 for Monday to 6 for Sunday.
    package var weekday: Int {
        (Int(days) + 3).modulo(7)
    }

    /// The date this many days later.
    package func adding(days count: Int) -> CivilDate {
        CivilDate(days: Int(days) + count)
    }

    /// The number of days of a month.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        daysBefore(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1)
            - daysBefore(year: year, month: month)
    }

    /// The days from 1 January 1970 to the first of a month.
    package static func daysBefore(year: Int, month: Int) -> Int {
        let year = month < 3 ? year - 1 : year
        return 365 * year + year.floored(by: 4) - year.floored(by: 100) + year.floored(by: 400)
            + daysBefore(monthAfterMarch: (month + 9) % 12) - daysFromYearZero
    }

    /// Days in 400 years, after which the calendar repeats.
    private static let daysPerCycle = 146_097
    /// Days from 1 March of the year 0 to 1 January 1970.
    private static let daysFromYearZero = 719_468

    /// The days from 1 March to the first of a month, counted from 0 for March: 31, 30, 31, 30, 31
    /// days, twice over.
    private static func daysBefore(monthAfterMarch month: Int) -> Int {
        (153 * month + 2) / 5
    }
}

extension CivilDate {
    /// The date in a text of the form `YYYY-MM-DD`; nil for any other text.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = text.number(0..<4), let month = text.number(5..<7),
            let day = text.number(8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date in a text of the form `YYYY-MM-DD`; nil for any other text.
    package init?(_ text: String) {
        self.init(text.utf8.span)
    }

    /// The bytes of `YYYY-MM-DD`, for a year of at most four digits.
    package var text: InlineArray<10, UInt8> {
        let (year, month, day) = parts
        var text = InlineArray<10, UInt8>(repeating: UInt8(ascii: "-"))
        text.write(year, 0..<4)
        text.write(month, 5..<7)
        text.write(day, 8..<10)
        return text
    }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    package var description: String {
        let text = text
        return String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
    }
}

extension Span<UInt8> {
    /// The number that these bytes write with the digits 0 to 9; nil if one is another byte.
    func number(_ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}

extension InlineArray<10, UInt8> {
    fileprivate mutating func write(_ number: Int, _ range: Range<Int>) {
        var rest = number
        for index in range.reversed() {
            self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}

extension Int {
    /// The quotient, rounded down.
    func floored(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The remainder, which is not negative.
    func modulo(_ divisor: Int) -> Int {
        self - floored(by: divisor) * divisor
    }
}
