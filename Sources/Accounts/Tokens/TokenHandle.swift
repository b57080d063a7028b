/// The name of a token: the first bytes of its selector in hexadecimal, which is not secret.
package struct TokenHandle: Equatable, Sendable {
    /// The digits of a complete handle.
    package static let length = 12

    // Numbers only: each request passes on what its path names.
    private let value: UInt64
    private let digits: UInt8

    /// The digits, in lower case.
    package var text: String { Self.text(of: value, Int(digits)) }

    /// The first and the last selector with this prefix.
    package var range: (first: TokenSelector, last: TokenSelector) {
        let rest = 64 - 4 * UInt64(digits)
        return (
            TokenSelector(high: value << rest, low: 0),
            TokenSelector(high: value << rest | (1 << rest - 1), low: .max)
        )
    }

    package static func text(of selector: TokenSelector) -> String {
        text(of: selector.high >> 16, length)
    }

    private static func text(of value: UInt64, _ length: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: length - digits.count) + digits
    }

    /// Reads 4 to 12 digits, the beginning of a handle; nil for anything else.
    package init?(_ text: String) {
        guard (4...Self.length).contains(text.utf8.count), text.allSatisfy(\.isHexDigit),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.value = value
        digits = UInt8(text.utf8.count)
    }

    package func names(_ selector: TokenSelector) -> Bool {
        (range.first.high...range.last.high).contains(selector.high)
    }
}
