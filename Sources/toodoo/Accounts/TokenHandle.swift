import Accounts

/// The name of a token for the operator: the first bytes of its selector in hexadecimal, which is
/// no secret.
struct TokenHandle: Equatable {
    let text: String
    /// The first and the last selector with this prefix.
    let range: (first: TokenSelector, last: TokenSelector)

    static func == (left: TokenHandle, right: TokenHandle) -> Bool { left.text == right.text }

    /// The handle of a token.
    static func text(of selector: TokenSelector) -> String {
        let digits = String(selector.high >> 16, radix: 16)
        return String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Reads 4 to 12 digits; nil for anything else.
    init?(_ text: String) {
        guard (4...12).contains(text.utf8.count), text.allSatisfy(\.isHexDigit),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.text = text
        let rest = UInt64(64 - 4 * text.utf8.count)
        range = (
            TokenSelector(high: value << rest, low: 0),
            TokenSelector(high: value << rest | (1 << rest - 1), low: .max)
        )
    }
}
