import Glibc
import TestSupport
import Testing

@testable import HTTP

@Suite struct `An address in text` {
    @Test(arguments: [
        "192.0.2.1", "0.0.0.0", "255.255.255.255", "::", "::1", "1::", "2001:db8::1",
        "2001:DB8:0:1:2:3:4:5", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:192.0.2.1",
        "1:2:3:4:5:6:192.0.2.1", "fe80::1:0:0:2", "", "1.2.3", "1.2.3.4.5", "1.2.3.256",
        "01.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1..2.3", "1.2.3.", ":", ":::", "1::2::3", "1:2:3",
        "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::12345", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%1",
        "1:", ":1", "[::1]", "g::", "::1.2.3", "1.2.3.4:80",
    ])
    func `is read as the C library reads it`(text: String) {
        let address = IPAddress(Array(text.utf8).span)

        #expect(address == standard(text))
    }

    @Test func `is read as the C library reads it, for random texts`() {
        var random = SplitMix64(seed: 7)
        let pieces = ["::", ":", ".", "0", "1", "ff", "abcd", "255", "192.0.2.1", "12345"]

        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()

            #expect(IPAddress(Array(text.utf8).span) == standard(text), "\(text)")
        }
    }

    private func standard(_ text: String) -> IPAddress? {
        var v4 = in_addr()
        if unsafe inet_pton(AF_INET, text, &v4) == 1 {
            return IPAddress(v4: UInt32(bigEndian: v4.s_addr))
        }
        var v6 = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        return unsafe withUnsafeBytes(of: v6) { bytes in
            IPAddress(
                high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(
                    bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}

@Suite struct `An address with a port` {
    /// RFC 7239 §6: proxies write addresses in these forms, and some without a port.
    // proves: limits-3
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:0", "192.0.2.1"), ("192.0.2.1:80", "192.0.2.1"),
        ("192.0.2.1:65535", "192.0.2.1"), ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:443", "2001:db8::1"), ("[::ffff:192.0.2.1]:1", "192.0.2.1"),
        // Without brackets a port cannot be distinguished from the address's last group.
        ("2001:db8::1", "2001:db8::1"), ("2001:db8::1:443", "2001:db8::1:443"),
    ])
    func `is read without the port`(text: String, address: String) {
        let read = IPAddress(node: Array(text.utf8).span)

        #expect(read != nil)
        #expect(read == IPAddress(Array(address.utf8).span))
    }

    // proves: limits-3
    @Test(arguments: [
        "", ":", ":80", "192.0.2.1:", "192.0.2.1:x", "192.0.2.1:080", "192.0.2.1:65536",
        "192.0.2.1:-1", "192.0.2.1:+1", "192.0.2.1: 80", "192.0.2.1 :80", "192.0.2.1:80:80",
        "192.0.2.1:_hidden", "192.0.2:80", "192.0.2.256:80", "[192.0.2.1]", "[192.0.2.1]:80",
        "[]", "[]:80", "[", "]", "[2001:db8::1", "2001:db8::1]", "2001:db8::1]:80",
        "[2001:db8::1]:", "[2001:db8::1]80", "[2001:db8::1]:80:80", "[2001:db8::1]:65536",
        "[[2001:db8::1]]", "[2001:db8::1]]", "[fe80::1%1]:80", "[2001:db8::1:80", "unknown",
        "_hidden", "example.org:80", "1:2:3:4:5:6:7:8:80",
    ])
    func `is not any other text`(text: String) {
        #expect(IPAddress(node: Array(text.utf8).span) == nil)
    }
}

@Suite struct `A range of addresses` {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
        ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
        ("172.16.0.0/12", "172.31.255.255", true), ("172.16.0.0/12", "172.32.0.0", false),
        ("::1", "::1", true), ("::/0", "2001:db8::1", true), ("::/0", "10.0.0.1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("2001:db8::/128", "2001:db8::", true), ("2001:db8::/128", "2001:db8::1", false),
        ("::2", "::2", true), ("::2", "::1", false), ("::2", "::3", false),
        ("2001:db8::/64", "2001:db8::ffff:0:0:1", true),
        ("2001:db8::/64", "2001:db8:0:1::1", false),
        ("2001:db8::a0/126", "2001:db8::a3", true), ("2001:db8::a0/126", "2001:db8::a4", false),
        ("2001:db8::/65", "2001:db8::7fff:0:0:1", true),
        ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::/96", "10.0.0.1", false),
        ("::ffff:10.0.0.0/104", "10.1.2.3", true),
        ("::ffff:10.0.0.0/104", "11.1.2.3", false),
    ])
    func `contains the addresses that begin with its bits`(
        range: String, address: String, isIn: Bool
    ) throws {
        let range = try #require(AddressRange(range))
        let read = IPAddress(Array(address.utf8).span)
        let address = try #require(read)

        #expect(range.contains(address) == isIn)
    }

    @Test(arguments: ["", "/8", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/08", "a", "10/8"])
    func `is not any other text`(text: String) {
        #expect(AddressRange(text) == nil)
    }
}

@Suite struct `A request's client address` {
    private static let proxies = ["10.0.0.0/8", "::1"]

    // proves: limits-3
    @Test(arguments: [
        // (the peer, the field's values, the expected client)
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["192.0.2.1"], "203.0.113.9"),
        ("10.0.0.7", [], "10.0.0.7"),
        ("10.0.0.7", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.7", ["192.0.2.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.7", ["192.0.2.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.7", ["192.0.2.1, 203.0.113.9 , 10.0.0.8"], "203.0.113.9"),
        ("::1", ["2001:db8::1"], "2001:db8::1"),
        ("10.0.0.7", ["10.0.0.9, 10.0.0.8"], "10.0.0.9"),
        ("10.0.0.7", ["203.0.113.9, nonsense"], "10.0.0.7"),
        ("10.0.0.7", ["203.0.113.9, nonsense, 10.0.0.8"], "10.0.0.8"),
        ("10.0.0.7", ["203.0.113.9, "], "10.0.0.7"),
        // Some proxies add the port.
        ("10.0.0.7", ["203.0.113.9:5678"], "203.0.113.9"),
        ("10.0.0.7", ["[2001:db8::1]:443"], "2001:db8::1"),
        ("10.0.0.7", ["192.0.2.1:1, [2001:db8::1]"], "2001:db8::1"),
        ("10.0.0.7", ["192.0.2.1:1, 203.0.113.9:2, 10.0.0.8:3"], "203.0.113.9"),
        ("::1", ["203.0.113.9:2", "[::1]:3"], "203.0.113.9"),
        ("203.0.113.9", ["10.0.0.8:80"], "203.0.113.9"),
        ("10.0.0.7", ["203.0.113.9, 10.0.0.8:x"], "10.0.0.7"),
        ("10.0.0.7", ["203.0.113.9, 10.0.0.8:65536"], "10.0.0.7"),
        ("10.0.0.7", ["203.0.113.9, [10.0.0.8]:80"], "10.0.0.7"),
        ("10.0.0.7", ["203.0.113.9, [::1:80"], "10.0.0.7"),
        // Another host of a proxy's network is not trusted.
        ("::3", ["203.0.113.9"], "::3"), ("::1", ["203.0.113.9, ::3"], "::3"),
    ])
    func `is taken from trusted proxies only`(
        peer: String, lines: [String], client: String
    ) throws {
        let text =
            "GET / HTTP/1.1\r\nHost: a\r\n"
            + lines.map { "X-Forwarded-For: \($0)\r\n" }.joined() + "\r\n"
        let bytes = Array(text.utf8)
        var head = RequestHead()
        _ = RequestParser().parse(bytes.span, into: &head)
        let request = Request(
            head: head, bytes: bytes.span, body: bytes.span.extracting(0..<0), id: .made(0),
            peer: IPAddress(Array(peer.utf8).span))

        let found = request.client(behind: Self.proxies.compactMap { AddressRange($0) })

        #expect(found == IPAddress(Array(client.utf8).span).map { ClientAddress($0) })
    }
}
