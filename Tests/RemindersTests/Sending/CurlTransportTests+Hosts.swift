import CResolver
import Glibc
import TestSupport
import Testing

@testable import Reminders

/// Requests over TLS, to a service with a certificate that no authority has signed.
extension `Requests to push services` {
    private static let hasTLS = SecuredService.isAvailable

    @Test(.enabled(if: hasTLS), arguments: ["127.0.0.1", "localhost"])
    func `over TLS reach a local service whose certificate is trusted`(host: String) throws {
        let service = try SecuredService(certifiedFor: "IP:127.0.0.1,DNS:localhost")

        let answers = try Self.send(
            [Self.request("https://\(host):\(service.port)/a")], certificates: service.certificate)

        #expect(answers == [.status(200, retryAfter: nil)])
        #expect(service.end() == ["/a"])
    }

    @Test(.enabled(if: hasTLS))
    func `over TLS are not made if the certificate is not trusted`() throws {
        let service = try SecuredService(certifiedFor: "IP:127.0.0.1")
        let other = try SecuredService(certifiedFor: "IP:127.0.0.1")
        let request = Self.request("https://127.0.0.1:\(service.port)/")

        let answers = try [nil, other.certificate].map {
            try Self.send([request], certificates: $0)
        }

        #expect(answers == [[.failure(.tls)], [.failure(.tls)]])
        #expect(service.end().isEmpty)
    }

    @Test(.enabled(if: hasTLS))
    func `over TLS are not made if the certificate is for another name`() throws {
        let service = try SecuredService(certifiedFor: "IP:127.0.0.2,DNS:other.example")

        let answers = try Self.send(
            ["127.0.0.1", "localhost"].map { Self.request("https://\($0):\(service.port)/") },
            certificates: service.certificate)

        #expect(answers == [.failure(.tls), .failure(.tls)])
        #expect(service.end().isEmpty)
    }
}

/// Requests to names whose addresses change.
extension `Requests to push services` {
    /// An address of the part of the public network that is given to nobody.
    private static let unused = "2d00::1"
    private static let hasIPv6 = {
        let number = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        return number >= 0
    }()

    @Test(.enabled(if: hasIPv6), arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    func `to a name that led outside reach no private address`(address: String) throws {
        let service = try ScriptedService { _ in .status(200) }
        let name = "\(address.utf8.count).rebinding.test"
        let request = Self.request("https://\(name):\(service.port)/", isLocal: false)

        let answers = try [Self.unused, address].map { answer in
            unsafe resolver_answer(name, answer)
            return try Self.send([request]) { $0.milliseconds = 300 }
        }

        // Nobody is there, but it may be asked.
        #expect([[.failure(.connection)], [.failure(.timeout)]].contains(answers[0]))
        #expect(answers[1] == [.failure(.address)])
        #expect(service.connections == 0)
    }

    @Test func `to a name with several addresses reach none that is private`() throws {
        let service = try ScriptedService { _ in .status(200) }
        let name = "several.rebinding.test"
        unsafe resolver_answer(name, "\(Self.unused),127.0.0.1,::1")

        let answers = try Self.send([
            Self.request("https://\(name):\(service.port)/", isLocal: false)
        ]) { $0.milliseconds = 1_000 }

        #expect([[.failure(.address)], [.failure(.timeout)]].contains(answers))
        #expect(service.connections == 0)
    }
}
