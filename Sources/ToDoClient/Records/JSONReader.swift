import Foundation

/// Reads JSON step by step.
///
/// Several times as fast as `JSONDecoder`: opening a store reads all of its records. The reader
/// expects what `JSONWriter` writes and throws for anything that it cannot read.
struct JSONReader {
    /// The text is not the expected JSON.
    struct Malformed: Error {
        let offset: Int
    }

    private let bytes: [UInt8]
    private(set) var index = 0
    /// The number of values around the next one, of those that `value()` reads.
    private var level = 0

    init(_ data: Data) {
        bytes = [UInt8](data)
    }

    var malformed: Malformed { Malformed(offset: index) }
    private var nextByte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func expect(_ byte: UInt8) throws {
        guard nextByte == byte else { throw malformed }
        index += 1
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard nextByte == byte else { return false }
        index += 1
        return true
    }

    mutating func end() throws {
        guard index == bytes.count else { throw malformed }
    }

    /// Reads an object; `member` is called after each name and reads the value.
    mutating func object(_ member: (inout JSONReader, String) throws -> Void) throws {
        try expect(UInt8(ascii: "{"))
        if consume(UInt8(ascii: "}")) { return }
        repeat {
            let name = try string()
            try expect(UInt8(ascii: ":"))
            try member(&self, name)
        } while consume(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// Reads an array; `element` is called before each element and reads it.
    mutating func array<Element>(
        _ element: (inout JSONReader) throws -> Element
    ) throws -> [Element] {
        try expect(UInt8(ascii: "["))
        var elements: [Element] = []
        if consume(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try element(&self)) } while consume(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return elements
    }

    mutating func bool() throws -> Bool {
        if skip("true") { return true }
        guard skip("false") else { throw malformed }
        return false
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[index..<end].elementsEqual(word.description.utf8) else {
            return false
        }
        index = end
        return true
    }

    mutating func int() throws -> Int {
        let isNegative = consume(UInt8(ascii: "-"))
        let start = index
        var value = 0
        while let byte = nextByte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeNow) = shifted.addingReportingOverflow(
                Int(byte - UInt8(ascii: "0")))
            guard !isTooLarge, !isTooLargeNow else { throw malformed }
            value = sum
            index += 1
        }
        guard index > start else { throw malformed }
        return isNegative ? -value : value
    }

    mutating func double() throws -> Double {
        let start = index
        while let byte = nextByte, Self.isPartOfNumber(byte) { index += 1 }
        guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            throw malformed
        }
        return value
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    mutating func uuid() throws -> UUID {
        try expect(UInt8(ascii: "\""))
        guard index + 37 <= bytes.count else { throw malformed }
        let upper = try hex(8) << 32 | separated(4) << 16 | separated(4)
        let lower = try separated(4) << 48 | separated(12)
        try expect(UInt8(ascii: "\""))
        return UUID(upper: upper, lower: lower)
    }

    /// Reads a hyphen and this many digits.
    private mutating func separated(_ digits: Int) throws -> UInt64 {
        try expect(UInt8(ascii: "-"))
        return try hex(digits)
    }

    private mutating func hex(_ digits: Int) throws -> UInt64 {
        var value: UInt64 = 0
        for byte in bytes[index..<index + digits] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: throw malformed
            }
            value = value << 4 | UInt64(digit)
        }
        index += digits
        return value
    }

    mutating func string() throws -> String {
        try expect(UInt8(ascii: "\""))
        let start = index
        while let byte = nextByte {
            if byte == UInt8(ascii: "\"") {
                index += 1
                return String(decoding: bytes[start..<index - 1], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            index += 1
        }
        throw malformed
    }

    private mutating func escapedString(from start: Int) throws -> String {
        var text = Array(bytes[start..<index])
        while let byte = nextByte {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape().utf8)
            default: text.append(byte)
            }
        }
        throw malformed
    }

    /// The character of an escape, after its backslash.
    private mutating func escape() throws -> String {
        guard let byte = nextByte else { throw malformed }
        index += 1
        guard byte == UInt8(ascii: "u") else {
            // The writer escapes these two and control characters only.
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { throw malformed }
            return String(Character(Unicode.Scalar(byte)))
        }
        guard index + 4 <= bytes.count,
            let value = UInt32(
                String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw malformed }
        index += 4
        return String(Character(scalar))
    }

    /// Passes over a value and returns its text.
    mutating func value() throws -> ArraySlice<UInt8> {
        let start = index
        guard level < JSONDecoder.levels else { throw malformed }
        level += 1
        defer { level -= 1 }
        switch nextByte {
        case UInt8(ascii: "{"): try object { json, _ in _ = try json.value() }
        case UInt8(ascii: "["): _ = try array { json in _ = try json.value() }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): guard skip("null") else { throw malformed }
        default: _ = try double()
        }
        return bytes[start..<index]
    }

    private mutating func skipString() throws {
        try expect(UInt8(ascii: "\""))
        while let byte = nextByte {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw malformed
    }
}

extension JSONReader {
    /// Whether a string comes next.
    var isAtString: Bool { nextByte == UInt8(ascii: "\"") }
}
