import CommandLine
import Foundation
import ToDoClient

/// A failed call of the system.
struct SystemFailure: Error, CustomStringConvertible {
    let code: Int32

    /// By default the failure of the last call.
    init(code: Int32 = errno) {
        self.code = code
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
func typedLine() throws -> String? {
    try text { () throws(TerminalFailure) in try readTypedLine() }
}

/// Reads a line of the terminal without an echo; nil if it was cancelled.
func hiddenLine(_ prompt: String) throws -> String? {
    try text { () throws(TerminalFailure) in try readHiddenLine(prompt) }
}

private func text(_ read: () throws(TerminalFailure) -> [UInt8]?) throws(SystemFailure) -> String? {
    do throws(TerminalFailure) {
        return try read().map { String(decoding: $0, as: UTF8.self) }
    } catch {
        throw SystemFailure(code: error.code)
    }
}
