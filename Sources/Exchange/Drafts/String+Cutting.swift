import Items

extension String {
    /// The first characters, which are Unicode scalars.
    func prefix(characters count: Int) -> String {
        // A scalar has at least one byte.
        utf8.count <= count ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }

    /// The longest beginning of at most this many bytes that ends with a whole character.
    func prefix(bytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: count)
        while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// The text with a space for each run of line breaks.
    var onOneLine: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
            return self
        }
        return split { $0.isNewline }.joined(separator: " ")
    }

    /// The text without invisible characters.
    var visible: String {
        var visible = String.UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isInvisible { visible.append(scalar) }
        return ItemRules.trimmed(String(visible))
    }

    /// The text with a `-` for each run of white space, without what no tag may have.
    var asTag: String {
        var tag = String.UnicodeScalarView()
        var isAfterSpace = false
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                if !isAfterSpace { tag.append("-") }
                isAfterSpace = true
                continue
            }
            isAfterSpace = false
            if scalar == "#" || scalar == "," || scalar.properties.generalCategory == .control {
                continue
            }
            tag.append(scalar)
        }
        return String(tag)
    }
}
