extension JSONValue {
    /// The members in document order; none for anything but an object.
    package var members: JSONMembers {
        @_lifetime(copy self)
        get { JSONMembers(self) }
    }

    /// The elements in order; none for anything but an array.
    package var elements: JSONElements {
        @_lifetime(copy self)
        get { JSONElements(self) }
    }

    /// The value of the member called `name`, or nil when there is none.
    @_lifetime(copy self)
    package func member(_ name: String) -> JSONValue? {
        var members = members
        while let member = members.next() {
            if member.name == name { return member.value }
        }
        return nil
    }
}

/// A name and its value, in an object.
package struct JSONMember: BitwiseCopyable, ~Escapable {
    /// What the member is called; compares with a string literal without allocating.
    package let name: JSONText
    /// What the member is.
    package let value: JSONValue

    @inline(__always)
    @_lifetime(copy value)
    fileprivate init(_ value: JSONValue) {
        self.value = value
        name = value.text(at: value.index &- 1)
    }

    /// The name's place on the tape, right before the value's.
    var nameIndex: Int { value.index &- 1 }

    /// The byte of the text at which the name begins, behind its quote.
    package var nameOffset: Int { Int(value.entries[nameIndex].start) }
}

/// Hands out the members of an object one by one.
package struct JSONMembers: BitwiseCopyable, ~Escapable {
    private let object: JSONValue
    private var left: Int
    private var index: Int

    @inline(__always)
    @_lifetime(copy object)
    fileprivate init(_ object: JSONValue) {
        self.object = object
        left = object.kind == .object ? object.count : 0
        // Behind the object's own entry and the first name.
        index = object.index &+ 2
    }

    /// The next member, or nil when all have been handed out.
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

/// Hands out the elements of an array one by one.
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

    /// The next element, or nil when all have been handed out.
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
