/// The base URL of a provider: `http` or `https`, a host, optionally a port and a path.
package struct ProviderURL: Equatable, Sendable {
    /// The URL without a slash at the end.
    package let text: String

    /// Parses a URL; nil with a query, a fragment, user info, white space or another scheme.
    package init?(_ text: String) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix) else { return nil }
        let isPlain = text.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"?#@\\\"<>{}|^`[]".utf8.contains($0)
        }
        let parts = text.dropFirst(scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard isPlain, Self.isAuthority(parts[0]) else { return nil }
        var text = text[...]
        while text.hasSuffix("/") { text.removeLast() }
        self.text = String(text)
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return false }
        guard parts.count == 2 else { return true }
        return parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (UInt16(parts[1]) ?? 0) > 0
    }
}
