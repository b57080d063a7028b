package import Accounts
package import HTTP

/// The push services that the operator permits.
package struct PushAddresses: Equatable, Sendable {
    /// The services of browsers.
    package static let browsers = [
        "fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com",
        "*.notify.windows.com",
    ]
    /// The most bytes of a URL.
    static let urlBytes = 2_048

    private let hosts: [Host]
    private let local: [String]

    /// Services with these hosts, reached by https at public addresses, and services at these
    /// origins, which may have private addresses.
    package init(hosts: [Host], local: [WebOrigin]) {
        self.hosts = hosts
        self.local = local.map(\.text)
    }

    /// A host, or all hosts below a name; with a port that is not 443.
    package struct Host: Equatable, Sendable {
        private let name: String
        private let isBelow: Bool
        private let port: String?

        /// Parses `push.example`, `*.push.example`, or either with a port; nil for anything else.
        package init?(_ text: String) {
            isBelow = text.hasPrefix("*.")
            let rest = String(isBelow ? text.dropFirst(2) : text[...]).lowercased()
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            let digits = parts.count == 2 ? parts[1] : "443"
            // The spelling of an origin has no usual port.
            guard parts.count <= 2, let port = UInt16(digits), digits == "\(port)", port > 0,
                let name = parts.first, WebOrigin("https://\(name)") != nil,
                name.split(separator: ".", omittingEmptySubsequences: false)
                    .allSatisfy({ !$0.isEmpty })
            else { return nil }
            self.name = String(name)
            self.port = port == 443 ? nil : String(digits)
        }

        /// Whether the authority of an https origin is one of these.
        func contains(_ authority: Substring) -> Bool {
            let parts = authority.split(separator: ":", maxSplits: 1)
            guard let host = parts.first, parts.dropFirst().first.map(String.init) == port else {
                return false
            }
            guard isBelow else { return host == name }
            return host.hasSuffix("." + name) && host.utf8.count > name.utf8.count + 1
        }
    }

    /// Where the messages of a service go.
    package struct Place: Equatable, Sendable {
        package let origin: String
        /// The path without its first slash: of ntfy, the topic.
        package let topic: String
        /// Whether it may have a private address.
        package let isLocal: Bool
    }

    /// The place of a service; nil if its URL is not a valid one, or not permitted.
    package func place(of service: PushService) -> Place? {
        guard let place = place(of: service.url) else { return nil }
        if case .ntfy = service, !Self.isTopic(place.topic) { return nil }
        return place
    }

    private func place(of url: String) -> Place? {
        // What else URLs may hold, parsers do not agree about.
        let isPlain = url.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"#\\\"<>^`{|}".utf8.contains($0)
        }
        guard isPlain, url.utf8.count <= Self.urlBytes,
            let scheme = ["https://", "http://"].first(where: url.hasPrefix)
        else { return nil }
        let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let path = url.dropFirst(scheme.count + authority.count)
        // This spelling has no user.
        guard let origin = WebOrigin(scheme + authority), path.hasPrefix("/") else { return nil }
        let isLocal = local.contains(origin.text)
        guard
            isLocal || scheme == "https://" && hosts.contains(where: { $0.contains(authority) })
        else { return nil }
        return Place(origin: origin.text, topic: String(path.dropFirst()), isLocal: isLocal)
    }

    private static func isTopic(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// How a push service reaches the operator: `mailto:admin@example.org`, or an https URL.
package struct PushContact: Equatable, Sendable {
    package let text: String

    /// Parses a contact; nil if it is neither, or if its host is not one that others can reach:
    /// Apple refuses messages whose contact has such a host.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"\\\"<>^`{|}#".utf8.contains($0)
        }
        guard isPlain, text.utf8.count <= 320 else { return nil }
        let host: Substring
        if text.hasPrefix("mailto:") {
            let address = text.dropFirst("mailto:".count)
            guard let at = address.lastIndex(of: "@"), at > address.startIndex,
                !address.contains("?")
            else { return nil }
            host = address[address.index(after: at)...]
        } else if text.hasPrefix("https://") {
            let authority = text.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" }
            guard WebOrigin("https://\(authority)") != nil else { return nil }
            host = authority.prefix { $0 != ":" }
        } else {
            return nil
        }
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }),
            WebOrigin("https://\(host.lowercased())") != nil, let last = labels.last,
            !["local", "localhost", "invalid"].contains(last),
            !last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        self.text = text
    }
}
