import Foundation

/// A built program as a process of its own.
final class ChildProcess: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let error = Pipe()

    /// Starts a program that was built with these tests.
    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Bundle.main.bundleURL.appending(path: name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .filter { $0.key.prefixMatch(of: /TOODOO_|TODO_|LISTEN_|NOTIFY_/) == nil }
            .merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = error
        try process.run()
    }

    deinit { kill() }

    /// Reads `count` bytes of output; fewer at its end.
    func bytes(_ count: Int) throws -> Data {
        var bytes = Data()
        while bytes.count < count,
            let more = try output.fileHandleForReading.read(upToCount: count - bytes.count),
            !more.isEmpty
        {
            bytes.append(more)
        }
        return bytes
    }

    /// Reads a line of output; empty if there is none.
    func line() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Sends a signal to end the process.
    func terminate() {
        if process.isRunning { process.terminate() }
    }

    /// Closes the process's input and waits for its end.
    func ending() throws -> (output: String, error: String, status: Int32) {
        try input.fileHandleForWriting.close()
        let texts = try [output, error].map { pipe in
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (texts[0], texts[1], process.terminationStatus)
    }
}
