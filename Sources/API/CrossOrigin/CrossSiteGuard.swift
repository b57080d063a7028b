import HTTP

/// Keeps strangers' web pages away from a server that asks nobody for a token.
///
/// A browser on the same machine runs whatever pages its user opens, and sends what they ask for:
///
///     fetch("http://todo.evil.example:8080/items")    a name that was pointed at 127.0.0.1 by now, so
///                                                     that the page may read the answer: Host tells
///     <form action="http://127.0.0.1:8080/undo/7">    an answer that nobody reads, but what it asks
///                                                     for would be done: Origin tells
package struct CrossSiteGuard: Sendable {
    /// Further names of the server, in lower case; nil where any name may be one.
    package let names: [String]?

    /// A guard that knows `localhost`, addresses, and these names; nil is for any.
    package init(names: [String]?) {
        self.names = names
    }

    /// The name of a host as `--hosts` has it, in lower case; nil for what is none.
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

    /// Refuses a request for a name that is not the server's, and a change
    /// that a page of another origin asks for, unless it may read answers.
    func check(_ request: borrowing Request, _ policy: CORSPolicy) throws(Problem) {
        if let names, let host = request.host, !Self.isOwn(host, names) { throw .misdirected }
        if request.head.method.isSafe || request.head.first(.origin) == nil { return }
        if case .allowed = policy { return }
        guard request.head.count(of: .origin) == 1, let origin = request.value(.origin),
            let authority = request.authority, Self.isOrigin(origin, of: authority)
        else { throw .crossOrigin }
    }

    /// Whether nobody else can have given this name to the server: it is an address, empty,
    /// a name that always means the same machine (RFC 6761 §6.3), or one of its own.
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

    /// Whether it is digits and dots, which no name ends with (RFC 3696 §2).
    private static func isAddress(_ name: Span<UInt8>) -> Bool {
        for index in name.indices {
            switch name[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): continue
            default: return false
            }
        }
        return true
    }

    /// Whether pages of that origin came from this host and port, whatever
    /// scheme a proxy may have put before it.
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
