import HTTP
import Items

/// The routes, made ready for looking up a path in the bytes of a request without allocating.
struct Router {
    /// Where a path leads.
    struct Match {
        let route: Route
        let id: ItemID?
    }

    private struct Pattern {
        let route: Route
        let prefix: [UInt8]
        let endsInID: Bool
    }

    private let patterns: [Pattern]

    init(_ routes: [Route]) {
        patterns = routes.map { route in
            let endsInID = route.path.hasSuffix("{id}")
            let prefix = endsInID ? String(route.path.dropLast(4)) : route.path
            return Pattern(route: route, prefix: Array(prefix.utf8), endsInID: endsInID)
        }
    }

    /// The route of a path as it stands in a request line, nil when there is none.
    func match(_ path: Span<UInt8>) -> Match? {
        for index in path.indices where path[index] == UInt8(ascii: "%") {
            // An escaped letter is the same letter, an escaped slash is none (RFC 3986 §6.2.2.2).
            guard let plain = PercentDecoding.decode(path), slashes(plain.span) == slashes(path)
            else { return nil }
            return matchPlain(plain.span)
        }
        return matchPlain(path)
    }

    private func slashes(_ path: Span<UInt8>) -> Int {
        path.indices.count { path[$0] == UInt8(ascii: "/") }
    }

    private func matchPlain(_ path: Span<UInt8>) -> Match? {
        for pattern in patterns {
            let length = pattern.prefix.count
            if !pattern.endsInID {
                if path.equals(pattern.prefix.span) { return Match(route: pattern.route, id: nil) }
            } else if path.count == length + UUIDText.length,
                path.extracting(0..<length).equals(pattern.prefix.span),
                let (high, low) = UUIDText.parse(path, at: length)
            {
                return Match(route: pattern.route, id: ItemID(high: high, low: low))
            }
        }
        return nil
    }
}
