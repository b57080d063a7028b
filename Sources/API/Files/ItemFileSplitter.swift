import HTTP

/// Cuts a file of items into the texts of single ones, byte by byte as they come.
///
///     [ {…}, {…} ]     an array: an element ends before a comma or a bracket that is not its own
///     {…} ⏎ {…} ⏎      NDJSON: an item a line; lines without anything are passed over
///
/// Only brackets and quotes are looked at. Whether a text is JSON is for the parser to say, and it
/// says so of every text, so nothing gets by between two of them.
struct ItemFileSplitter: ~Copyable {
    /// As much as one item may take over HTTP, so that no file takes more memory than that.
    static let maximumBytes = 1 << 20

    private enum State { case start, array, end, lines }

    /// The text that is being collected, or was just completed.
    private(set) var text = ByteWriter(capacity: 4_096)
    /// Which item or line it is, counted from 1.
    private(set) var number = 1
    private var state = State.start
    private var isComplete = false
    private var isBlank = true
    private var offset = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Where in the file `text` stands.
    var position: ItemFilePosition { state == .lines ? .line(number) : .element(number) }

    /// Takes the next byte; true when `text` is a whole one now, until the next call.
    mutating func take(_ byte: UInt8) throws(ItemFileFault) -> Bool {
        resetIfComplete()
        offset += 1
        switch state {
        case .start: return try begin(byte)
        case .lines: return try takeInLine(byte)
        case .array: return try takeInArray(byte)
        case .end:
            guard byte.isJSONBlank else { throw .afterEnd }
            return false
        }
    }

    /// Says that no byte follows; true when `text` is the last one.
    mutating func finish() throws(ItemFileFault) -> Bool {
        resetIfComplete()
        switch state {
        case .start, .end: return false
        case .array: throw .unfinished
        case .lines: return complete()
        }
    }

    private mutating func begin(_ byte: UInt8) throws(ItemFileFault) -> Bool {
        // A byte order mark is no part of the text (RFC 8259 §8.1).
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if offset <= mark.count, byte == mark[offset - 1] { return false }
        if byte == UInt8(ascii: "\n") { number += 1 }
        guard !byte.isJSONBlank else { return false }
        if byte == UInt8(ascii: "[") {
            number = 1
            state = .array
            return false
        }
        state = .lines
        return try takeInLine(byte)
    }

    private mutating func takeInLine(_ byte: UInt8) throws(ItemFileFault) -> Bool {
        guard byte == UInt8(ascii: "\n") else {
            try add(byte)
            return false
        }
        return complete()
    }

    private mutating func takeInArray(_ byte: UInt8) throws(ItemFileFault) -> Bool {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
        } else {
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ",") where depth == 0: return end()
            case UInt8(ascii: "]") where depth == 0:
                let isEmpty = number == 1 && isBlank
                let isEnd = isEmpty ? false : end()
                state = .end
                return isEnd
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            default: break
            }
        }
        try add(byte)
        return false
    }

    private mutating func add(_ byte: UInt8) throws(ItemFileFault) {
        guard text.count < Self.maximumBytes else { throw .tooLong(position) }
        text.append(byte)
        isBlank = isBlank && byte.isJSONBlank
    }

    /// Ends a line, of which only one with something in it is an item.
    private mutating func complete() -> Bool {
        let hasItem = !isBlank
        _ = end()
        return hasItem
    }

    private mutating func end() -> Bool {
        isComplete = true
        return true
    }

    private mutating func resetIfComplete() {
        guard isComplete else { return }
        isComplete = false
        isBlank = true
        text.removeAll(keeping: 65_536)
        number += 1
    }
}

extension UInt8 {
    fileprivate var isJSONBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }
}
