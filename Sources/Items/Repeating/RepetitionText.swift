/// The canonical form of a rule, which is stored and sent: JSON with the members in a fixed order,
/// without members that have their default.
///
///     {"frequency":"weekly","interval":2,"byDay":["mo","th"],"until":"2027-06-30"}
///
/// Equal rules have equal texts.
package struct RepetitionText: Equatable, Sendable {
    package let text: String

    package init(_ rule: Repetition) {
        text = rule.json
    }

    /// A stored text; nil if it is not in canonical form.
    package init?(_ bytes: Span<UInt8>) {
        guard Self.isValid(bytes), let text = try? UTF8Span(validating: bytes) else { return nil }
        self.text = String(copying: text)
    }

    /// A stored text; nil if it is not in canonical form.
    package init?(_ text: String) {
        guard Self.isValid(text.utf8.span) else { return nil }
        self.text = text
    }

    package var rule: Repetition {
        guard let rule = RepetitionReader.rule(text.utf8.span) else {
            preconditionFailure("a text of no rule")
        }
        return rule
    }

    /// Whether these bytes are a rule in canonical form. Does not allocate.
    package static func isValid(_ bytes: Span<UInt8>) -> Bool {
        RepetitionReader.parse(bytes) != nil
    }

    /// Whether both are equal byte for byte.
    package static func == (a: RepetitionText, b: RepetitionText) -> Bool {
        sameBytes(a.text, b.text)
    }
}

extension Repetition {
    fileprivate var json: String {
        var json = "{\"frequency\":\"\(frequency.rawValue)\""
        if interval != 1 { json += ",\"interval\":\(interval)" }
        if let byDay {
            json += ",\"byDay\":["
            switch byDay {
            case .weekdays(let days):
                var isFirst = true
                for (weekday, word) in Weekdays.words.enumerated()
                where days.contains(Weekdays(weekday: weekday)) {
                    json += isFirst ? "\"\(word)\"" : ",\"\(word)\""
                    isFirst = false
                }
            case .ordinal(let ordinal, let weekday):
                json += "\"\(ordinal)\(Weekdays.words[weekday])\""
            }
            json += "]"
        }
        if let byMonthDay { json += ",\"byMonthDay\":\(byMonthDay)" }
        if let time {
            json += ",\"time\":\"\(twoDigits(time / 3_600)):\(twoDigits(time / 60 % 60))"
            if time % 60 != 0 { json += ":\(twoDigits(time % 60))" }
            json += "\""
        }
        if from != .due { json += ",\"from\":\"\(from.rawValue)\"" }
        if let until { json += ",\"until\":\"\(until)\"" }
        if timeZone != Self.utc { json += ",\"timeZone\":\"\(timeZone)\"" }
        return json + "}"
    }
}

private func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

/// Reads the canonical form, and no other.
private enum RepetitionReader {
    static func rule(_ bytes: Span<UInt8>) -> Repetition? {
        guard let (parsed, zone) = parse(bytes) else { return nil }
        var rule = parsed
        if let zone { rule.timeZone = String(decoding: zone.map { bytes[$0] }, as: UTF8.self) }
        return rule
    }

