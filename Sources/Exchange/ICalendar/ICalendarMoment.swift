import Items

/// A DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5): `20261204`, `20261204T170000`, with a `Z` in UTC.
struct ICalendarMoment {
    private let date: CivilDate
    /// After midnight; nil for a DATE.
    private let seconds: Int?
    let isUTC: Bool

    /// Reads a text; nil for another one.
    init?(_ text: String) {
        var digits = Array(text.utf8.prefix(17))
        guard text.utf8.count <= 16 else { return nil }
        isUTC = digits.count == 16
        if isUTC {
            guard let last = digits.popLast(), last | 0x20 == UInt8(ascii: "z") else { return nil }
        }
        guard digits.count == 8 || digits.count == 15 else { return nil }
        let day =
            digits[0..<4] + [UInt8(ascii: "-")] + digits[4..<6] + [UInt8(ascii: "-")]
            + digits[6..<8]
        guard let date = CivilDate(Array(day).span) else { return nil }
        self.date = date
        if digits.count == 8 {
            seconds = nil
            return
        }
        guard digits[8] | 0x20 == UInt8(ascii: "t") else { return nil }
        let time =
            digits[9..<11] + [UInt8(ascii: ":")] + digits[11..<13] + [UInt8(ascii: ":")]
            + digits[13..<15]
        guard let seconds = Repetition.time(Array(time).span) else { return nil }
        self.seconds = seconds
    }

    /// The moment in a zone, or in UTC; nil where items take none.
    func due(in zone: NamedZone) -> DueMoment? {
        let zone = isUTC ? .utc : zone
        guard let seconds else { return DueMoment(day: date, in: zone) }
        return DueMoment(date, seconds, in: zone)
    }

    /// The moment a duration later: first its days by the calendar, then its seconds by the clock.
    func due(in zone: NamedZone, after duration: ICalendarDuration) -> DueMoment? {
        let zone = isUTC ? .utc : zone
        let later = Int(date.days) + duration.days
        guard Int(CivilDate.all.lowerBound.days)...Int(CivilDate.all.upperBound.days) ~= later
        else {
            return nil
        }
        let end = date.adding(days: duration.days)
        guard let seconds else {
            return duration.seconds == 0 ? DueMoment(day: end, in: zone) : nil
        }
        guard let start = DueMoment(end, seconds, in: zone) else { return nil }
        return DueMoment(instant: Int(start.timestamp) + duration.seconds, in: zone)
    }
}
