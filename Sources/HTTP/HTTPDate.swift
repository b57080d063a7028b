/// The date of `Date` and its kind: `Sun, 06 Nov 1994 08:49:37 GMT`, RFC 9110 §5.6.7.
package enum HTTPDate {
    /// Appends the 29 bytes of a second since 1970, which lies in the years 1970 to 9999.
    package static func append(_ unixSeconds: Int64, to writer: inout ByteWriter) {
        precondition((0...253_402_300_799).contains(unixSeconds))
        let (days, second) = Int(unixSeconds).quotientAndRemainder(dividingBy: 86_400)
        let date = CalendarDate(daysSince1970: days)

        writer.reserve(29)
        writer.append(dayName(days))
        writer.append(", ")
        append(date.day, to: &writer)
        writer.append(monthName(date.month))
        append(date.year / 100, to: &writer)
        append(date.year % 100, to: &writer)
        writer.append(" ")
        append(second / 3600, to: &writer)
        writer.append(":")
        append(second / 60 % 60, to: &writer)
        writer.append(":")
        append(second % 60, to: &writer)
        writer.append(" GMT")
    }

    private static func append(_ twoDigits: Int, to writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits / 10))
        writer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits % 10))
    }

    private static func dayName(_ daysSince1970: Int) -> StaticString {
        switch daysSince1970 % 7 {
        case 0: "Thu"
        case 1: "Fri"
        case 2: "Sat"
        case 3: "Sun"
        case 4: "Mon"
        case 5: "Tue"
        default: "Wed"
        }
    }

    private static func monthName(_ month: Int) -> StaticString {
        switch month {
        case 1: " Jan "
        case 2: " Feb "
        case 3: " Mar "
        case 4: " Apr "
        case 5: " May "
        case 6: " Jun "
        case 7: " Jul "
        case 8: " Aug "
        case 9: " Sep "
        case 10: " Oct "
        case 11: " Nov "
        default: " Dec "
        }
    }
}

/// A day of the Gregorian calendar.
private struct CalendarDate {
    let year: Int
    let month: Int
    let day: Int

    /// Counts from 1 January of the year 1, where cycles of 400, 100 and 4 years begin together.
    init(daysSince1970 days: Int) {
        let (cycles, inCycle) = (days + 719_162).quotientAndRemainder(dividingBy: 146_097)
        // The last century of a cycle and the last year of four are one day longer than the rest.
        let century = min(inCycle / 36_524, 3)
        let (fours, inFour) = (inCycle - century * 36_524).quotientAndRemainder(dividingBy: 1461)
        let single = min(inFour / 365, 3)
        let isLeap = single == 3 && (fours < 24 || century == 3)

        var (month, rest) = (1, inFour - single * 365)
        while rest >= Self.length(of: month, isLeap: isLeap) {
            rest -= Self.length(of: month, isLeap: isLeap)
            month += 1
        }
        year = cycles * 400 + century * 100 + fours * 4 + single + 1
        self.month = month
        day = rest + 1
    }

    private static func length(of month: Int, isLeap: Bool) -> Int {
        switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
