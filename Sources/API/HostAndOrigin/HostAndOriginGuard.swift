import HTTP

/// Protects a server without accounts from requests of other sites' pages.
///
/// A page in a browser on the same machine can reach the server:
///
///     fetch("http://todo.evil.example:8080/items")    DNS rebinding: the page's name resolves to
///                                                     127.0.0.1 by now; `Host` reveals it
///     <form action="http://127.0.0.1:8080/undo/7">    cross-site request forgery: the page cannot
///                                                     read the response; `Origin` reveals it
///     <img src="http://127.0.0.1:8080/items">         probing: what loads, and how fast, tells what
///                                                     is there; `Sec-Fetch-Site` reveals it
package struct HostAndOriginGuard: Sendable {
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

    /// Refuses a foreign `Host`. Unless CORS allows the origin, it also refuses unsafe requests
    /// from another origin, and all requests from another site except a link to a page for people.
    func check(_ request: borrowing Request, _ policy: CORSPolicy) throws(Problem) {
        if let names, let host = request.host, !Self.isOwn(host, names) { throw .misdirected }
        if Self.isCrossSite(request), !Self.isNavigation(request) {
            guard case .allowed = policy else { throw .foreignPage }
        }
        if request.head.method.isSafe || request.head.first(.origin) == nil { return }
        if case .allowed = policy { return }
        guard request.head.count(of: .origin) == 1, let origin = request.value(.origin),
            let authority = request.authority, Self.isOrigin(origin, of: authority)
        else { throw .foreignPage }
    }

    /// Whether a browser marks the request as cross-site (Fetch Metadata, §2.2); browsers send the
    /// mark even where they send no `Origin`. Other clients do not send it.
    private static func isCrossSite(_ request: borrowing Request) -> Bool {
        request.says("cross-site", in: .secFetchSite)
    }

    /// Whether the request follows a link to one of the pages for people.
    private static func isNavigation(_ request: borrowing Request) -> Bool {
        guard request.head.method.isSafe, request.says("navigate", in: .secFetchMode) else {
            return false
        }
        return request.path.equals("/") || request.path.equals("/docs")
    }

    /// Whether the name cannot come from an attacker's DNS: it is an address, a localhost name (RFC
    /// 6761 §6.3), or a name of the server.
    private static func isOwn(_ name: Span<UInt8>, _ names: [String]) -> Bool {
        if IPAddress(host: name) != nil || isLocalhost(name) { return true }
        for known in names where name.equalsIgnoringCase(known.utf8Span.span) { return true }
        return false
    }

    /// Whether it is `localhost`, or a name below it with labels of letters, digits, `-` and `_`.
    private static func isLocalhost(_ name: Span<UInt8>) -> Bool {
        let localhost: StaticString = "localhost"
        let length = localhost.utf8CodeUnitCount
        guard name.extracting(last: length).equalsIgnoringCase(localhost) else { return false }
        if name.count == length { return true }
        var isStartOfLabel = true
        for index in 0..<name.count - length {
            switch name[index] {
            case UInt8(ascii: "."):
                if isStartOfLabel { return false }
                isStartOfLabel = true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                isStartOfLabel = false
            default: return false
            }
        }
        return isStartOfLabel
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

extension Request {
    /// Whether a line of the field has this value.
    fileprivate func says(_ value: StaticString, in name: FieldName) -> Bool {
        for line in head.fields where line.name == name && bytes.slice(line.value).equals(value) {
            return true
        }
        return false
    }
}
