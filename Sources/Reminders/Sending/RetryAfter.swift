import Items

/// `Retry-After`: seconds, or a date (RFC 9110 §10.2.3).
enum RetryAfter {
    /// The longest wait that a service can ask for.
    static let longest = 86_400.0

    /// The wait in seconds; nil if the value is neither.
    static func seconds(_ value: String, at now: Double) -> Double? {
        if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(Double(value) ?? longest, longest)
        }
        return time(value).map { min(max($0 - now, 0), longest) }
    }

    /// The time of a date in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT` (§5.6.7).
    private static func time(_ value: String) -> Double? {
        let parts = value.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], 2), let year = number(parts[3], 4),
            let month = months.firstIndex(of: String(parts[2])),
            let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2), let minute = number(clock[1], 2),
            let second = number(clock[2], 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return Double(date.days) * 86_400 + Double(hour * 3_600 + minute * 60 + second)
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
