/// Folds case, so that texts that differ only in case compare equal byte by byte.
///
/// This is Unicode's full case folding (C + F of CaseFolding.txt): ß, ẞ and SS are equal, and so
/// are σ, ς and Σ, or k and the Kelvin sign; ı is not i. The standard library has no table for it.
/// Lower case of upper case of lower case gives the same classes, except for ı. Texts are not
/// normalized: é as one scalar differs from é as two.
package enum CaseFolding {
    /// Appends the folded UTF-8 of `text`; of invalid UTF-8, only the leading ASCII.
    package static func append(_ text: Span<UInt8>, to folded: inout [UInt8]) {
        folded.reserveCapacity(folded.count + text.count)
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x80 else {
                let rest = text.extracting(index...)
                guard let scalars = try? UTF8Span(validating: rest) else { return }
                return append(scalars, to: &folded)
            }
            folded.append(fold(byte))
        }
    }

    /// The folded UTF-8 of `text`.
    package static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        append(text.utf8Span.span, to: &folded)
        return folded
    }

    private static func append(_ text: UTF8Span, to folded: inout [UInt8]) {
        var scalars = text.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
            if scalar.isASCII {
                folded.append(fold(UInt8(truncatingIfNeeded: scalar.value)))
            } else if let known = known(scalar) {
                folded.append(contentsOf: known)
            } else {
                folded.append(contentsOf: fold(scalar))
            }
        }
    }

    /// The folded form of Latin, Greek, Cyrillic and Armenian letters: the standard library's
    /// mappings allocate a string for each step.
    private static let table = (0x80...0x58F as ClosedRange<UInt32>).map { value in
        Unicode.Scalar(value).map(fold) ?? []
    }

    private static func known(_ scalar: Unicode.Scalar) -> [UInt8]? {
        let index = Int(scalar.value) - 0x80
        return index < table.count ? table[index] : nil
    }

    private static func fold(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func fold(_ scalar: Unicode.Scalar) -> [UInt8] {
        guard scalar.properties.changesWhenCaseMapped, scalar != "\u{131}" else {
            return Array(String(scalar).utf8)
        }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        let upper = lower.map(\.properties.uppercaseMapping).joined()
        return Array(upper.unicodeScalars.map(\.properties.lowercaseMapping).joined().utf8)
    }
}
