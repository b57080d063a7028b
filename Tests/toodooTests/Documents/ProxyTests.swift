import Foundation
import HTTP
import Testing

@Suite struct `The proxies in front` {
    private static let caddyfiles = ["deploy/Caddyfile", "deploy/postgres/Caddyfile"]

    @Test func `publish no metrics`() throws {
        let security = try String(contentsOfFile: repositoryFile("SECURITY.md"), encoding: .utf8)
        let shown = security.matches(of: /(?s)\n```\w*\n(.*?)\n```/).map { String($0.output.1) }
            .filter { $0.contains("_proxy") || $0.contains("proxy_pass") }
        let files = try Self.caddyfiles.map {
            try String(contentsOfFile: repositoryFile($0), encoding: .utf8)
        }

        #expect(shown.count == 2)
        for configuration in shown + files {
            let isClosed =
                configuration.contains("\trespond /metrics 404\n")
                || configuration.contains("location = /metrics { return 404; }")
            #expect(isClosed, "\(configuration)")
        }
    }

    @Test(
        arguments: caddyfiles,
        [
            ("todo.example.org", true), ("todo.example.org:8443", true), ("Todo.Example.ORG", true),
            ("localhost", false), ("localhost:8443", false), ("192.168.1.5", false),
            ("192.168.1.5:8443", false), ("[fe80::1]", false), ("[::ffff:10.0.0.1]", false),
            ("todo.local", false), ("app.localhost:8443", false), ("nas.home.arpa", false),
            ("todo.internal", false), ("local.example.org", true),
        ])
    func `ask for HTTPS alone under a real name only`(
        file: String, host: (name: String, isReal: Bool)
    ) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)
        let patterns = try #require(
            text.firstMatch(
                of: /@name {\n\t\theader_regexp Host (\S+)\n\t\tnot header_regexp Host (\S+)\n\t}\n/
            ))

        let isName = try Regex(String(patterns.output.1)).firstMatch(in: host.name) != nil
        let isPrivate = try Regex(String(patterns.output.2)).firstMatch(in: host.name) != nil
        let isAsked = isName && !isPrivate

        #expect(text.matches(of: /Strict-Transport-Security/).count == 1)
        #expect(text.contains("\n\theader @name Strict-Transport-Security "))
        #expect(isAsked == host.isReal)
    }

    /// A neighbour in a range of addresses could claim to be any client.
    // proves: limits-3
    @Test(arguments: ["compose.yaml", "compose.postgres.yaml"])
    func `are believed at one address, which no other container gets`(file: String) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)

        let believed = text.firstMatch(of: /TOODOO_PROXIES: \$\{TOODOO_PROXIES:-([0-9.]+)\}\n/)
        let address = text.firstMatch(of: /(?m)^        ipv4_address: ([0-9.]+)$/)
        let others = text.firstMatch(of: /ip_range: ([0-9.]+\/[0-9]+)\n/)

        let proxy = try #require(address.flatMap { IPAddress($0.output.1.utf8.span) })
        let range = try #require(others.flatMap { AddressRange(String($0.output.1)) })
        #expect(believed?.output.1 == address?.output.1)
        #expect(!range.contains(proxy))
    }

    // proves: limits-3
    @Test func `send the address of the client and nothing that it has sent`() throws {
        let security = try String(contentsOfFile: repositoryFile("SECURITY.md"), encoding: .utf8)

        let fields = security.matches(of: /X-Forwarded-For (\S+);/).map(\.output.1)

        #expect(fields == ["$remote_addr"])
    }

    @Test func `are what the installation shows for a network`() throws {
        let file = repositoryFile("docs/operations.md")
        let guide = try String(contentsOfFile: file, encoding: .utf8)

        #expect(guide.contains("\necho SITE_ADDRESS=todo.example.org >>.env\ndocker compose up "))
        #expect(!guide.contains("0.0.0.0"))
    }

    @Test(arguments: [
        "docs/operations.md", "docs/postgres.md", "compose.yaml", "compose.postgres.yaml",
    ])
    func `get their name from a file, which the next start reads as well`(file: String) throws {
        let text = try String(contentsOfFile: repositoryFile(file), encoding: .utf8)

        let assignments = text.matches(of: /SITE_ADDRESS=.*/).map { String($0.output) }

        #expect(assignments.filter { $0.wholeMatch(of: /\S+ >>\.env/) == nil } == [])
    }
}
