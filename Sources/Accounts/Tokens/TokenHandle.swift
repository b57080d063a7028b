/// The name of a token: the first bytes of its selector in hexadecimal, which is no secret.
package struct TokenHandle: Equatable, Sendable {
    /// The digits of a complete handle.
    package static let length = 12

    package let text: String
    /// The first and the last selector with this prefix.
    package let range: (first: TokenSelector, last: TokenSelector)

    package static func == (left: TokenHandle, right: TokenHandle) -> Bool {
        left.text == right.text
    }

    /// The handle of a token.
    package static func text(of selector: TokenSelector) -> String {
        let digits = String(selector.high >> 16, radix: 16)
        return String(repeating: "0", count: length - digits.count) + digits
    }

    /// Reads 4 to 12 digits, the beginning of a handle; nil for anything else.
    package init?(_ text: String) {
        guard (4...Self.length).contains(text.utf8.count), text.allSatisfy(\.isHexDigit),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.text = text
        let rest = UInt64(64 - 4 * text.utf8.count)
        range = (
            TokenSelector(high: value << rest, low: 0),
            TokenSelector(high: value << rest | (1 << rest - 1), low: .max)
        )
    }

    /// Whether the token has this handle.
    package func names(_ selector: TokenSelector) -> Bool {
        (range.first.high...range.last.high).contains(selector.high)
    }
}
