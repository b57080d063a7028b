import Accounts
import Items

// `#expect` captures its operands, and a span cannot escape.

extension TokenText {
    /// The token of a text; nil if the text is not a token.
    init?(_ text: String) {
        self.init(text.utf8Span.span)
    }
}

extension TokenSelector {
    /// The selector of 16 bytes; nil for any other number.
    init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// The selector of a text; nil if the text is not a selector.
    init?(text: String) {
        self.init(text: text.utf8Span.span)
    }
}

extension Digest {
    /// The digest of 32 bytes; nil for any other number.
    init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }
}
