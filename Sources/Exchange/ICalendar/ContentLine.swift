/// A line of iCalendar (RFC 5545 §3.1), unfolded:
///
///     DUE;TZID="Europe/Berlin":20261204T170000
///     name; parameters        : value
struct ContentLine {
    /// Where it begins in the file, from 1.
    let number: Int
    let bytes: [UInt8]
    /// As the file spells it.
    let spelledName: String
    /// In upper case.
    let name: String
    private let value: Range<Int>
    private let parameters: Range<Int>

    init(number: Int, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
        let end =
            bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
            ?? bytes.count
        // Where no name ends, the beginning of the line tells which one it is.
        spelledName = String(decoding: bytes[..<end], as: UTF8.self)
            .prefix(characters: LostValue.valueCharacters)
        name = spelledName.uppercased()
        var colon = end
        var isInQuotes = false
        while colon < bytes.count, isInQuotes || bytes[colon] != UInt8(ascii: ":") {
            if bytes[colon] == UInt8(ascii: "\"") { isInQuotes.toggle() }
            colon += 1
        }
        parameters = end..<colon
        value = min(colon + 1, bytes.count)..<bytes.count
    }

    /// No parameter that is read is longer; each look at them takes time.
    private static let maximumParameters = 4_096

    /// Whether the line has the form of one.
    var hasValue: Bool {
        parameters.upperBound < bytes.count && parameters.count <= Self.maximumParameters
    }

    /// The value as it stands there.
    var rawValue: String { String(decoding: bytes[value], as: UTF8.self) }

    /// A text without its escapes (§3.3.11).
    var text: String { Self.unescaped(bytes[value]) }

    /// The texts of a list.
    func forEachText(_ body: (String) -> Void) {
        var start = value.lowerBound
        var index = start
        while index < value.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: ","):
                body(Self.unescaped(bytes[start..<index]))
                start = index + 1
            default: break
            }
            index += 1
        }
        body(Self.unescaped(bytes[start..<value.upperBound]))
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var isEscaped = false
        for byte in bytes {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            let isLineFeed = isEscaped && byte | 0x20 == UInt8(ascii: "n")
            text.append(isLineFeed ? UInt8(ascii: "\n") : byte)
            isEscaped = false
        }
        if isEscaped { text.append(UInt8(ascii: "\\")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The value of a parameter, without quotes; nil if it is not there.
    func parameter(_ name: String) -> String? {
        var rest = parameters
        while rest.lowerBound < rest.upperBound {
            // Behind the semicolon, up to the next one that is not quoted.
            var end = rest.lowerBound + 1
            var isInQuotes = false
            while end < rest.upperBound, isInQuotes || bytes[end] != UInt8(ascii: ";") {
                if bytes[end] == UInt8(ascii: "\"") { isInQuotes.toggle() }
                end += 1
            }
            let part = bytes[rest.lowerBound + 1..<end]
            if let equals = part.firstIndex(of: UInt8(ascii: "=")), equals - part.startIndex < 64,
                String(decoding: part[..<equals], as: UTF8.self).uppercased() == name
            {
                let value = part[(equals + 1)...].filter { $0 != UInt8(ascii: "\"") }
                return String(decoding: value, as: UTF8.self)
            }
            rest = end..<rest.upperBound
        }
        return nil
    }
}

/// Reads the lines of iCalendar. A line that begins with a space or a tab continues the one before.
struct ContentLines {
    private let text: [UInt8]
    private(set) var position = 0
    private var number = 1

    /// The lines of a text from a place on.
    init(_ text: [UInt8], from position: Int = 0) {
        self.text = text
        self.position = position
    }

    /// The next line that is not empty; nil at the end.
    mutating func next() -> ContentLine? {
        while position < text.count {
            let first = number
            let bytes = unfolded()
            if !bytes.isEmpty { return ContentLine(number: first, bytes: bytes) }
        }
        return nil
    }

    private mutating func unfolded() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            var end = position
            while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
            let hasReturn = end > position && text[end - 1] == UInt8(ascii: "\r")
            bytes += text[position..<(hasReturn ? end - 1 : end)]
            position = min(end + 1, text.count)
            number += 1
            guard position < text.count,
                text[position] == UInt8(ascii: " ") || text[position] == UInt8(ascii: "\t")
            else { return bytes }
            position += 1
        }
    }
}
