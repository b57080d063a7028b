/// A parsed and checked JSON text, kept as a tape of entries that refer to its bytes.
///
/// The tape has one entry of 12 bytes for each value and each member name, in document order:
///
///     text    {"a":[1,"x"],"b":null}
///     index    0      1     2      3     4     5     6
///     entry    {      "a"   [      1     "x"   "b"   null
///     extent   →7     end   →5     end   end   end   end
///
/// A container's extent is the index of the entry after its subtree, so a value is skipped in one
/// step. Any other entry's extent is the offset of the byte after it. The tape's memory is reused:
/// a warm lane parses ordinary documents without allocating.
package struct JSONDocument: Sendable {
    /// The deepest nesting of objects and arrays.
    package static let maximumDepth = 64
    /// The maximum number of values and member names: more than twice as many as in the largest
    /// valid body. 16 MiB of `1,1,1` would take a fifth of a second of a lane's time.
    package static let maximumEntries = 131_072
    /// The longest text that an entry's fields can describe.
    package static let maximumBytes = 1 << 28

    var entries: [JSONEntry] = []
    /// The search for duplicate names.
    var names = JSONNames()
    /// The number of elements read of the outermost array, also in a refused text.
    var elements = 0

    /// An empty document, to be filled by `parse`.
    package init() {}

    /// Parses a text and returns its value, which is valid until the next use of `self`.
    ///
    /// One pass checks everything in linear time; throws the first fault.
    @_lifetime(&self, copy bytes)
    package mutating func parse(_ bytes: Span<UInt8>) throws(JSONFault) -> JSONValue {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong(offset: Self.maximumBytes) }
        entries.removeAll(keepingCapacity: true)
        elements = 0
        var scanner = JSONScanner(bytes)
        scanner.skipByteOrderMark()
        try readValue(&scanner, depth: 0)
        scanner.skipWhitespace()
        guard scanner.position == bytes.count else {
            throw .trailingBytes(offset: scanner.position)
        }
        return JSONValue(bytes: bytes, entries: entries.span, index: 0)
    }

    /// Drops the text. Frees memory for more than `limit` entries, so that one large document does
    /// not hold it forever.
    package mutating func removeAll(keeping limit: Int = .max) {
        entries.removeAll(keepingCapacity: entries.capacity <= limit)
        names.removeAll(keeping: limit)
    }
}
