/// The columns that texts take on a terminal.
extension Character {
    /// 0 for combining marks, 2 for wide characters, else 1.
    var columns: Int {
        // The first scalar decides: the following ones are drawn onto it.
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation {
            return 2
        }
        return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The blocks of Unicode's East Asian wide and full-width characters.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// The number of columns.
    var columns: Int {
        isPlainASCII ? utf8.count : reduce(0) { $0 + $1.columns }
    }

    /// The text, cut to at most this many columns; `…` replaces the cut part.
    func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        var text = ""
        var width = 1
        for character in self {
            width += character.columns
            if width > limit { break }
            text.append(character)
        }
        return text + "…"
    }

    /// The text, filled with spaces up to this many columns.
    func padded(toColumns width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// The text in one line, without characters that control a terminal.
    ///
    /// Items come from other clients: a title could contain commands for the terminal, or reverse
    /// the direction of the text.
    var sanitized: String {
        guard !isPlainASCII else { return self }
        let scalars = unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether all characters have one byte and one column, as in most titles: for the others,
    /// Unicode's properties decide.
    private var isPlainASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    /// A line of JSON with such characters, and marks of the direction, as `\u…`.
    ///
    /// They can only be in strings, so the JSON has the same meaning.
    var escapedForTerminals: String {
        guard unicodeScalars.contains(where: \.needsEscape) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.needsEscape else { return text.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            text += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal only displays the scalar.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Embeddings, overrides and isolates of the direction.
        default: !(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value)
        }
    }

    /// Whether JSON for a terminal has the scalar as `\u…`.
    fileprivate var needsEscape: Bool { !isPrintable || properties.isBidiControl }
}
