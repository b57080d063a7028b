import Foundation

/// A time of day, in a time zone if that was written: `18:30`, `18:30:05`, `6pm`, `6:30pm`, `noon`, `18:30Z`, `18:30+02:00`.
struct ZonedTime {
    private var hour = 0
    private var minute = 0
    private var second = 0
    /// The time zone, if one was written.
    private var zone: TimeZone?

    /// Parses a word in lower case; nil if it is not a time.
    init?(_ word: String) {
        if word == "noon" {
            hour = 12
            return
        }
        var rest = word[...]
        guard readZone(&rest) else { return nil }
        let half = ["am", "pm"].firstIndex { rest.hasSuffix($0) }
        if half != nil { rest.removeLast(2) }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { String($0).number(digits: 1...9) }
        guard numbers.count == parts.count, parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts[0].count <= 2
        else { return nil }
        // A bare number does not count as a time: "18" could also be a day.
        guard half == nil ? (2...3).contains(numbers.count) : (1...2).contains(numbers.count)
        else { return nil }
        hour = numbers[0]
        minute = numbers.count > 1 ? numbers[1] : 0
        second = numbers.count > 2 ? numbers[2] : 0
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + 12 * half
        }
        guard hour < 24, minute < 60, second < 60 else { return nil }
    }

    /// The time on a day, in the written time zone, or else in this one.
    func date(on day: DayDate, in zone: TimeZone) -> Date {
        day.instant(3_600 * hour + 60 * minute + second, in: self.zone ?? zone).date
    }

    /// Removes a time zone at the end; false if it is malformed.
    private mutating func readZone(_ rest: inout Substring) -> Bool {
        if rest.last == "z" {
            rest.removeLast()
            zone = TimeZone(secondsFromGMT: 0)
            return true
        }
        guard let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return true }
        let parts = rest[rest.index(after: sign)...].split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hours = String(parts[0]).number(digits: 2...2),
            let minutes = String(parts[1]).number(digits: 2...2), hours < 19, minutes < 60
        else { return false }
        let seconds = 3_600 * hours + 60 * minutes
        zone = TimeZone(secondsFromGMT: rest[sign] == "-" ? -seconds : seconds)
        rest = rest[..<sign]
        return zone != nil
    }
}
