package import HTTP

/// The server's settings for the page: the content of its element `<meta name="toodoo">`.
package struct PageSettings: Equatable, Sendable {
    package var hasAccounts = false
    /// Whether a visitor can create an account.
    package var hasSignUp = false
    /// Whether a proxy names the visitor, who then needs no password.
    package var hasProxySignIn = false
    /// Whether the server looks up addresses.
    package var hasGeocoder = false
    /// Whether the server tells reminders to browsers.
    package var hasReminders = false
    /// Where map tiles come from; nil for none.
    package var tiles: TileURL?

    /// A server without accounts, geocoder, reminders and tiles.
    package init() {}

    /// The words of the element's content.
    var text: String {
        var words: [String] = []
        if hasAccounts { words.append("accounts") }
        if hasAccounts, hasSignUp { words.append("sign-up") }
        if hasAccounts, hasProxySignIn { words.append("proxy-sign-in") }
        if hasGeocoder { words.append("geocoder") }
        if hasReminders { words.append("reminders") }
        if let tiles { words.append("tiles=\(tiles.text)") }
        return words.joined(separator: " ")
    }
}

/// The address of map tiles, with `{z}`, `{x}` and `{y}` for zoom level, column and row.
package struct TileURL: Equatable, Sendable {
    /// The URL as given.
    package let text: String
    /// The only foreign origin from which the page may load images.
    package let origin: WebOrigin

    /// Parses a URL; nil unless it is an http or https URL that has each of the three once, all of
    /// them after the host.
    ///
    /// Of its characters, only `&` needs an escape in HTML, and those of the origin need none in a
    /// policy.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let rest = text.dropFirst(scheme.count + authority.count)
        let isPlain = rest.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"\"#'<>\\^`|".utf8.contains($0)
        }
        guard isPlain, rest.first == "/", let origin = WebOrigin(scheme + authority) else {
            return nil
        }
        let variables = Self.variables(in: rest)
        guard variables.sorted() == ["x", "y", "z"] else { return nil }
        self.text = text
        self.origin = origin
    }

    /// The names in braces; an unpaired brace gives an invalid name.
    private static func variables(in text: Substring) -> [Substring] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
            let end = part.firstIndex(of: "}") ?? part.startIndex
            return part[..<end]
        }
    }
}
