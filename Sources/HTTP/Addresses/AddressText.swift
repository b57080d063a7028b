/// Parses the text forms of IP addresses.
enum AddressText {
    /// `192.0.2.1`: four numbers. Leading zeros are refused, because some parsers read them as
    /// octal.
    static func v4(_ text: Span<UInt8>) -> UInt32? {
        var address: UInt32 = 0
        var start = 0
        for part in 0..<4 {
            var end = start
            while end < text.count, text[end].isDigit { end += 1 }
            guard let number = text.extracting(start..<end).canonicalDecimal, number < 256 else {
                return nil
            }
            address = address << 8 | UInt32(number)
            if part == 3 { return end == text.count ? address : nil }
            guard end < text.count, text[end] == dot else { return nil }
            start = end + 1
        }
        return nil
    }

    /// RFC 4291 §2.2: eight groups of up to four hexadecimal digits. `::` replaces groups of zeros,
    /// and the last two groups may be written as IPv4.
    static func v6(_ text: Span<UInt8>) -> (high: UInt64, low: UInt64)? {
        var groups = InlineArray<8, UInt16>(repeating: 0)
        var count = 0
        /// The number of groups before the `::`.
        var gap: Int?
        var index = 0
        if text.count >= 2, text[0] == colon, text[1] == colon {
            gap = 0
            index = 2
        }
        while index < text.count {
            if count <= 6, let v4 = v4(text.extracting(index...)) {
                groups[count] = UInt16(truncatingIfNeeded: v4 >> 16)
                groups[count + 1] = UInt16(truncatingIfNeeded: v4)
                count += 2
                index = text.count
                break
            }
            guard count < 8, let length = group(text.extracting(index...), &groups[count]) else {
                return nil
            }
            count += 1
            index += length
            if index == text.count { break }
            guard text[index] == colon, index + 1 < text.count else { return nil }
            index += 1
            if text[index] == colon {
                guard gap == nil else { return nil }
                gap = count
                index += 1
            }
        }
        if let gap {
            guard count < 8 else { return nil }
            let behind = count - gap
            for offset in 0..<behind {
                groups[7 - offset] = groups[count - 1 - offset]
                if count - 1 - offset < 8 - behind { groups[count - 1 - offset] = 0 }
            }
        } else {
            guard count == 8 else { return nil }
        }
        return (number(groups, from: 0), number(groups, from: 4))
    }

    private static func group(_ text: Span<UInt8>, _ value: inout UInt16) -> Int? {
        var length = 0
        value = 0
        while length < min(4, text.count), let digit = text[length].hexDigitValue {
            value = value << 4 | UInt16(digit)
            length += 1
        }
        return length > 0 ? length : nil
    }

    private static func number(_ groups: InlineArray<8, UInt16>, from start: Int) -> UInt64 {
        var number: UInt64 = 0
        for offset in start..<start + 4 { number = number << 16 | UInt64(groups[offset]) }
        return number
    }

    private static let dot = UInt8(ascii: ".")
    private static let colon = UInt8(ascii: ":")
}
