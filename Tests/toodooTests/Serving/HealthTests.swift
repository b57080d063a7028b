import CommandLine
import Glibc
import HTTPServer
import TestSupport
import Testing

@testable import toodoo

@Suite struct `toodoo health` {
    // proves: operation-3
    @Test func `succeeds if the server is ready`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        let ending = try Program(["health", "--port", "\(server.port)"]).ending()

        #expect(ending == .success("http://\(server.host) is ready"))
    }

    // proves: operation-3
    @Test func `reports a server that shuts down`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--drain-delay", "3600"])
        server.program.send(SIGTERM)
        while try server.send("GET", "/readyz").status == 200 {}

        let ending = try Program(["health"], environment: ["TOODOO_PORT": "\(server.port)"])
            .ending()
        server.program.send(SIGTERM)

        #expect(
            ending == .failure(1, "http://\(server.host) is not ready: its answer was 503"))
    }

    // proves: operation-3
    @Test func `reports that no server listens`() throws {
        let socket = try ListeningSocket(.notListening)

        let ending = try Program(["health", "--port", "\(socket.port)"]).ending()

        let url = "http://127.0.0.1:\(socket.port)"
        #expect(ending == .failure(1, "\(url) cannot be reached: Connection refused"))
    }

    @Test(arguments: [
        ([:], "http://127.0.0.1:8080"),
        (["TOODOO_HOST": "0.0.0.0", "TOODOO_PORT": "9000"], "http://127.0.0.1:9000"),
        (["TOODOO_HOST": "::"], "http://[::1]:8080"),
        (["TOODOO_HOST": "localhost"], "http://127.0.0.1:8080"),
        (["TOODOO_HOST": "192.0.2.7", "TOODOO_AUTH": "nonsense"], "http://192.0.2.7:8080"),
    ])
    func `uses the address of the server's variables`(
        environment: [String: String], url: String
    ) throws {
        let command = try health([], environment: { environment[$0] })

        #expect(command.address.url == url)
    }

    @Test func `prefers flags to variables`() throws {
        let environment = ["TOODOO_HOST": "192.0.2.7", "TOODOO_PORT": "9000"]

        let command = try health(
            ["--host", "::1", "--port=9001"], environment: { environment[$0] })

        #expect(command.address.url == "http://[::1]:9001")
    }

    @Test(arguments: [
        (["--lanes", "1"], "there is no option --lanes; try toodoo health --help"),
        (["now"], "unexpected argument \"now\""),
        (["--port", "http"], "--port must be a number from 0 to 65535, not \"http\""),
        (["--host", "here"], "--host must be an IPv4 or IPv6 address, not \"here\""),
    ])
    func `refuses wrong usage`(words: [String], sentence: String) throws {
        #expect(try Program(["health"] + words).ending() == .failure(64, sentence))
    }

    @Test(arguments: [
        (HealthFailure.probeFailed(here, .timedOut), "http://127.0.0.1:80 did not answer in time"),
        (.probeFailed(here, .notHTTP), "http://127.0.0.1:80 does not speak HTTP"),
    ])
    func `prints the reason of a failure`(failure: HealthFailure, sentence: String) {
        #expect(failure.message == sentence)
        #expect(failure.exitCode == .failure)
    }

    private func health(
        _ words: [String], environment: (String) -> String?
    ) throws -> HealthCommand {
        try HealthCommand(ParsedArguments(words, of: HealthCommand.spec), environment: environment)
    }

    private static let here = ListenAddress(host: "127.0.0.1", port: 80)
}
