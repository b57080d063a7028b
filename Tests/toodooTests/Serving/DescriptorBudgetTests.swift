import APITestSupport
import Glibc
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The files that may be open` {
    @Test(arguments: [
        (80, 2, 16), (68, 1, 8), (67, 1, nil), (72, 2, 8), (71, 2, nil), (1024, 4, 952),
        (20_000, 2, 19_936),
    ])
    func `are shared among the lanes and the connections`(
        allowed: Int, lanes: Int, connections: Int?
    ) {
        let files = DescriptorBudget(allowed: allowed, lanes: lanes)

        #expect(files.connections == connections)
    }

    @Test func `can be too few`() throws {
        let folder = try TemporaryFolder()

        let ending = try Program(
            ["serve", "--port", "0", "--lanes", "7", "--db", folder.file("items.sqlite")],
            prelude: "ulimit -n 91;", redirection: ""
        ).refusal()

        #expect(ending == .failure(1, DescriptorBudget(allowed: 91, lanes: 7).message))
        #expect(!folder.holds("items.sqlite"))
    }

    /// More come than there are descriptors for, and each is answered: those who are served, and
    /// those who are turned away.
    // proves: machine-fails-8
    @Test func `are enough for those who are served when they are few`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            ["serve", "--port", "0", "--lanes", "2", "--db", folder.file("items.sqlite")],
            prelude: "ulimit -n 80;", redirection: "")
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

    /// The first answer of one who comes again as often as there is no room: those before are still
    /// to be noticed as gone.
    private func firstAnswer(on port: UInt16) throws -> Int {
        while true {
            let client = try WireClient(port: port)
            try client.send(request("GET", "/items"))
            let status = try client.answer().status
            if status != 503 { return status }
        }
    }
}
