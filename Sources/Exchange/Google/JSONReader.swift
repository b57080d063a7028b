/// Reads a JSON text (RFC 8259) from its start to its end, and keeps nothing of it.
///
/// The tape of `JSONDocument` is bounded for the bodies of requests: it takes less than a file of
/// 10,000 tasks.
struct JSONReader {
    private let text: [UInt8]
    private var position = 0
    private var depth = 0

    /// The deepest nesting of objects and arrays.
    private static let maximumDepth = 64

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The fault of the byte that is next.
    var fault: ImportFault { .notJSON(line: FileText.line(of: position, in: text)) }

    /// The first byte of the next value, which tells its kind.
    mutating func kind() throws(ImportFault) -> UInt8 {
        skipBlanks()
        guard position < text.count else { throw fault }
        return text[position]
    }

    /// Reads an object; `member` reads each value or skips it.
    mutating func object(
        _ member: (inout JSONReader, String) throws(ImportFault) -> Void
    ) throws(ImportFault) {
        try elements(UInt8(ascii: "{"), UInt8(ascii: "}")) { reader throws(ImportFault) in
            let name = try reader.string()
            guard try reader.kind() == UInt8(ascii: ":") else { throw reader.fault }
            reader.position += 1
            try member(&reader, name)
        }
    }

    /// Reads an array; `element` reads each value or skips it.
    mutating func array(
        _ element: (inout JSONReader) throws(ImportFault) -> Void
    ) throws(ImportFault) {
        try elements(UInt8(ascii: "["), UInt8(ascii: "]"), element)
    }

    private mutating func elements(
        _ opening: UInt8, _ closing: UInt8,
        _ element: (inout JSONReader) throws(ImportFault) -> Void
    ) throws(ImportFault) {
        guard try kind() == opening, depth < Self.maximumDepth else { throw fault }
        depth += 1
        position += 1
        if try kind() != closing {
            while true {
                try element(&self)
                guard try kind() == UInt8(ascii: ",") else { break }
                position += 1
            }
        }
        guard try kind() == closing else { throw fault }
        position += 1
        depth -= 1
    }

    /// Checks that nothing follows.
    mutating func end() throws(ImportFault) {
        skipBlanks()
        guard position == text.count else { throw fault }
    }

    private mutating func skipBlanks() {
        while position < text.count, text[position].isJSONBlank { position += 1 }
    }
}

// Values without others.
extension JSONReader {
    /// Reads a string.
    mutating func string() throws(ImportFault) -> String {
        guard try kind() == UInt8(ascii: "\"") else { throw fault }
        position += 1
        var bytes: [UInt8] = []
        var start = position
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                bytes += text[start..<position]
                position += 1
                return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                bytes += text[start..<position]
                try bytes.append(contentsOf: escape())
                start = position
            case 0..<0x20: throw fault
            default: position += 1
            }
        }
        throw fault
    }

    private mutating func escape() throws(ImportFault) -> [UInt8] {
        guard position + 1 < text.count else { throw fault }
        let letter = text[position + 1]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            position += 2
            return [letter]
        case UInt8(ascii: "u"): return try scalar()
        default: break
        }
        let controls: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
            UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
        ]
        guard let control = controls[letter] else { throw fault }
        position += 2
        return [control]
    }

    /// The UTF-8 of `\u00e4`, or of two such halves of a character.
    private mutating func scalar() throws(ImportFault) -> [UInt8] {
        var value = UInt32(try unit())
        if 0xD800..<0xDC00 ~= value {
            let low = UInt32(try unit())
            guard 0xDC00..<0xE000 ~= low else { throw fault }
            value = 0x1_0000 + (value & 0x3FF) << 10 + low & 0x3FF
        }
        guard value != 0 else { throw .containsNUL(line: FileText.line(of: position, in: text)) }
        guard let scalar = Unicode.Scalar(value), let units = UTF8.encode(scalar) else {
            throw fault
        }
        return Array(units)
    }

    private mutating func unit() throws(ImportFault) -> UInt16 {
        guard position + 6 <= text.count, text[position] == UInt8(ascii: "\\"),
            text[position + 1] == UInt8(ascii: "u")
        else { throw fault }
        let digits = text[position + 2..<position + 6]
        guard digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault }
        position += 6
        return unit
    }

    /// Reads a string; of another value its text.
    mutating func anyText() throws(ImportFault) -> String {
        if try kind() == UInt8(ascii: "\"") { return try string() }
        let start = position
        try skip()
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// Skips any value, which is checked.
    mutating func skip() throws(ImportFault) {
        switch try kind() {
        case UInt8(ascii: "{"):
            try object { reader, _ throws(ImportFault) in try reader.skip() }
        case UInt8(ascii: "["):
            try array { reader throws(ImportFault) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skip(_ word: String) throws(ImportFault) {
        guard text[position...].starts(with: word.utf8) else { throw fault }
        position += word.utf8.count
    }

    private mutating func skipNumber() throws(ImportFault) {
        if text[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < text.count && text[position] == UInt8(ascii: "0")
        let digits = skipDigits()
        guard isZero ? digits == 1 : digits > 0 else { throw fault }
        if position < text.count, text[position] == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw fault }
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < text.count,
                [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(text[position])
            {
                position += 1
            }
            guard skipDigits() > 0 else { throw fault }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < text.count, text[position].isDigit { position += 1 }
        return position - start
    }
}

extension UInt8 {
    var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    fileprivate var isHexDigit: Bool {
        isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20
    }
}
