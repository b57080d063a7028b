extension JSONDocument {
    /// Reads a value and its content; `depth` containers are open around it.
    ///
    /// Recursive; `maximumDepth` limits the depth.
    @_lifetime(scanner: copy scanner)
    mutating func readValue(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) {
        scanner.skipWhitespace()
        let start = scanner.position
        guard entries.count < Self.maximumEntries else { throw .tooManyValues(offset: start) }
        let kind: JSONKind
        switch try scanner.peek() {
        case UInt8(ascii: "\""): return try readString(&scanner)
        case UInt8(ascii: "{"): return try readObject(&scanner, depth: depth &+ 1)
        case UInt8(ascii: "["): return try readArray(&scanner, depth: depth &+ 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            kind = .number
            try scanner.skipNumber()
        case UInt8(ascii: "t"):
            kind = .bool
            try scanner.skipLiteral("true")
        case UInt8(ascii: "f"):
            kind = .bool
            try scanner.skipLiteral("false")
        case UInt8(ascii: "n"):
            kind = .null
            try scanner.skipLiteral("null")
        default:
            throw .unexpectedByte(offset: start)
        }
        entries.append(JSONEntry(kind, from: start, to: scanner.position))
    }

    /// Reads a string or a member name.
    @inline(__always)
    @_lifetime(scanner: copy scanner)
    private mutating func readString(_ scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner.position &+ 1
        let traits = try scanner.skipString()
        entries.append(JSONEntry(string: traits, from: start, to: scanner.position &- 1))
    }

    @_lifetime(scanner: copy scanner)
    private mutating func readObject(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) {
        let index = try open(.object, &scanner, depth: depth)
        var count = 0
        if try scanner.peek() == UInt8(ascii: "}") {
            scanner.position &+= 1
        } else {
            repeat {
                scanner.skipWhitespace()
                try readString(&scanner)
                scanner.skipWhitespace()
                try scanner.expect(UInt8(ascii: ":"))
                try readValue(&scanner, depth: depth)
                count &+= 1
            } while try scanner.expectComma(or: UInt8(ascii: "}"))
        }
        entries[index].close(before: entries.count, count: count)
        if count > 1, let offset = names.duplicate(at: index, of: entries, in: scanner.bytes) {
            throw .duplicateName(offset: offset)
        }
    }

    @_lifetime(scanner: copy scanner)
    private mutating func readArray(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) {
        let index = try open(.array, &scanner, depth: depth)
        var count = 0
        if try scanner.peek() == UInt8(ascii: "]") {
            scanner.position &+= 1
        } else {
            repeat {
                try readValue(&scanner, depth: depth)
                count &+= 1
                if depth == 1 { elements = count }
            } while try scanner.expectComma(or: UInt8(ascii: "]"))
        }
        entries[index].close(before: entries.count, count: count)
    }

    /// Skips the opening bracket and the white space after it; returns the entry's index.
    @inline(__always)
    @_lifetime(scanner: copy scanner)
    private mutating func open(
        _ kind: JSONKind, _ scanner: inout JSONScanner, depth: Int
    ) throws(JSONFault) -> Int {
        guard depth <= Self.maximumDepth else { throw .tooDeep(offset: scanner.position) }
        let index = entries.count
        entries.append(JSONEntry(kind, from: scanner.position, to: scanner.position))
        scanner.position &+= 1
        scanner.skipWhitespace()
        return index
    }
}
