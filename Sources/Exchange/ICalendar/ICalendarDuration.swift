/// A duration (RFC 5545 §3.3.6): `-PT15M`, `P0DT9H`, `P2W`.
struct ICalendarDuration {
    /// Days, which are nominal: the clocks may change within one.
    let days: Int
    let seconds: Int

    /// All of it in seconds, with days of 24 hours.
    var total: Int { days * 86_400 + seconds }

    /// Reads a text; nil for another one, and for more than a thousand years.
    init?(_ text: String) {
        var rest = Array(text.utf8.prefix(64))[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard text.utf8.count <= 64, rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var (days, seconds) = (0, 0)
        var units = Array("WDTHMS".utf8)[...]
        var isAfterT = false
        var hasNumber = false
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                guard !isAfterT, rest.count > 1 else { return nil }
                isAfterT = true
                rest.removeFirst()
                units = Array("HMS".utf8)[...]
                continue
            }
            let digits = rest.prefix { $0.isDigit }
            rest = rest.dropFirst(digits.count)
            guard 1...9 ~= digits.count, let unit = rest.popFirst(),
                let place = units.firstIndex(of: unit)
            else { return nil }
            // Units stand in this order, each once.
            units = units[(place + 1)...]
            let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            hasNumber = true
            switch unit {
            case UInt8(ascii: "W") where !isAfterT: days += 7 * number
            case UInt8(ascii: "D") where !isAfterT: days += number
            case UInt8(ascii: "H") where isAfterT: seconds += 3_600 * number
            case UInt8(ascii: "M") where isAfterT: seconds += 60 * number
            case UInt8(ascii: "S") where isAfterT: seconds += number
            default: return nil
            }
        }
        let limit = 366_000
        guard hasNumber, days <= limit, seconds <= limit * 86_400 else { return nil }
        self.days = isNegative ? -days : days
        self.seconds = isNegative ? -seconds : seconds
    }
}
