import Items

/// Values as iCalendar writes them (RFC 5545 §3.3).
enum ICalendarText {
    /// `20261204`.
    static func date(_ date: CivilDate) -> String {
        date.description.split(separator: "-").joined()
    }

    /// `20261204T160000Z`, whole seconds.
    static func time(_ seconds: Double) -> String {
        let (day, second) = UTCRules().local(Int(seconds.rounded(.down)))
        return date(day) + "T" + twoDigits(second / 3_600) + twoDigits(second / 60 % 60)
            + twoDigits(second % 60) + "Z"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// Degrees with six decimals, which no exponent follows.
    static func degrees(_ value: Double) -> String {
        let millionths = Int((value.magnitude * 1_000_000).rounded())
        let fraction = "\(1_000_000 + millionths % 1_000_000)".dropFirst()
        return (value < 0 && millionths > 0 ? "-" : "") + "\(millionths / 1_000_000)." + fraction
    }

    /// A text with its escapes (§3.3.11), without control characters but tab.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\\", ";", ",":
                escaped.append("\\")
                escaped.append(scalar)
            case "\n" where isAfterReturn: break
            case "\n", "\r":
                escaped.append("\\")
                escaped.append("n")
            case "\t": escaped.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": break
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension ItemID {
    fileprivate static let groups = [8, 4, 4, 4, 12]

    /// The text of the UUID.
    var text: String {
        let bytes = BigEndian.bytes([high, low] as InlineArray<2, UInt64>)
        var digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()[...]
        return Self.groups.map { count in
            defer { digits = digits.dropFirst(count) }
            return digits.prefix(count)
        }.joined(separator: "-")
    }
}
