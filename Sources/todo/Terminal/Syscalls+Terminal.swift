import Foundation
import ToDoClient

/// A failed call of the system.
struct SystemFailure: Error, CustomStringConvertible {
    let code: Int32

    /// The failure of the last call.
    init() {
        code = errno
    }

    var description: String {
        POSIXErrorCode(rawValue: code).map { POSIXError($0).plainReason } ?? "error \(code)"
    }
}

/// The size of the output's terminal; nil if it is unknown.
func sizeOfOutput() -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
        return nil
    }
    return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
}

/// Writes all of a text.
func writeText(_ text: String, to descriptor: Int32) throws {
    try writeBytes(Array(text.utf8), to: descriptor)
}

/// Writes all of the bytes.
func writeBytes(_ bytes: [UInt8], to descriptor: Int32) throws {
    var written = 0
    while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
            return unsafe write(descriptor, rest.baseAddress, rest.count)
        }
        if count >= 0 {
            written += count
        } else if errno != EINTR {
            throw SystemFailure()
        }
    }
}

/// Reads the next line of standard input without its line end; nil at the end.
///
/// Byte by byte, so that no part of a secret stays in a buffer of the C library.
func readTypedLine() throws -> String? {
    var bytes: [UInt8] = []
    while true {
        var byte: UInt8 = 0
        let count = unsafe read(STDIN_FILENO, &byte, 1)
        if count < 0 {
            guard errno == EINTR else { throw SystemFailure() }
            continue
        }
        if count == 0, bytes.isEmpty { return nil }
        if count == 0 || byte == UInt8(ascii: "\n") { break }
        bytes.append(byte)
    }
    // Files from Windows end lines with CR LF.
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}

/// Reads a line of the terminal without an echo; nil if it was cancelled (Ctrl-C, Ctrl-D).
///
/// The terminal hands over each byte at once and sends no signals, so that Ctrl-C cannot end the
/// process while the echo is off.
func readHiddenLine(_ prompt: String) throws -> String? {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { throw SystemFailure() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { throw SystemFailure() }
    defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    // After the echo is off: input may be typed as soon as the prompt is visible.
    try writeText(prompt, to: STDERR_FILENO)
    var line = HiddenLine()
    while true {
        var byte: UInt8 = 0
        let count = unsafe read(STDIN_FILENO, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemFailure() }
        switch count == 0 ? .cancelled : line.receive(byte) {
        case .continues: break
        case .completed:
            try writeText("\n", to: STDERR_FILENO)
            return line.text
        case .cancelled:
            try writeText("\n", to: STDERR_FILENO)
            return nil
        }
    }
}
