/// Where a provider is: `http` or `https`, a host, perhaps a port and a path.
package struct ProviderURL: Equatable, Sendable {
    /// Without a slash at the end.
    package let text: String

    /// Nil for anything else: a query, a fragment, a user's name, white space, another scheme.
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
