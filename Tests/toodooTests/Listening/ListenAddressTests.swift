import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A server that listens on all addresses` {
    @Test(arguments: [
        ("0.0.0.0", "http://192.0.2.7:80, http://198.51.100.1:80"),
        ("::", "http://[2001:db8::1]:80"),
        ("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"),
    ])
    func `names those of the machine`(host: String, urls: String) {
        let machine = ["192.0.2.7", "2001:db8::1", "198.51.100.1"]

        #expect(ListenAddress(host: host, port: 80).reachable(machine).urls == urls)
    }

    @Test(arguments: [("0.0.0.0", "http://127.0.0.1:80"), ("::", "http://[::1]:80")])
    func `names the loopback address where the machine has no other`(host: String, url: String) {
        #expect(ListenAddress(host: host, port: 80).reachable([]).urls == url)
    }

    @Test func `looks up the machine's addresses only for a wildcard`() {
        var lookups = 0
        func machine() -> [String] {
            lookups += 1
            return []
        }

        for host in ["127.0.0.1", "::1", "192.0.2.7"] {
            _ = ListenAddress(host: host, port: 80).reachable(machine())
        }
        let literal = lookups
        _ = ListenAddress(host: "0.0.0.0", port: 80).reachable(machine())

        #expect(literal == 0)
        #expect(lookups == 1)
    }

    @Test func `prints and logs no wildcard address`() throws {
        let folder = try TemporaryFolder()
        let program = try Program([
            "serve", "--host", "0.0.0.0", "--port", "0", "--db", folder.file("items.sqlite"),
            "--auth", "off",
        ])

        let line = try program.line()
        program.send(SIGTERM)
        let log = try program.ending().error

        let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
        let addresses = ListenAddress(host: "0.0.0.0", port: port).reachable(machineAddresses())
        #expect(line == "toodoo listens on \(addresses.urls)")
        #expect(log.contains(" for browsers: a to-do list at \(addresses[0].url)/\n"))
        #expect(!log.contains("0.0.0.0"))
    }
}
