import Items

/// The rules of a POSIX TZ string, such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 8536 §3.3).
struct POSIXTimeZone: TimeZoneRules {
    /// Seconds east of UTC; the string has them west.
    private var standard = 0
    private var summer: Summer?

    /// The part of the year with another offset.
    private struct Summer {
        let offset: Int
        let start: Change
        let end: Change
    }

    /// When the offset changes in each year.
    private struct Change {
        enum Day {
            /// 1 to 365; 29 February is never counted.
            case julian(Int)
            /// 0 to 365.
            case zeroBased(Int)
            /// A weekday, 0 for Sunday, in a week of a month, 5 for the last.
            case weekday(month: Int, week: Int, day: Int)
        }

        let day: Day
        /// Seconds after midnight, in the offset before the change.
        let time: Int
    }

    /// Reads a string; nil if it is none.
    init?(_ text: Span<UInt8>) {
        var rest = TextReader(text)
        guard rest.skipName(), let west = rest.time(maximumHours: 25) else { return nil }
        standard = -west
        if rest.isEmpty { return }
        guard rest.skipName() else { return nil }
        var offset = standard + 3_600
        if rest.isNextNumber {
            guard let west = rest.time(maximumHours: 25) else { return nil }
            offset = -west
        }
        guard rest.take(","), let start = Self.change(&rest), rest.take(","),
            let end = Self.change(&rest), rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    private static func change(_ text: inout TextReader) -> Change? {
        guard let day = day(&text) else { return nil }
        guard text.take("/") else { return Change(day: day, time: 7_200) }
        return text.time(maximumHours: 168).map { Change(day: day, time: $0) }
    }

    private static func day(_ text: inout TextReader) -> Change.Day? {
        if text.take("J") { return text.number(1...365).map { .julian($0) } }
        guard text.take("M") else { return text.number(0...365).map { .zeroBased($0) } }
        guard let month = text.number(1...12), text.take("."), let week = text.number(1...5),
            text.take("."), let day = text.number(0...6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }

    func period(at instant: Int) -> TimeZonePeriod {
        guard let summer else { return TimeZonePeriod(offset: standard, end: nil) }
        let local = (instant + standard).quotientAndRemainder(dividingBy: 86_400)
        let day = local.remainder < 0 ? local.quotient - 1 : local.quotient
        let year = CivilDate(days: max(-719_162, min(2_932_896, day))).parts.year
        var offset = standard
        var last = Int.min
        var end: Int?
        // The changes of the years around the instant, of which a change of two at one instant is
        // the end before the start: summer all year is written so.
        for year in year - 1...year + 1 {
            let start = Self.instant(summer.start, in: year) - standard
            let stop = Self.instant(summer.end, in: year) - summer.offset
            for (change, after, isStart) in [(stop, standard, false), (start, summer.offset, true)]
            {
                if change > instant {
                    end = min(end ?? change, change)
                } else if change > last || change == last && isStart {
                    (last, offset) = (change, after)
                }
            }
        }
        return TimeZonePeriod(offset: offset, end: end)
    }

    /// A change in a year, as if its local time were UTC.
    private static func instant(_ change: Change, in year: Int) -> Int {
        let january = CivilDate.daysBefore(year: year, month: 1)
        let days: Int
        switch change.day {
        case .zeroBased(let day): days = january + day
        case .julian(let day):
            let march = CivilDate.daysBefore(year: year, month: 3)
            days = day < 60 ? january + day - 1 : march + day - 60
        case .weekday(let month, let week, let day):
            let first = CivilDate.daysBefore(year: year, month: month)
            let next =
                month == 12
                ? CivilDate.daysBefore(year: year + 1, month: 1)
                : CivilDate.daysBefore(year: year, month: month + 1)
            // Monday is 0 in a date, and Sunday here.
            let weekday = (CivilDate(days: first).weekday + 1) % 7
            let place = first + (day - weekday + 7) % 7 + 7 * (week - 1)
            days = place < next ? place : place - 7
        }
        return days * 86_400 + change.time
    }
}

/// Reads a TZ string from its start to its end.
private struct TextReader: ~Escapable {
    private let text: Span<UInt8>
    private var position = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    var isEmpty: Bool { position == text.count }

    private var next: UInt8 { isEmpty ? 0 : text[position] }

    private var isNextDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= next }

    var isNextNumber: Bool {
        isNextDigit || next == UInt8(ascii: "-") || next == UInt8(ascii: "+")
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips the name of an offset: letters, or anything in angle brackets.
    mutating func skipName() -> Bool {
        let start = position
        if take("<") {
            while !isEmpty, next != UInt8(ascii: ">") { position += 1 }
            return take(">")
        }
        while UInt8(ascii: "A")...UInt8(ascii: "Z") ~= next & 0xDF { position += 1 }
        return position > start
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        var number = 0
        let start = position
        while isNextDigit, position - start < 3 {
            number = number * 10 + Int(next - UInt8(ascii: "0"))
            position += 1
        }
        return position > start && range.contains(number) ? number : nil
    }

    /// Seconds of a time `[+-]hh[:mm[:ss]]`.
    mutating func time(maximumHours: Int) -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(0...maximumHours) else { return nil }
        var seconds = hours * 3_600
        if take(":") {
            guard let minutes = number(0...59) else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number(0...59) else { return nil }
                seconds += rest
            }
        }
        return sign * seconds
    }
}
