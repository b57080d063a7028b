import HTTP
import Items

/// A due date as assistants write it: never seconds since 1970, which models get wrong.
///
///     2026-12-04                                   a day
///     2026-12-04T17:00+01:00                       a time; the offset may be Z
///     2026-12-04T17:00:30.5Z                       with seconds and their fraction (RFC 3339)
enum DueText: Equatable, Sendable {
    case day(CivilDate)
    case time(Double)

    static let form =
        "a day such as 2026-12-04, or a time with its offset such as 2026-12-04T17:00+01:00, of "
        + "the years 0001 to 9999"

    /// Parses a text; nil for one of another form.
    init?(_ text: Span<UInt8>) {
        let length = 10
        guard let date = CivilDate(text.extracting(first: length)) else { return nil }
        guard text.count > length else {
            self = .day(date)
            return
        }
        guard text[length] == UInt8(ascii: "T"), text.count <= 40 else { return nil }
        let rest = text.extracting((length + 1)...)
        guard let zone = rest.startOfOffset, let offset = rest.extracting(zone...).offset,
            let (seconds, fraction) = rest.extracting(..<zone).secondsOfDay
        else { return nil }
        // Only the last addition rounds, so a time that was answered is the same when it comes back.
        let time = date.midnight + Double(seconds - offset) + fraction
        guard ItemRules.times.contains(time) else { return nil }
        self = .time(time)
    }

    /// The due date of an item; nil if it has none.
    init?(_ content: ItemContent) {
        if let day = content.day {
            self = .day(day)
        } else if let time = content.timestamp {
            self = .time(time)
        } else {
            return nil
        }
    }

    var day: CivilDate? {
        if case .day(let day) = self { day } else { nil }
    }

    var time: Double? {
        if case .time(let time) = self { time } else { nil }
    }

    /// Appends the text, a time in UTC.
    func write(to body: inout ByteWriter) {
        switch self {
        case .day(let day): Self.append(day, to: &body)
        case .time(let time):
            let whole = time.rounded(.down)
            let (date, seconds) = UTCRules().local(Int(whole))
            Self.append(date, to: &body)
            body.append("T")
            for (place, part) in [seconds / 3_600, seconds / 60 % 60, seconds % 60].enumerated() {
                if place > 0 { body.append(":") }
                if part < 10 { body.append("0") }
                body.append(decimal: part)
            }
            if time > whole {
                body.append(".")
                body.append(text: Self.fraction(of: time, behind: whole))
            }
            body.append("Z")
        }
    }

    /// The fewest digits behind the point that lead to this time again.
    private static func fraction(of time: Double, behind whole: Double) -> String {
        var digits = ""
        var rest = time - whole
        // 17 digits tell any two numbers apart.
        while digits.count < 17 {
            rest *= 10
            let digit = Int(rest)
            rest -= Double(digit)
            for last in [digit, digit + 1] where last < 10 {
                let text = digits + "\(last)"
                if whole + (Double("0." + text) ?? 0) == time { return text }
            }
            digits += "\(digit)"
        }
        return digits
    }

    private static func append(_ day: CivilDate, to body: inout ByteWriter) {
        let text = day.text
        body.append(text.span)
    }
}

extension Span where Element == UInt8 {
    /// Where the offset begins, behind a time of the day.
    fileprivate var startOfOffset: Int? {
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"): return index
            default: continue
            }
        }
        return nil
    }

    /// The seconds of `Z` or `+01:00`.
    fileprivate var offset: Int? {
        if count == 1, self[0] == UInt8(ascii: "Z") { return 0 }
        guard count == 6, self[0] != UInt8(ascii: "Z"),
            let seconds = Repetition.time(extracting(1...))
        else { return nil }
        return self[0] == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// The seconds of `17:00`, `17:00:30` or `17:00:30.5`.
    fileprivate var secondsOfDay: (whole: Int, fraction: Double)? {
        guard count > 8 else { return Repetition.time(self).map { ($0, 0) } }
        guard count > 9, self[8] == UInt8(ascii: "."),
            let seconds = Repetition.time(extracting(..<8))
        else { return nil }
        var text = "0."
        for index in 9..<count {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            text += "\(digit)"
        }
        return Double(text).map { (seconds, $0) }
    }
}
