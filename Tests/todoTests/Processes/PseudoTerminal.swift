import Foundation
import Testing

/// The built program, or another one, at a terminal of its own.
final class PseudoTerminal {
    private struct SystemFailure: Error {
        let call: String
        let code = errno
    }

    private let process = Process()
    private let terminal: Int32
    private var output = ""

    /// Starts a command at a terminal of this width, with the items of a folder.
    init(
        _ words: [String], folder: URL, columns: UInt16 = 40,
        environment: [String: String] = [:], program: String = todoBinary()
    ) throws {
        var size = winsize(ws_row: 10, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var (terminal, device): (Int32, Int32) = (-1, -1)
        guard unsafe openpty(&terminal, &device, nil, nil, &size) == 0 else {
            throw SystemFailure(call: "openpty")
        }
        self.terminal = terminal
        // Other tests start programs at the same time. A program that inherits the terminal would
        // keep it open.
        for descriptor in [terminal, device] {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        let handle = FileHandle(fileDescriptor: device, closeOnDealloc: true)
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Makes it the process's controlling terminal, so that Ctrl-C becomes a signal.
        process.arguments = ["setsid", "--ctty", "--wait", program] + words
        process.environment = programEnvironment(folder).merging(environment) { $1 }
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        // An open descriptor in this process would hide the end of the output.
        try handle.close()
    }

    deinit { close(terminal) }

    /// Types keys.
    func type(_ keys: String) throws {
        var rest = Array(keys.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe Array(rest).withUnsafeBytes {
                unsafe write(terminal, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw SystemFailure(call: "write") }
            rest = rest.dropFirst(count)
        }
    }

    /// All output so far, once it contains a text or has ended.
    @discardableResult
    func output(until text: String) -> String {
        while !output.contains(text), readMore() {}
        return output
    }

    /// All output and the exit code.
    func ending() -> (output: String, code: Int32) {
        while readMore() {}
        process.waitUntilExit()
        return (output.replacingOccurrences(of: "\r\n", with: "\n"), process.terminationStatus)
    }

    /// Whether the terminal echoes typed text.
    var echoes: Bool {
        var state = termios()
        guard unsafe tcgetattr(terminal, &state) == 0 else { return false }
        return state.c_lflag & tcflag_t(ECHO) != 0
    }

    /// False at the end of the output.
    private func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe read(terminal, &bytes, bytes.count)
        guard count > 0 else { return false }
        output += String(decoding: bytes[..<count], as: UTF8.self)
        return true
    }
}

/// The program that was built with these tests.
func todoBinary() -> String {
    Bundle.main.bundleURL.appending(path: "todo").path
}

/// The environment of the program, independent of the environment of these tests.
func programEnvironment(_ folder: URL) -> [String: String] {
    ProcessInfo.processInfo.environment
        .filter { $0.key.prefixMatch(of: /TODO_|NO_COLOR|TERM|XDG_|COLUMNS/) == nil }
        .merging(["TODO_DATA": folder.path, "TERM": "xterm", "TZ": "UTC"]) { $1 }
}

/// Runs the program in pipes.
func runTodo(
    _ words: String..., folder: URL, input: String = ""
) throws -> (output: String, error: String, code: Int32) {
    let process = Process()
    let (pipe, output, error) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: todoBinary())
    process.arguments = words
    process.environment = programEnvironment(folder)
    process.standardInput = pipe
    process.standardOutput = output
    process.standardError = error
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipe.fileHandleForWriting.close()
    let texts = try [output, error].map { pipe in
        String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (texts[0], texts[1], process.terminationStatus)
}
