import Foundation
import Testing

/// The built program, serving on a free port until it is stopped.
final class RunningServer {
    /// Address and port, as they stand in a URL.
    let host: String
    private let process = Process()

    /// Starts the program and waits for the line in which it says where it listens.
    init(database: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: toodooBinary())
        process.arguments = ["serve", "--port", "0", "--db", database]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1),
            !byte.isEmpty
        {
            line += String(decoding: byte, as: UTF8.self)
        }
        host = String(try #require(line.firstMatch(of: /http:\/\/([0-9.:]+)/)).output.1)
    }

    /// Asks the program to end, and waits until it has.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// The program that was built with these tests.
func toodooBinary() -> String {
    Bundle.main.bundleURL.appending(path: "toodoo").path
}

/// A file of the repository.
func repositoryFile(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: name).path
}

/// What a command line prints.
func shell(_ command: String) throws -> String {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
}
