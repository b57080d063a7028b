/// Percent-decoding, RFC 3986 §2.1.
package enum PercentDecoding {
    /// The decoded bytes; nil if a `%` is not followed by two hexadecimal digits.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        decode(text, plus: UInt8(ascii: "+"))
    }

    /// The decoded bytes, with `plus` in place of every `+`.
    static func decode(_ text: Span<UInt8>, plus: UInt8) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < text.count, let high = text[index + 1].hexDigitValue,
                    let low = text[index + 2].hexDigitValue
                else { return nil }
                decoded.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+"):
                decoded.append(plus)
                index += 1
            case let byte:
                decoded.append(byte)
                index += 1
            }
        }
        return decoded
    }
}
