import Dispatch
import Glibc
import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A health probe` {
    @Test(arguments: ["127.0.0.1", "::1"], [200, 503])
    func `returns the status of the answer`(host: String, status: Int) throws {
        let world = try ServerWorld(
            otherwise: .status(try #require(Status(rawValue: status))),
            listening: .address(host: host, port: 0))

        let answer = try probeStatus(
            of: "/readyz", at: world.server.address, milliseconds: enough)

        #expect(answer == status)
        #expect(world.handler.seen.map(\.path) == ["/readyz"])
    }

    @Test func `reports a refused connection`() throws {
        let socket = try ListeningSocket(.notListening)

        #expect(throws: HealthProbeFailure.unreachable(Errno(code: ECONNREFUSED))) {
            try probeStatus(of: "/", at: address(socket), milliseconds: enough)
        }
    }

    // The kernel completes connections of a server that never accepts them.
    // proves: operation-3
    @Test func `fails at its time-out`() throws {
        let socket = try ListeningSocket()

        #expect(throws: HealthProbeFailure.timedOut) {
            try probeStatus(of: "/", at: address(socket), milliseconds: 1)
        }
    }

    @Test(arguments: ["", "HTTP/1.1 2", "SSH-2.0-OpenSSH_9.2p1\r\n", "HTTP/1.1 two\r\n\r\n"])
    func `reports a server that does not speak HTTP`(answer: String) throws {
        let socket = try ListeningSocket()
        let (address, number) = (address(socket), socket.number)
        DispatchQueue.global().async {
            let client = accept(number, nil, nil)
            _ = unsafe send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
            close(client)
        }

        #expect(throws: HealthProbeFailure.notHTTP) {
            try probeStatus(of: "/", at: address, milliseconds: enough)
        }
    }

    @Test func `requires a numeric address`() {
        #expect(throws: HealthProbeFailure.notAnAddress("here")) {
            try probeStatus(
                of: "/", at: ListenAddress(host: "here", port: 1), milliseconds: enough)
        }
    }
}

/// A limit that prevents a test from hanging.
private let enough = 60_000

private func address(_ socket: ListeningSocket) -> ListenAddress {
    ListenAddress(host: "127.0.0.1", port: socket.port)
}
