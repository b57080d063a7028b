/// The format of `Date`: `Sun, 06 Nov 1994 08:49:37 GMT`, RFC 9110 §5.6.7.
package enum HTTPDate {
    /// Appends a Unix time in the years 1970 to 9999; 29 bytes.
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
