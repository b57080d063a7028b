/// base64url (RFC 4648 §5), which is written without padding.
package enum Base64URL {
    /// Decodes words; nil for any other text.
    ///
    /// The last character has spare bits. They must be zero, or the same words would have several
    /// spellings (RFC 4648 §3.5).
    static func words<let count: Int>(
        _ text: Span<UInt8>, as: InlineArray<count, UInt64>.Type
    ) -> InlineArray<count, UInt64>? {
        guard text.count == length(of: count) else { return nil }
        var words = InlineArray<count, UInt64>(repeating: 0)
        var rest = 0 as UInt64
        for index in text.indices {
            guard let value = value(of: text[index]) else { return nil }
            // The word, and the offset of the six bits in it.
            let (word, offset) = (6 * index).quotientAndRemainder(dividingBy: 64)
            words[word] |=
                offset <= 58 ? value << UInt64(58 - offset) : value >> UInt64(offset - 58)
            guard offset > 58 else { continue }
            let carried = value << UInt64(122 - offset)
            if word + 1 < count { words[word + 1] = carried } else { rest = carried }
        }
        return rest == 0 ? words : nil
    }

    static func text<let count: Int>(_ words: InlineArray<count, UInt64>) -> [UInt8] {
        let bits = { (index: Int) -> UInt64 in index < count ? words[index] : 0 }
        return (0..<length(of: count)).map { index in
            let (word, offset) = (6 * index).quotientAndRemainder(dividingBy: 64)
            let value =
                offset <= 58
                ? bits(word) >> UInt64(58 - offset)
                : bits(word) << UInt64(offset - 58) | bits(word + 1) >> UInt64(122 - offset)
            return character(of: UInt8(truncatingIfNeeded: value & 63))
        }
    }

    /// Decodes bytes, whose padding is optional; nil for any other text.
    package static func bytes(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        if digits.count.isMultiple(of: 4) {
            while digits.last == UInt8(ascii: "="), text.utf8.count - digits.count < 2 {
                digits.removeLast()
            }
        }
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * digits.count / 4)
        var (bits, count) = (0 as UInt64, 0)
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
            bits &= 1 << UInt64(count) - 1
        }
        return bits == 0 ? bytes : nil
    }

    package static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        text.reserveCapacity((4 * bytes.count + 2) / 3)
        var (bits, count) = (0 as UInt64, 0)
        func append(_ value: UInt64) {
            text.unicodeScalars.append(
                Unicode.Scalar(character(of: UInt8(truncatingIfNeeded: value & 63))))
        }
        for byte in bytes {
            bits = (bits << 8 | UInt64(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                append(bits >> UInt64(count))
            }
        }
        if count > 0 { append(bits << UInt64(6 - count)) }
        return text
    }

    /// The number of characters for this number of words.
    static func length(of words: Int) -> Int { (64 * words + 5) / 6 }

    private static func value(of character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func character(of value: UInt8) -> UInt8 {
        switch value {
        case ..<26: UInt8(ascii: "A") + value
        case ..<52: UInt8(ascii: "a") + value - 26
        case ..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }
}
