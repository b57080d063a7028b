/// A JSON text that was read and checked as a whole, kept as a tape of entries over its bytes.
///
/// The tape has one entry for each value and each member name, in document order, 12 bytes each:
///
///     text    {"a":[1,"x"],"b":null}
///     index    0      1     2      3     4     5     6
///     entry    {      "a"   [      1     "x"   "b"   null
///     extent   →7     end   →5     end   end   end   end
///
/// A container's extent is the index of the entry behind its subtree, so that a value is skipped in
/// one step; any other entry's extent is the byte behind it. The tape keeps its memory from one
/// text to the next: a lane that has warmed up reads ordinary documents without allocating.
package struct JSONDocument: Sendable {
    /// How many objects and arrays may stand in one another.
    package static let maximumDepth = 64
    /// The longest text that an entry's fields can describe.
    package static let maximumBytes = 1 << 28

    /// The tape.
    var entries: [Entry] = []
    /// What it takes to find a name that comes twice.
    var names = JSONNames()

    /// An empty document, to be filled by `parse`.
    package init() {}

    /// Reads a text and returns its one value, which stays readable until the next use of `self`.
    ///
    /// One pass checks everything, in time linear in the length whatever the content is; throws
    /// the first fault it meets.
    @_lifetime(&self, copy bytes)
    package mutating func parse(_ bytes: Span<UInt8>) throws(JSONFault) -> JSONValue {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong(offset: Self.maximumBytes) }
        entries.removeAll(keepingCapacity: true)
        var scanner = JSONScanner(bytes)
        scanner.skipByteOrderMark()
        try readValue(&scanner, depth: 0)
        scanner.skipWhitespace()
        guard scanner.position == bytes.count else {
            throw .trailingBytes(offset: scanner.position)
        }
        return JSONValue(bytes: bytes, entries: entries.span, index: 0)
    }

    /// Forgets the text; memory for more than `limit` entries is given back, so that one large
    /// document is not paid for ever after.
    package mutating func removeAll(keeping limit: Int = .max) {
        entries.removeAll(keepingCapacity: entries.capacity <= limit)
        names.removeAll(keeping: limit)
    }
}

extension JSONDocument {
    /// One value or member name of the tape.
    struct Entry: Sendable {
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
