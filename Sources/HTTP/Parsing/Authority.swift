/// Host and optional port, as in `Host` and in absolute targets: RFC 3986 §3.2 without user info.
///
///     authority = ( "[" address "]" / name ) [ ":" port ]
enum Authority {
    /// Whether the text is a valid authority.
    ///
    /// RFC 3986 allows a comma in names. The comma is refused here: an intermediary that joins two
    /// `Host` values produces one. A port without a host is refused too (RFC 9110 §4.2.1).
    static func isValid(_ text: Span<UInt8>) -> Bool {
        let bracketed = !text.isEmpty && text[0] == UInt8(ascii: "[")
        guard let end = bracketed ? endOfAddress(text) : endOfName(text) else { return false }
        if end == text.count { return true }

        guard text[end] == UInt8(ascii: ":"), end > 0 else { return false }
        for index in (end + 1)..<text.count where !text[index].isDigit { return false }
        return true
    }

    /// The part before the port, with the brackets of an address.
    ///
    /// The text is not validated: with a malformed authority, the remainder may be something other
    /// than a port.
    @_lifetime(copy authority)
    static func host(_ authority: Span<UInt8>) -> Span<UInt8> {
        var end = authority.count
        while end > 0, authority[end - 1].isDigit { end -= 1 }
        let hasPort = end > 0 && authority[end - 1] == UInt8(ascii: ":")
        return authority.extracting(first: hasPort ? end - 1 : authority.count)
    }

    /// The end of `[::1]` or of a future address format, `[v1.name:x]` (RFC 3986 §3.2.2).
    private static func endOfAddress(_ text: Span<UInt8>) -> Int? {
        var index = 1
        while index < text.count, text[index].isHostCharacter || text[index] == UInt8(ascii: ":") {
            index += 1
        }
        guard index < text.count, text[index] == UInt8(ascii: "]") else { return nil }
        let address = text.extracting(1..<index)
        return isFutureAddress(address) || AddressText.v6(address) != nil ? index + 1 : nil
    }

    /// Whether it is `v`, a hexadecimal version, a dot, and more.
    private static func isFutureAddress(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0] | 0x20 == UInt8(ascii: "v") else { return false }
        var index = 1
        while index < text.count, text[index].hexDigitValue != nil { index += 1 }
        return index > 1 && index + 1 < text.count && text[index] == UInt8(ascii: ".")
    }

    private static func endOfName(_ text: Span<UInt8>) -> Int? {
        var index = 0
        while index < text.count {
            if text[index].isHostCharacter {
                index += 1
            } else if text[index] == UInt8(ascii: "%") {
                guard index + 2 < text.count, text[index + 1].hexDigitValue != nil,
                    text[index + 2].hexDigitValue != nil
                else { return nil }
                index += 3
            } else {
                break
            }
        }
        return index
    }
}

extension UInt8 {
    /// `unreserved` and `sub-delims` without the comma, RFC 3986 §2.
    fileprivate var isHostCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
