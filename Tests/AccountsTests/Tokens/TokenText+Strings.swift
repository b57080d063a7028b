import Accounts

// `#expect` takes what it compares along, and a span cannot leave where it is.

extension TokenText {
    /// What a client sent, nil when it is no token.
    init?(_ text: String) {
        self.init(text.utf8Span.span)
    }
}

extension TokenSelector {
    /// The selector whose 16 bytes these are, nil when they are not so many.
    init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// The selector that is written like this, nil when it is none.
    init?(text: String) {
        self.init(text: text.utf8Span.span)
    }
}

extension Digest {
    /// The digest whose 32 bytes these are, nil when they are not so many.
    init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }
}
