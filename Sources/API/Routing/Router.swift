import Accounts
import HTTP
import Items

/// Looks up routes by path without allocating.
struct Router {
    /// A matched route with the value of the path's last segment.
    struct Match {
        let route: Route
        /// The route's number, from 1.
        let number: UInt8
        var id: ItemID?
        var revision: Int?
        var handle: TokenHandle?
        var subscription: SubscriptionHandle?
        var problem: ProblemKind?
    }

    /// The kinds of variable last segments.
    private enum Variable: String, CaseIterable {
        case id = "{id}"
        case idHistory = "{id}/history"
        case idRestore = "{id}/restore"
        case revision = "{revision}"
        case handle = "{handle}"
        case subscription = "{subscription}"
        case subscriptionTest = "{subscription}/test"
        case problem = "{name}"
        /// Two segments or more, which the endpoint reads.
        case file = "{hash}/{file}"
        /// One segment with this end, which the endpoint reads.
        case calendar = "{token}.ics"

        /// What follows the first variable.
        var ending: Substring { rawValue.drop { $0 != "}" }.dropFirst() }
    }

    private struct Pattern {
        let route: Route
        let number: UInt8
        let prefix: [UInt8]
        let variable: Variable?
        /// What follows the first variable.
        let ending: [UInt8]
    }

    private let patterns: [Pattern]
    private let disabled: [Pattern]

    /// A router of the enabled routes; disabled ones keep their numbers.
    init(_ routes: [Route], where isThere: (Route) -> Bool = { _ in true }) {
        let all = routes.enumerated().map { index, route in
            let variable = Variable.allCases.first { route.path.hasSuffix($0.rawValue) }
            let prefix = route.path.dropLast(variable?.rawValue.count ?? 0)
            return Pattern(
                route: route, number: UInt8(index + 1), prefix: Array(prefix.utf8),
                variable: variable,
                ending: Array((variable?.ending ?? "").utf8))
        }
        patterns = all.filter { isThere($0.route) }
        disabled = all.filter { !isThere($0.route) }
    }

    /// The route of a raw path; nil if there is none.
    func match(_ path: Span<UInt8>) -> Match? {
        // A raw path that matches has no escapes.
        if let match = matchPlain(path) { return match }
        for index in path.indices where path[index] == UInt8(ascii: "%") {
            // `%61` equals `a`, but an escaped slash is data (RFC 3986 §6.2.2.2, §2.2).
            guard let plain = PercentDecoding.decode(path),
                Self.slashes(plain.span) == Self.slashes(path)
            else { return nil }
            return matchPlain(plain.span)
        }
        return nil
    }

    /// Whether a raw path contains a token, also in an address of a calendar that is misspelt: such
    /// a path is neither logged nor repeated.
    static func isSecret(_ path: Span<UInt8>) -> Bool {
        for index in path.indices where path[index] == UInt8(ascii: "%") {
            guard let plain = PercentDecoding.decode(path) else { return true }
            return beginsAsCalendar(plain.span)
        }
        return beginsAsCalendar(path)
    }

    private static func beginsAsCalendar(_ path: Span<UInt8>) -> Bool {
        path.extracting(first: calendars.utf8CodeUnitCount).equals(calendars)
    }

    private static let calendars: StaticString = "/calendar/"

    static func slashes(_ path: Span<UInt8>) -> Int {
        path.indices.count { path[$0] == UInt8(ascii: "/") }
    }

    private func matchPlain(_ path: Span<UInt8>) -> Match? {
        for pattern in patterns {
            let length = pattern.prefix.count
            if pattern.variable == nil, path.count != length { continue }
            guard path.extracting(first: length).equals(pattern.prefix.span) else { continue }
            switch pattern.variable {
            case nil: return Match(route: pattern.route, number: pattern.number)
            case .id, .idHistory, .idRestore:
                let end = length + UUIDText.length
                if path.count >= end, path.extracting(end...).equals(pattern.ending.span),
                    let (high, low) = UUIDText.parse(path, at: length)
                {
                    return Match(
                        route: pattern.route, number: pattern.number,
                        id: ItemID(high: high, low: low))
                }
            case .revision:
                if let revision = path.extracting(length..<path.count).canonicalDecimal {
                    return Match(
                        route: pattern.route, number: pattern.number, revision: revision)
                }
            case .handle:
                if let handle = TokenHandle(whole: path.extracting(length..<path.count)) {
                    return Match(route: pattern.route, number: pattern.number, handle: handle)
                }
            case .subscription, .subscriptionTest:
                let end = length + SubscriptionHandle.length
                if path.count >= end, path.extracting(end...).equals(pattern.ending.span),
                    let handle = SubscriptionHandle(path.extracting(length..<end))
                {
                    return Match(
                        route: pattern.route, number: pattern.number, subscription: handle)
                }
            case .file:
                if Self.areSegments(path.extracting(length...)) {
                    return Match(route: pattern.route, number: pattern.number)
                }
            case .calendar:
                let name = path.extracting(length...)
                if name.count > 4, name.extracting(last: 4).equals(".ics"), Self.slashes(name) == 0
                {
                    return Match(route: pattern.route, number: pattern.number)
                }
            case .problem:
                if let kind = ProblemKind(name: path.extracting(length..<path.count)) {
                    return Match(route: pattern.route, number: pattern.number, problem: kind)
                }
            }
        }
        return nil
    }

    /// Why a raw path has no route, with the facts that help the client to find the right path.
    func mismatch(_ path: Span<UInt8>) -> Problem {
        for pattern in disabled where pattern.route.needsAccounts {
            let length = pattern.prefix.count
            guard path.count >= length, pattern.variable != nil || path.count == length,
                path.extracting(first: length).equals(pattern.prefix.span)
            else { continue }
            return .noAccounts
        }
        if path.count > 2, path[path.count - 1] == UInt8(ascii: "/") {
            let plain = path.extracting(first: path.count - 1)
            // A problem names no path that is a secret.
            if match(plain) != nil, !Self.isSecret(plain),
                let text = try? UTF8Span(validating: plain)
            {
                return .trailingSlash(String(copying: text))
            }
        }
        for pattern in patterns where path.count > pattern.prefix.count {
            let length = pattern.prefix.count
            let rest = path.extracting(length..<path.count)
            guard path.extracting(first: length).equals(pattern.prefix.span),
                Self.slashes(rest) == Self.slashes(pattern.ending.span),
                rest.extracting(last: pattern.ending.count).equals(pattern.ending.span)
            else { continue }
            switch pattern.variable {
            case .id, .idHistory, .idRestore: return .malformedPathID
            case .revision: return .malformedPathRevision
            case .handle, .subscription, .subscriptionTest, .problem, .file, .calendar, nil:
                continue
            }
        }
        return .noSuchRoute
    }

    /// Whether these are two segments or more, none of them empty.
    private static func areSegments(_ path: Span<UInt8>) -> Bool {
        var segments = 1
        var length = 0
        for index in path.indices {
            if path[index] != UInt8(ascii: "/") {
                length += 1
            } else if length == 0 {
                return false
            } else {
                segments += 1
                length = 0
            }
        }
        return segments > 1 && length > 0
    }
}

extension TokenHandle {
    /// A complete handle in a path, in any letter case; nil for anything else.
    fileprivate init?(whole text: Span<UInt8>) {
        guard text.count == Self.length, let digits = try? UTF8Span(validating: text) else {
            return nil
        }
        self.init(String(copying: digits))
    }
}
