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
    /// How many values and member names a text may have: more than twice as many as the largest
    /// body that can be taken has. 16 MiB of `1,1,1` would be a fifth of a second of a lane's time.
    package static let maximumEntries = 131_072
    /// The longest text that an entry's fields can describe.
    package static let maximumBytes = 1 << 28

    /// The tape.
    var entries: [JSONEntry] = []
    /// What it takes to find a name that comes twice.
    var names = JSONNames()
    /// How many elements the outermost value has had so far, if that is an array; also of a text
    /// that was refused.
    var elements = 0

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

    /// Forgets the text; memory for more than `limit` entries is given back, so that one large
    /// document is not paid for ever after.
    package mutating func removeAll(keeping limit: Int = .max) {
        entries.removeAll(keepingCapacity: entries.capacity <= limit)
        names.removeAll(keeping: limit)
    }
}
