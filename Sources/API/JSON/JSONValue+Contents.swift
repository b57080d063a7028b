extension JSONValue {
    /// The members in document order; empty for another kind.
    package var members: JSONMembers {
        @_lifetime(copy self)
        get { JSONMembers(self) }
    }

    /// The elements in order; empty for another kind.
    package var elements: JSONElements {
        @_lifetime(copy self)
        get { JSONElements(self) }
    }

    /// The value of the member `name`; nil if there is none.
    @_lifetime(copy self)
    package func member(_ name: String) -> JSONValue? {
        var members = members
        while let member = members.next() {
            if member.name == name { return member.value }
        }
        return nil
    }
}

package struct JSONMember: BitwiseCopyable, ~Escapable {
    /// The name; compares with a string literal without allocating.
    package let name: JSONText
    package let value: JSONValue

    @inline(__always)
    @_lifetime(copy value)
    fileprivate init(_ value: JSONValue) {
        self.value = value
        name = value.text(at: value.index &- 1)
    }

    /// The index of the name's entry, right before the value's.
    var nameIndex: Int { value.index &- 1 }

    /// The offset of the name in the text, after its quote.
    package var nameOffset: Int { Int(value.entries[nameIndex].start) }
}

/// Iterates over the members of an object.
package struct JSONMembers: BitwiseCopyable, ~Escapable {
    private let object: JSONValue
    private var left: Int
    private var index: Int

    @inline(__always)
    @_lifetime(copy object)
    fileprivate init(_ object: JSONValue) {
        self.object = object
        left = object.kind == .object ? object.count : 0
        // After the object's own entry and the first name.
        index = object.index &+ 2
    }

    /// The next member; nil at the end.
    @inline(__always)
    @_lifetime(copy self)
    package mutating func next() -> JSONMember? {
        guard left > 0 else { return nil }
        left &-= 1
        let value = object.value(at: index)
        index = value.next &+ 1
        return JSONMember(value)
    }
}

/// Iterates over the elements of an array.
package struct JSONElements: BitwiseCopyable, ~Escapable {
    private let array: JSONValue
    private var left: Int
    private var index: Int

    @inline(__always)
    @_lifetime(copy array)
    fileprivate init(_ array: JSONValue) {
        self.array = array
        left = array.kind == .array ? array.count : 0
        index = array.index &+ 1
    }

    /// The next element; nil at the end.
    @inline(__always)
    @_lifetime(copy self)
    package mutating func next() -> JSONValue? {
        guard left > 0 else { return nil }
        left &-= 1
        let value = array.value(at: index)
        index = value.next
        return value
    }
}
