/// One value or member name of the tape.
struct JSONEntry: Sendable {
    /// The offset of the first byte; of a string or name, the byte after the opening quote.
    let start: UInt32
    /// For a container the index of the entry after its subtree, otherwise the offset after the
    /// value.
    var extent: UInt32
    /// Kind in bits 0–2, traits in bits 3 and 4, a container's count in the others.
    private var bits: UInt32

    /// An entry for anything but a container.
    @inline(__always)
    init(_ kind: JSONKind, from start: Int, to end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        extent = UInt32(truncatingIfNeeded: end)
        bits = UInt32(kind.rawValue)
    }

    /// The entry of a string that was just scanned, without its quotes.
    @inline(__always)
    init(string traits: JSONScanner.Traits, from start: Int, to end: Int) {
        self.init(.string, from: start, to: end)
        if traits.hasEscapes { bits |= 1 << 3 }
        if traits.hasNUL { bits |= 1 << 4 }
    }

    /// Sets a container's end and its number of members or elements.
    @inline(__always)
    mutating func close(before next: Int, count: Int) {
        extent = UInt32(truncatingIfNeeded: next)
        bits |= UInt32(truncatingIfNeeded: count) << 5
    }

    /// The kind of the value; a member name is a string.
    var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .null }
    var hasEscapes: Bool { bits & 1 << 3 != 0 }
    /// Whether the string contains U+0000.
    var hasNUL: Bool { bits & 1 << 4 != 0 }
    /// Members of an object or elements of an array, 0 for anything else.
    var count: Int { Int(bits >> 5) }
    /// Whether `extent` is an index rather than a byte offset.
    var isContainer: Bool { bits & 7 <= UInt32(JSONKind.array.rawValue) }
}

/// The kinds of JSON values; containers come first.
package enum JSONKind: UInt8, Sendable {
    /// Members with distinct names.
    case object
    /// Elements in order.
    case array
    /// Unicode text without surrogates.
    case string
    /// A decimal number within the range of Double.
    case number
    /// `true` or `false`.
    case bool
    /// `null`.
    case null
}
