extension String {
    /// The text without surrounding white space.
    var withoutOuterWhiteSpace: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether it has a hidden character, except a joiner within an emoji, as in 👩‍👩‍👧.
    var hasHiddenCharacters: Bool {
        let scalars = Array(unicodeScalars)
        return scalars.indices.contains { index in
            guard scalars[index].isHidden else { return false }
            let isWithinEmoji =
                scalars[index] == Unicode.Scalar.joiner && index > 0 && index + 1 < scalars.count
                && scalars[index - 1].isPartOfEmoji && scalars[index + 1].isPartOfEmoji
            return !isWithinEmoji
        }
    }
}

extension Unicode.Scalar {
    /// U+200D, ZERO WIDTH JOINER.
    fileprivate static let joiner: Unicode.Scalar = "\u{200D}"

    /// Whether it is an emoji, or selects one's colours; digits and other ASCII are none.
    fileprivate var isPartOfEmoji: Bool {
        !isASCII && (properties.isEmoji || self == "\u{FE0F}")
    }

    /// Whether it is one of Unicode's control characters (Cc), such as a line feed or U+0000.
    var isControl: Bool { properties.generalCategory == .control }

    /// Whether it cannot be seen, and can make a text look like another one: a control character, a
    /// format character such as a direction mark or a zero-width space, a separator of lines, or one
    /// for private use.
    package var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
