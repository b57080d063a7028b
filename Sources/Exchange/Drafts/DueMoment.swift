import Items

/// When an item of a file is due: a day, or a time.
struct DueMoment: Sendable {
    let timestamp: Double
    let day: CivilDate?
    let zone: NamedZone

    /// The due date in the zone.
    var date: CivilDate { day ?? zone.date(at: timestamp) }

    /// A day that begins in a zone; nil where items take none.
    init?(day: CivilDate, in zone: NamedZone) {
        let start = Double(zone.rules.start(of: day))
        // In the years of local mean time, some days began outside of the range that is allowed.
        self.init(
            timestamp: day.starts.contains(start) ? start : day.midnight, day: day, zone: zone)
    }

    /// A wall time in seconds after midnight; nil where items take none.
    init?(_ date: CivilDate, _ seconds: Int, in zone: NamedZone) {
        var (instant, isInGap) = zone.rules.instant(date, seconds)
        if isInGap {
            // RFC 5545 §3.3.5: a time that the clocks skip has the offset before the gap.
            instant =
                Int(date.days) * 86_400 + seconds - zone.rules.period(at: instant - 1).offset
        }
        self.init(timestamp: Double(instant), day: nil, zone: zone)
    }

    /// An instant; nil where items take none.
    init?(instant: Int, in zone: NamedZone) {
        self.init(timestamp: Double(instant), day: nil, zone: zone)
    }

    private init?(timestamp: Double, day: CivilDate?, zone: NamedZone) {
        guard ItemRules.times.contains(timestamp) else { return nil }
        self.timestamp = timestamp
        self.day = day
        self.zone = zone
    }

    /// Whether both say the same, in whatever zones.
    func isEqual(to other: DueMoment) -> Bool {
        timestamp == other.timestamp && day == other.day
    }
}

extension DueMoment {
    /// The moment of `2026-12-04`, or `2026-12-04T17:00[:00]` with a `T` or a space, which `Z` or an
    /// offset may follow; nil for another text.
    init?(_ text: String, in zone: NamedZone) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes.count <= 25,
            let date = CivilDate(bytes.span.extracting(0..<10))
        else { return nil }
        if bytes.count == 10 {
            self.init(day: date, in: zone)
            return
        }
        guard [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]) else {
            return nil
        }
        let end = bytes[11...].firstIndex { !$0.isDigit && $0 != UInt8(ascii: ":") } ?? bytes.count
        guard let seconds = Repetition.time(bytes.span.extracting(11..<end)) else { return nil }
        if end == bytes.count {
            self.init(date, seconds, in: zone)
            return
        }
        guard let offset = Self.offset(bytes[end...]) else { return nil }
        self.init(instant: Int(date.days) * 86_400 + seconds - offset, in: zone)
    }

    /// Seconds east of UTC of `Z`, `+0100` or `+01:00`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        if text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return 0 }
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return nil
        }
        var digits = Array(text.dropFirst())
        if digits.count == 4 { digits.insert(UInt8(ascii: ":"), at: 2) }
        guard digits.count == 5, let seconds = Repetition.time(digits.span) else { return nil }
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

/// The time of `2026-12-04T09:00+01:00`, without an offset in UTC; nil for another text.
package func time(ofText text: String) -> Double? {
    DueMoment(text, in: .utc)?.timestamp
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
