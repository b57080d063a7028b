/// A line that is typed without an echo, with a terminal's editing keys.
struct HiddenLine {
    /// The effect of a key.
    enum Step { case continues, completed, cancelled }

    /// The line so far.
    private(set) var bytes: [UInt8] = []

    /// Processes the next byte.
    mutating func receive(_ byte: UInt8) -> Step {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .completed
        // Ctrl-C, Ctrl-Z, Ctrl-\; Ctrl-D in an empty line.
        case 3, 26, 28: return .cancelled
        case 4: return bytes.isEmpty ? .cancelled : .completed
        // Backspace takes a whole character of UTF-8; Ctrl-U the line.
        case 8, 127:
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 21: bytes = []
        default: bytes.append(byte)
        }
        return .continues
    }
}
