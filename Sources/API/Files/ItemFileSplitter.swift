import HTTP

/// Splits a file of items into the texts of the items, byte by byte.
///
///     [ {…}, {…} ]     an array: an element ends before a comma or bracket at depth 0
///     {…} ⏎ {…} ⏎      NDJSON: one item a line; blank lines are skipped
///
/// Only brackets and quotes are scanned. The parser then checks every text, so malformed input
/// between two items is found as well.
struct ItemFileSplitter: ~Copyable {
    /// The largest item in bytes, as over HTTP; limits the memory for any file.
    static let maximumBytes = 1 << 20

    private enum State { case start, array, end, lines }

    /// The current item's text, being collected or just completed.
    private(set) var text = ByteWriter(capacity: 4_096)
    /// The number of the current item or line, from 1.
    private(set) var number = 1
    private var state = State.start
    private var isComplete = false
    private var isBlank = true
    private var offset = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The position of `text` in the file.
    var position: ItemFilePosition { state == .lines ? .line(number) : .element(number) }

    /// Adds the next byte; true if `text` is complete, which it stays until the next call.
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

    /// Ends the input; true if `text` is the last item.
    mutating func finish() throws(ItemFileFault) -> Bool {
        resetIfComplete()
        switch state {
        case .start, .end: return false
        case .array: throw .unfinished
        case .lines: return complete()
        }
    }

    private mutating func begin(_ byte: UInt8) throws(ItemFileFault) -> Bool {
        // A byte order mark may be ignored (RFC 8259 §8.1).
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

    /// Ends a line; true if it is not blank.
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
