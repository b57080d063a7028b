import APITestSupport
import CommandLine
import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A sandbox` {
    /// A sandbox with these options, and the port at which it serves.
    private func start(_ options: String...) throws -> (program: Program, client: TestClient) {
        let program = try Program(["sandbox", "--port", "0"] + options)
        let line = try program.line()
        let port = try #require(line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/)?.output.1, "\(line)")
        return (program, TestClient(port: try #require(UInt16(port))))
    }

    @Test func `serves at its time, and leaves nothing behind`() throws {
        let (program, client) = try start("--clock", "2026-12-04T09:00+01:00")
        let folder = try #require(
            try program.errorText(until: "sandbox.sqlite").firstMatch(
                of: /the database is (.*)\/sandbox.sqlite/)
        ).output.1

        let added = client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let isThere = FileManager.default.fileExists(atPath: String(folder))
        program.send(SIGTERM)
        let ending = try program.ending()

        #expect(added.status == 201)
        let time = try #require(added.text.firstMatch(of: /"createdAt":([0-9.]+)/)?.output.1)
        let seconds = try #require(Double(time)) - 1_796_371_200
        #expect(seconds >= 0)
        #expect(seconds < 3_600)
        #expect(added["Date"]?.hasPrefix("Fri, 04 Dec 2026 08:") == true)
        #expect(isThere)
        #expect(ending.code == 0)
        #expect(!FileManager.default.fileExists(atPath: String(folder)))
    }

    @Test(arguments: [(429, "too-many-requests"), (503, "overloaded"), (507, "storage-full")])
    func `refuses the last of each few requests, and does nothing of them`(
        status: Int, problem: String
    ) throws {
        let (program, client) = try start("--fail", "\(status),1/3")

        let responses = (1...6).map { number in
            // The others do not count.
            #expect(client.send("GET", "/healthz").status == 200)
            return client.send("POST", "/items", json: #"{"title":"\#(number)"}"#)
        }
        let list = client.send("GET", "/items")
        program.send(SIGTERM)
        _ = try program.ending()

        #expect(responses.map(\.status) == [201, 201, status, 201, 201, status])
        #expect(responses[2].problemName == problem)
        #expect(responses[2]["Retry-After"] != nil)
        let titles = list.text.matches(of: /"title":"([0-9])"/).map { String($0.output.1) }
        #expect(titles == ["1", "2", "4", "5"])
    }

    @Test func `holds each request for a time`() throws {
        let (program, client) = try start("--delay", "50ms")

        let start = ContinuousClock.now
        let response = client.send("GET", "/items")
        let duration = ContinuousClock.now - start
        program.send(SIGTERM)
        _ = try program.ending()

        #expect(response.status == 200)
        #expect(duration >= .milliseconds(50))
    }

    @Test(arguments: [
        ["--clock", "tomorrow"], ["--clock", ""], ["--fail", "503"], ["--fail", "404,1/2"],
        ["--fail", "503,0/2"], ["--fail", "503,3/2"], ["--fail", "503,1/0"],
        ["--fail", "503,-1/2"],
        ["--delay", "200"], ["--delay", "0ms"], ["--delay", "61s"], ["--db", "items.sqlite"],
        ["--host", "0.0.0.0"],
    ])
    func `refuses other values and options`(words: [String]) throws {
        let ending = try Program(["sandbox"] + words).refusal()

        #expect(ending.code == 64)
        #expect(ending.error.hasPrefix("toodoo: "))
    }

    @Test func `reads no variable`() throws {
        let arguments = try ParsedArguments([], of: SandboxCommand.spec)

        let command = try SandboxCommand(arguments)

        #expect(command.options.host == "127.0.0.1")
        #expect(command.options.port == 8_080)
        #expect(command.options.database == .file(command.sandbox.database))
    }
}
