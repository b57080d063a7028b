/// A value of a document: an index into its tape, valid as long as tape and text.
///
/// A caller asks for a type and gets nil for any other:
///
///     var members = value.members
///     while let member = members.next() {
///         switch member.name {
///         case "title": title = member.value.string()
///         case "done": done = member.value.bool()
///         default: faults.add(path.appending(member.name.string()), .unknownMember)
///         }
///     }
package struct JSONValue: BitwiseCopyable, ~Escapable {
    /// The whole text.
    let bytes: Span<UInt8>
    /// The whole tape.
    let entries: Span<JSONEntry>
    /// The index of this value's entry.
    let index: Int

    /// The value at `index` of the tape.
    @inline(__always)
    @_lifetime(copy bytes, copy entries)
    init(bytes: Span<UInt8>, entries: Span<JSONEntry>, index: Int) {
        self.bytes = bytes
        self.entries = entries
        self.index = index
    }

    private var entry: JSONEntry { entries[index] }

    package var kind: JSONKind { entry.kind }

    /// Whether it is `null`, which in requests may mean absence.
    package var isNull: Bool { entry.kind == .null }

    /// The offset of the value in the text; of a string, after its quote.
    package var offset: Int { Int(entry.start) }

    /// Members of an object or elements of an array, 0 for anything else.
    package var count: Int { entry.count }

    /// The string in place; nil for another kind.
    package var text: JSONText? {
        @_lifetime(copy self)
        get { kind == .string ? text(at: index) : nil }
    }

    /// The unescaped string; nil for another kind.
    package func string() -> String? { text?.string() }

    /// The UUID in a string; nil for another kind or text.
    package func uuid() -> (high: UInt64, low: UInt64)? { text?.uuid() }

    /// The boolean; nil for another kind.
    package func bool() -> Bool? {
        kind == .bool ? bytes[Int(entry.start)] == UInt8(ascii: "t") : nil
    }

    /// The Double nearest to the number, always finite; nil for another kind.
    package func double() -> Double? { decimal?.double() }

    /// The number as an integer, never rounded (`1.0` and `1e2` are integers); nil for another
    /// number or kind.
    package func int() -> Int? { decimal?.int() }

    private var decimal: JSONDecimal? {
        @_lifetime(copy self)
        get {
            guard kind == .number else { return nil }
            return JSONDecimal(bytes.extracting(Int(entry.start)..<Int(entry.extent)))
        }
    }

    /// The string or name of the entry at `index`.
    @inline(__always)
    @_lifetime(copy self)
    func text(at index: Int) -> JSONText {
        let entry = entries[index]
        return JSONText(
            bytes.extracting(Int(entry.start)..<Int(entry.extent)),
            hasEscapes: entry.hasEscapes, containsNUL: entry.hasNUL)
    }

    /// The value at `index` of the same tape.
    @inline(__always)
    @_lifetime(copy self)
    func value(at index: Int) -> JSONValue {
        JSONValue(bytes: bytes, entries: entries, index: index)
    }

    /// The index of the entry after this value and its content.
    @inline(__always)
    var next: Int { entry.isContainer ? Int(entry.extent) : index &+ 1 }
}
