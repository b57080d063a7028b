import APITestSupport
import Foundation
import TestSupport
import Testing

/// The built program, serving on a free port until it is stopped.
final class RunningServer {
    /// The address and the port, as in a URL.
    let host: String
    let port: UInt16
    let program: Program

    /// Starts the program and waits for the line with its address.
    init(
        database: String, arguments: [String] = [], environment: [String: String] = [:]
    ) throws {
        program = try Program(
            ["serve", "--port", "0", "--db", database] + arguments, environment: environment)
        let line = try program.line()
        let address = try #require(
            line.wholeMatch(of: /toodoo listens on http:\/\/(127\.0\.0\.1:([0-9]+))/), "\(line)")
        host = String(address.output.1)
        port = try #require(UInt16(address.output.2))
    }

    /// Sends a request on a new connection and waits for the response.
    func send(_ method: String, _ target: String, json: String? = nil) throws -> TestResponse {
        try TestClient(port: port).exchange(method, target, json: json)
    }

    /// Sends a signal to end the program, and waits for its end.
    @discardableResult
    func stop() throws -> Program.Ending {
        program.send(SIGTERM)
        return try program.ending()
    }
}

/// A request as it is sent.
func request(_ method: String, _ target: String, json: String? = nil) -> String {
    let head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    guard let json else { return head + "\r\n" }
    return head + "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n"
        + json
}

/// A file of the repository.
func repositoryFile(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: name).path
}

/// The output of a command line.
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
