#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The code of a failed call.
package struct TerminalFailure: Error {
    package let code: Int32
}

package func isStandardInputTerminal() -> Bool { isatty(STDIN_FILENO) == 1 }

/// Reads the next line of standard input without its line end, of at most one byte more than the
/// limit; nil at the end.
///
/// Byte by byte, so that no part of a secret stays in a buffer of the C library.
package func readTypedLine(atMost limit: Int = .max) throws(TerminalFailure) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
        guard let byte = try readByte() else { return bytes.isEmpty ? nil : bytes }
        guard byte != UInt8(ascii: "\n") else {
            // Files from Windows end lines with CR LF.
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            break
        }
        bytes.append(byte)
    }
    return bytes
}

/// Reads a line of the terminal without an echo; nil if it was cancelled (Ctrl-C, Ctrl-D).
///
/// The terminal hands over each byte at once and sends no signals for keys, so that none can end the
/// process, whichever thread it would meet, while the echo is off.
package func readHiddenLine(_ prompt: String) throws(TerminalFailure) -> [UInt8]? {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { throw TerminalFailure(code: errno) }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else {
        throw TerminalFailure(code: errno)
    }
    defer {
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
        show("\n")
    }
    // After the echo is off: input may be typed as soon as the prompt is visible.
    show(prompt)
    var line = HiddenLine()
    while let byte = try readByte() {
        switch line.receive(byte) {
        case .continues: break
        case .completed: return line.bytes
        case .cancelled: return nil
        }
    }
    return nil
}

/// A failure to write to standard error cannot be reported.
private func show(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
}

private func readByte() throws(TerminalFailure) -> UInt8? {
    var byte: UInt8 = 0
    while true {
        let count = unsafe read(STDIN_FILENO, &byte, 1)
        if count >= 0 { return count == 0 ? nil : byte }
        guard errno == EINTR else { throw TerminalFailure(code: errno) }
    }
}
