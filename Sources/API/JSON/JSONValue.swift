/// One value of a document: a place on its tape, valid as long as the tape and the text are.
///
/// A reader asks for what it wants and gets nil when something else stands there:
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
    /// The place of this value's entry on it.
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

    /// What stands here.
    package var kind: JSONKind { entry.kind }

    /// Whether it is `null`, which requests may write for an absent member.
    package var isNull: Bool { entry.kind == .null }

    /// Where the value begins in the text; of a string, behind its quote.
    package var offset: Int { Int(entry.start) }

    /// Members of an object or elements of an array, 0 for anything else.
    package var count: Int { entry.count }

    /// The string in place, or nil for another kind.
    package var text: JSONText? {
        @_lifetime(copy self)
        get { kind == .string ? text(at: index) : nil }
    }

    /// The unescaped string, or nil for another kind.
    package func string() -> String? { text?.string() }

    /// The UUID that a string is, or nil for another kind or another string.
    package func uuid() -> (high: UInt64, low: UInt64)? { text?.uuid() }

    /// True or false, or nil for another kind.
    package func bool() -> Bool? {
        kind == .bool ? bytes[Int(entry.start)] == UInt8(ascii: "t") : nil
    }

    /// The Double nearest to the number, always finite, or nil for another kind.
    package func double() -> Double? { decimal?.double() }

    /// The number if it is an integer that fits, never rounded (`1.0` and `1e2` are integers), or
    /// nil for another number or kind.
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

    /// The index of the entry behind this value and all that is in it.
    @inline(__always)
    var next: Int { entry.isContainer ? Int(entry.extent) : index &+ 1 }
}