    /// The rule without its time zone, and the place of the time zone; nil if the bytes are not
    /// canonical.
    static func parse(_ bytes: Span<UInt8>) -> (rule: Repetition, zone: Range<Int>?)? {
        var text = Remainder(bytes: bytes)
        guard text.take("{\"frequency\":\""), let frequency = frequency(&text) else { return nil }
        var rule = Repetition(frequency)
        if text.take(",\"interval\":") {
            guard let interval = text.number(), 2...999 ~= interval else { return nil }
            rule.interval = interval
        }
        if text.take(",\"byDay\":[\"") {
            guard let days = days(of: frequency, &text) else { return nil }
            rule.byDay = days
        }
        if text.take(",\"byMonthDay\":") {
            guard let day = text.number(), Repetition.monthDays ~= day, rule.byDay == nil,
                frequency == .monthly || frequency == .yearly
            else { return nil }
            rule.byMonthDay = day
        }
        if text.take(",\"time\":\"") {
            guard let value = text.upToQuote(), let time = Repetition.time(bytes.extracting(value)),
                value.count == (time % 60 == 0 ? 5 : 8)
            else { return nil }
            rule.time = time
        }
        if text.take(",\"from\":\"done\"") {
            guard rule.byDay == nil, rule.byMonthDay == nil else { return nil }
            rule.from = .done
        }
        if text.take(",\"until\":\"") {
            guard let value = text.upToQuote(), let date = CivilDate(bytes.extracting(value)) else {
                return nil
            }
            rule.until = date
        }
        var zone: Range<Int>?
        if text.take(",\"timeZone\":\"") {
            guard let value = text.upToQuote(), Repetition.isZoneName(bytes.extracting(value)),
                !bytes.extracting(value).isUTC
            else { return nil }
            zone = value
        }
        guard text.take("}"), text.isEmpty else { return nil }
        return (rule, zone)
    }

    private static func frequency(_ text: inout Remainder) -> Repetition.Frequency? {
        if text.take("daily\"") { return .daily }
        if text.take("weekly\"") { return .weekly }
        if text.take("monthly\"") { return .monthly }
        return text.take("yearly\"") ? .yearly : nil
    }

    /// The words after the first quote.
    private static func days(
        of frequency: Repetition.Frequency, _ text: inout Remainder
    ) -> Repetition.Days? {
        switch frequency {
        case .daily, .yearly: return nil
        case .monthly:
            let ordinal: Int
            if text.take("-1") {
                ordinal = -1
            } else {
                guard let number = text.number(), 1...4 ~= number else { return nil }
                ordinal = number
            }
            guard let weekday = text.weekday(), text.take("\"]") else { return nil }
            return .ordinal(ordinal, weekday: weekday)
        case .weekly:
            var days: Weekdays = []
            var last = -1
            repeat {
                guard let weekday = text.weekday(), weekday > last, text.take("\"") else {
                    return nil
                }
                days.insert(Weekdays(weekday: weekday))
                last = weekday
            } while text.take(",\"")
            return text.take("]") ? .weekdays(days) : nil
        }
    }
}

/// The bytes of a text that are not read yet.
private struct Remainder: ~Escapable {
    let bytes: Span<UInt8>
    var position = 0

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    var isEmpty: Bool { position == bytes.count }

    /// Reads this text if it is next.
    mutating func take(_ text: String) -> Bool {
        let word = text.utf8.span
        guard bytes.count - position >= word.count else { return false }
        for index in word.indices where word[index] != bytes[position + index] { return false }
        position += word.count
        return true
    }

    /// Reads a number of at most three digits, without a leading zero.
    mutating func number() -> Int? {
        var number = 0
        let start = position
        while position < bytes.count, position - start < 3 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            position += 1
        }
        return position == start || bytes[start] == UInt8(ascii: "0") ? nil : number
    }

    /// Reads a weekday's word.
    mutating func weekday() -> Int? {
        guard bytes.count - position >= 2 else { return nil }
        let word = (bytes[position], bytes[position + 1])
        for (weekday, letters) in Self.weekdays.enumerated() where letters == word {
            position += 2
            return weekday
        }
        return nil
    }

    private static let weekdays: [(UInt8, UInt8)] = Weekdays.words.map {
        let letters = $0.utf8.span
        return (letters[0], letters[1])
    }

    /// Reads up to and including a quote; returns the range before it.
    mutating func upToQuote() -> Range<Int>? {
        let start = position
        while position < bytes.count {
            defer { position += 1 }
            if bytes[position] == UInt8(ascii: "\"") { return start..<position }
        }
        return nil
    }
}

extension Span<UInt8> {
    fileprivate var isUTC: Bool {
        count == 3 && self[0] == UInt8(ascii: "U") && self[1] == UInt8(ascii: "T")
            && self[2] == UInt8(ascii: "C")
    }
}
