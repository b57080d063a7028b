import Items

extension String {
    /// The text without surrounding white space.
    var withoutOuterWhiteSpace: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether it has a hidden character, except where one has an effect that can be seen: a joiner
    /// within an emoji, as in 👩‍👩‍👧, or a variation selector behind an emoji or an ideograph.
    var hasHiddenCharacters: Bool {
        let scalars = Array(unicodeScalars)
        return scalars.indices.contains { index in
            guard scalars[index].isHidden else { return false }
            guard index > 0 else { return true }
            let previous = scalars[index - 1]
            switch scalars[index] {
            case .joiner:
                return !previous.isPartOfEmoji || index + 1 == scalars.count
                    || !scalars[index + 1].isPartOfEmoji
            case "\u{FE0E}", "\u{FE0F}":
                // Digits make keycaps.
                let isKeycap = index + 1 < scalars.count && scalars[index + 1] == "\u{20E3}"
                return !previous.properties.isEmoji || previous.isASCII && !isKeycap
            case "\u{E0100}"..."\u{E01EF}": return !previous.properties.isUnifiedIdeograph
            default: return true
            }
        }
    }

    /// The text with an accent in its letter, where Unicode has one scalar for both.
    var withComposedAccents: String {
        guard unicodeScalars.contains(where: { Script.accents.contains($0.value) }) else {
            return self
        }
        // Equality of characters is canonical equivalence, so the set has the composed form.
        return String(
            map { character in
                Self.composed.firstIndex(of: character).map { Self.composed[$0] } ?? character
            })
    }

    /// The letters with accents of Latin, Greek and Cyrillic.
    private static let composed = Set<Character>(
        [0xC0...0x24F, 0x386...0x4F9, 0x1E00...0x1FFF].joined().compactMap { (value: UInt32) in
            Unicode.Scalar(value).map { Character($0) }
        })
}

extension Unicode.Scalar {
    /// U+200D, ZERO WIDTH JOINER.
    fileprivate static let joiner: Unicode.Scalar = "\u{200D}"

    /// Whether it is an emoji, or selects the colours of one; digits and other ASCII do not count.
    fileprivate var isPartOfEmoji: Bool {
        !isASCII && (properties.isEmoji || self == "\u{FE0F}")
    }

    /// Whether it is one of Unicode's control characters (Cc), such as a line feed or U+0000.
    var isControl: Bool { properties.generalCategory == .control }

    /// Whether it cannot be seen, and can make a text look like another one: a control character, a
    /// format character such as a direction mark or a zero-width space, a separator of lines, a
    /// blank filler or pattern, one for private use, or a noncharacter.
    package var isHidden: Bool {
        switch properties.generalCategory {
        case .privateUse, .lineSeparator, .paragraphSeparator: true
        default: isInvisible || properties.isNoncharacterCodePoint
        }
    }
}
