import CLinux
import Glibc
import HTTP
import Testing

@testable import HTTPServer

@Suite struct `A client's address` {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", true),
        ("192.0.2.1", "192.0.2.2", false),
        ("192.0.2.1", "::ffff:192.0.2.1", true),
        ("192.0.2.1", "::ffff:192.0.2.2", false),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
        ("2001:db8::1", "2001:db8::ffff:c000:201", true),
        ("2001:db8::1", "2001:db8:0:1::1", false),
        ("::1", "::ffff:192.0.2.1", false),
        ("0.0.0.0", "::", false),
    ])
    func `equals another in all bits of IPv4 or 64 bits of IPv6`(
        one: String, other: String, isSame: Bool
    ) throws {
        let addresses = try (address(one), address(other))

        #expect((addresses.0 == addresses.1) == isSame)
    }

    /// The address of a text, in the form in which connections are counted.
    private func address(_ text: String) throws -> ClientAddress {
        var peer = sockaddr_in6()
        if text.contains(":") {
            peer.sin6_family = sa_family_t(AF_INET6)
            try #require(unsafe inet_pton(AF_INET6, text, &peer.sin6_addr) == 1)
        } else {
            peer.sin6_family = sa_family_t(AF_INET)
            var v4 = in_addr()
            try #require(unsafe inet_pton(AF_INET, text, &v4) == 1)
            // The field is at the place of the address in sockaddr_in (ip(7)).
            peer.sin6_flowinfo = v4.s_addr
        }
        return ClientAddress(IPAddress(peer))
    }
}
