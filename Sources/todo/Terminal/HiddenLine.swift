/// A line that is typed without an echo, with the keys that a terminal has for lines.
struct HiddenLine {
    /// What a key has done.
    enum Step { case goesOn, ended, givenUp }

    private var bytes: [UInt8] = []

    /// The line so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the next byte.
    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .ended
        // Ctrl-C, Ctrl-\; Ctrl-D where nothing is typed.
        case 3, 28: return .givenUp
        case 4: return bytes.isEmpty ? .givenUp : .ended
        // Backspace takes a whole character of UTF-8; Ctrl-U the line.
        case 8, 127:
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 21: bytes = []
        default: bytes.append(byte)
        }
        return .goesOn
    }
}
