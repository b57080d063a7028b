/// One value or member name of the tape.
struct JSONEntry: Sendable {
    /// The first byte; of a string and a name, the one behind the opening quote.
    let start: UInt32
    /// Of a container the index of the entry behind its subtree, otherwise the byte behind it.
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

    /// Says where a container ends and how many members or elements it has.
    @inline(__always)
    mutating func close(before next: Int, count: Int) {
        extent = UInt32(truncatingIfNeeded: next)
        bits |= UInt32(truncatingIfNeeded: count) << 5
    }

    /// What was read; a member name is a string.
    var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .null }
    /// At least one backslash stands in the string.
    var hasEscapes: Bool { bits & 1 << 3 != 0 }
    /// The string holds U+0000.
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
