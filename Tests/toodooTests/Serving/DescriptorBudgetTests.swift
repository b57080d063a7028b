import APITestSupport
import Glibc
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The descriptor budget` {
    @Test(arguments: [
        (84, 2, 16), (72, 1, 8), (71, 1, nil), (76, 2, 8), (75, 2, nil), (1028, 4, 952),
        (20_000, 2, 19_932),
    ])
    func `is divided among the lanes and the connections`(
        allowed: Int, lanes: Int, connections: Int?
    ) {
        let files = DescriptorBudget(allowed: allowed, lanes: lanes)

        #expect(files.connections == connections)
    }

    @Test func `can be too small`() throws {
        let folder = try TemporaryFolder()

        let ending = try Program(
            ["serve", "--port", "0", "--lanes", "7", "--db", folder.file("items.sqlite")],
            prelude: "ulimit -n 95;", redirection: ""
        ).refusal()

        #expect(ending == .failure(1, DescriptorBudget(allowed: 95, lanes: 7).message))
        #expect(!folder.holds("items.sqlite"))
    }

    /// There are more connections than descriptors, and each gets a response. Some are served, the
    /// others are refused.
    // proves: limits-7
    @Test func `suffices for the allowed connections if it is small`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            ["serve", "--port", "0", "--lanes", "2", "--db", folder.file("items.sqlite")],
            prelude: "ulimit -n 84;", redirection: "")
        let port = try #require(UInt16(try program.line().split(separator: ":").last ?? ""))

        let clients = try (0..<100).map { _ in try WireClient(port: port) }
        for client in clients { try client.send(request("GET", "/items")) }
        let statuses = try clients.map { try $0.answer().status }
        for client in clients { client.close() }
        let status = try firstAnswer(on: port)
        program.send(SIGTERM)

        #expect(statuses.count(where: { $0 == 200 }) >= 16)
        #expect(Set(statuses) == [200, 503])
        #expect(status == 200)
        #expect(try program.ending().code == 0)
    }

    /// The first response to a client that connects again while the server refuses it, because the
    /// server has not yet noticed the end of earlier connections.
    private func firstAnswer(on port: UInt16) throws -> Int {
        while true {
            let client = try WireClient(port: port)
            try client.send(request("GET", "/items"))
            let status = try client.answer().status
            if status != 503 { return status }
        }
    }
}
