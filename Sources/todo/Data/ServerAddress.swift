import Foundation

/// The address of a server.
struct ServerAddress: Equatable, Sendable {
    let url: URL

    /// Reads an address with a scheme and a host; throws if it is malformed or has a query or user.
    init(_ text: String) throws(Failure) {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        guard let parts = URLComponents(string: text), let url = parts.url,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil
        else { throw .notAServer(text) }
        self.url = url
    }

    /// The address as text.
    var text: String { url.absoluteString }

    /// Whether a password would be sent unencrypted over a network.
    var isUnencrypted: Bool {
        url.scheme?.lowercased() == "http"
            && !["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host() ?? "")
    }

    /// The name of the server's folder, in characters that each file system takes.
    ///
    /// Upper and lower case differ in a path, but not in the scheme and the host.
    var folderName: String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789._-")
        let host = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let path = text[host...].firstIndex(of: "/") ?? text.endIndex
        let key = text[..<path].lowercased() + text[path...]
        return key.addingPercentEncoding(withAllowedCharacters: plain) ?? key
    }
}
