import Foundation

/// The built program, as a separate process.
final class Program {
    /// The exit code and the output of a process.
    struct Ending: Equatable {
        /// The exit code, or the negative number of the signal that ended it.
        let code: Int32
        let output: String
        let error: String

        /// An ending with one sentence for the user.
        static func failure(_ code: Int32, _ sentence: String) -> Ending {
            Ending(code: code, output: "", error: "toodoo: \(sentence)\n")
        }
    }

    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    /// Starts the program, independent of the environment of these tests.
    ///
    /// A shell runs the prelude and then the redirection, for descriptors after the first three, in
    /// the process that becomes the program. A launcher is a program that starts it as a child.
    init(
        _ arguments: [String], environment: [String: String] = [:], launcher: [String] = [],
        prelude: String = "", redirection: String? = nil, input: FileHandle = .nullDevice
    ) throws {
        if let redirection {
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments =
                ["-c", "\(prelude) exec \"$0\" \"$@\" \(redirection)", toodooBinary()] + arguments
        } else if !launcher.isEmpty {
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = launcher + [toodooBinary()] + arguments
        } else {
            process.executableURL = URL(filePath: toodooBinary())
            process.arguments = arguments
        }
        process.environment = ProcessInfo.processInfo.environment
            .filter { $0.key.prefixMatch(of: /TOODOO_|LISTEN_|NOTIFY_/) == nil }
            .merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = error
        try process.run()
    }

    deinit {
        send(SIGKILL)
    }

    /// The id of the started process.
    var number: Int32 { process.processIdentifier }

    /// Waits for the next line of output, without its line end; empty if there is none.
    func line() throws -> String {
        try Self.line(of: output)
    }

    /// The same for standard error.
    func errorLine() throws -> String {
        try Self.line(of: error)
    }

    /// Waits until standard error ends with this text, such as a prompt, and returns the new output.
    func errorText(until end: String) throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8),
            let byte = try error.fileHandleForReading.read(upToCount: 1)?.first
        {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the output is closed, and returns the new output.
    func restOfOutput() throws -> String {
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Sends a signal, if the process is still running.
    func send(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
    }

    /// Waits for the end, and returns the unread output.
    func ending() throws -> Ending {
        let output = try restOfOutput()
        let error = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let status = process.terminationStatus
        return Ending(
            code: process.terminationReason == .exit ? status : -status, output: output,
            error: String(decoding: error, as: UTF8.self))
    }

    /// Waits for the end of a program that must not serve. If it serves, it is ended.
    func refusal() throws -> Ending {
        let line = try line()
        if !line.isEmpty { send(SIGTERM) }
        let ending = try ending()
        return Ending(code: ending.code, output: line + ending.output, error: ending.error)
    }

    private static func line(of pipe: Pipe) throws -> String {
        var line: [UInt8] = []
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }
}

/// The program that was built with these tests.
func toodooBinary() -> String {
    Bundle.main.bundleURL.appending(path: "toodoo").path
}
