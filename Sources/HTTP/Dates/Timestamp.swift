/// The format of times in logs: `2026-11-21T17:52:45.123Z`, RFC 3339 in UTC.
package struct Timestamp: ~Copyable {
    /// Everything up to the decimal point; cached, because it changes once a second.
    private var prefix = ByteWriter(capacity: 32)
    private var second = -1

    /// A formatter with an empty cache.
    package init() {}

    /// The text of a Unix time in seconds, without decimals.
    package static func text(ofSecond second: Int) -> String {
        var writer = ByteWriter(capacity: 32)
        var timestamp = Timestamp()
        timestamp.append(second * 1_000, to: &writer)
        return "\(String(copying: writer).prefix { $0 != "." })Z"
    }

    /// Appends a Unix time in milliseconds, in the years 1970 to 9999.
    package mutating func append(_ milliseconds: Int, to writer: inout ByteWriter) {
        let (second, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if second != self.second { write(second) }
        writer.append(prefix)
        writer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 100))
        Self.append(rest % 100, to: &writer)
        writer.append("Z")
    }

    private mutating func write(_ second: Int) {
        precondition((0...253_402_300_799).contains(second))
        let (days, rest) = second.quotientAndRemainder(dividingBy: 86_400)
        let date = CalendarDate(daysSince1970: days)
        prefix.removeAll()
        Self.append(date.year / 100, to: &prefix)
        Self.append(date.year % 100, to: &prefix)
        prefix.append("-")
        Self.append(date.month, to: &prefix)
        prefix.append("-")
        Self.append(date.day, to: &prefix)
        prefix.append("T")
        Self.append(rest / 3600, to: &prefix)
        prefix.append(":")
        Self.append(rest / 60 % 60, to: &prefix)
        prefix.append(":")
        Self.append(rest % 60, to: &prefix)
        prefix.append(".")
        self.second = second
    }

    private static func append(_ twoDigits: Int, to writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits / 10))
        writer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits % 10))
    }
}
