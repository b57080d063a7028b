import HTTP

/// Protects a server without accounts from requests of other sites' pages.
///
/// A page in a browser on the same machine can reach the server:
///
///     fetch("http://todo.evil.example:8080/items")    DNS rebinding: the page's name resolves to
///                                                     127.0.0.1 by now; `Host` reveals it
///     <form action="http://127.0.0.1:8080/undo/7">    cross-site request forgery: the page cannot
///                                                     read the response; `Origin` reveals it
package struct CrossSiteGuard: Sendable {
    /// More names of the server, in lower case; nil accepts any name.
    package let names: [String]?

    /// A guard that accepts `localhost`, IP addresses and these names; nil accepts any name.
    package init(names: [String]?) {
        self.names = names
    }

    /// A host name of `--hosts` in lower case; nil if it is malformed.
    package static func name(_ text: String) -> String? {
        let name = text.lowercased()
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isName && name.contains { $0 != "." } ? name : nil
    }

    /// Refuses a foreign `Host`, and an unsafe request of another origin that CORS does not allow.
    func check(_ request: borrowing Request, _ policy: CORSPolicy) throws(Problem) {
        if let names, let host = request.host, !Self.isOwn(host, names) { throw .misdirected }
        if request.head.method.isSafe || request.head.first(.origin) == nil { return }
        if case .allowed = policy { return }
        guard request.head.count(of: .origin) == 1, let origin = request.value(.origin),
            let authority = request.authority, Self.isOrigin(origin, of: authority)
        else { throw .crossOrigin }
    }

    /// Whether an attacker's DNS cannot have supplied this name: it is empty, an address, a
    /// localhost name (RFC 6761 §6.3), or a name of the server.
    private static func isOwn(_ name: Span<UInt8>, _ names: [String]) -> Bool {
        guard name.count > 0, name[0] != UInt8(ascii: "[") else { return true }
        if isAddress(name) || name.equalsIgnoringCase("localhost") { return true }
        let localhosts: StaticString = ".localhost"
        if name.count > localhosts.utf8CodeUnitCount,
            name.extracting(last: localhosts.utf8CodeUnitCount).equalsIgnoringCase(localhosts)
        {
            return true
        }
        for known in names where name.equalsIgnoringCase(known.utf8Span.span) { return true }
        return false
    }

    /// Whether it is all digits and dots, as no host name is (RFC 3696 §2).
    private static func isAddress(_ name: Span<UInt8>) -> Bool {
        for index in name.indices {
            switch name[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): continue
            default: return false
            }
        }
        return true
    }

    /// Whether the origin is this host and port, with either scheme: a proxy may speak TLS.
    private static func isOrigin(_ origin: Span<UInt8>, of authority: Span<UInt8>) -> Bool {
        for scheme in ["http://", "https://"] as [StaticString] {
            let length = scheme.utf8CodeUnitCount
            if origin.count == length + authority.count,
                origin.extracting(first: length).equals(scheme),
                origin.extracting(last: authority.count).equals(authority)
            {
                return true
            }
        }
        return false
    }
}
