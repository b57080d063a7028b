import Items

/// The characters of an item's texts that a model reads and a person does not see.
///
/// A joiner and the selector of a coloured emoji change what is beside them, so there they are not
/// hidden: 👩‍👩‍👧, ❤️, Persian. A line feed and a tab are seen as space.
struct HiddenCharacters {
    /// The most that are named.
    static let most = 10
    /// An upper bound of the JSON that names them.
    static let bytes = 128

    /// The first ones.
    private(set) var first: [Unicode.Scalar] = []

    /// Adds the hidden characters of a text.
    mutating func add(_ text: String) {
        guard !text.utf8Span.span.isVisibleASCII else { return }
        var scalars = text.unicodeScalars.makeIterator()
        var (previous, next) = (Unicode.Scalar?.none, scalars.next())
        while let scalar = next, first.count < Self.most {
            next = scalars.next()
            if scalar.isInvisible, scalar != "\n", scalar != "\t",
                !scalar.belongsToNeighbours || !previous.isSeen && !next.isSeen
            {
                first.append(scalar)
            }
            previous = scalar
        }
    }
}

extension Span where Element == UInt8 {
    /// Whether all of it is visible ASCII, spaces, tabs and line feeds, as most texts.
    fileprivate var isVisibleASCII: Bool {
        for index in indices {
            switch self[index] {
            case 0x20...0x7E, 0x09, 0x0A: continue
            default: return false
            }
        }
        return true
    }
}

extension Unicode.Scalar {
    /// Whether it is a joiner or the selector of a coloured emoji.
    fileprivate var belongsToNeighbours: Bool {
        switch self {
        case "\u{200C}", "\u{200D}", "\u{FE0F}": true
        default: false
        }
    }
}

extension Optional<Unicode.Scalar> {
    fileprivate var isSeen: Bool {
        map { !$0.isInvisible && !$0.properties.isWhitespace } ?? false
    }
}
