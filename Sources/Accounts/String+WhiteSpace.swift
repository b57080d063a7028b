extension String {
    /// The text without surrounding white space.
    var withoutOuterWhiteSpace: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension Unicode.Scalar {
    /// Whether it is one of Unicode's control characters (Cc), such as a line feed or U+0000.
    var isControl: Bool { properties.generalCategory == .control }
}
