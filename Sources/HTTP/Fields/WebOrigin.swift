/// The origin of a web page, as a browser sends it in `Origin` (RFC 6454 §6.2).
///
///     https://example.org     http://localhost:3000     http://[::1]:8080
///
/// Only the spelling that browsers send is accepted; another one would never compare equal. `null`
/// is refused: every sandboxed page and every local file sends it, so it identifies none.
package struct WebOrigin: Equatable, Sendable {
    package let text: String

    /// Parses an origin; nil for a spelling that no browser sends.
    package init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }
        guard Self.isScheme(scheme.utf8), text.dropFirst(scheme.count).hasPrefix("://") else {
            return nil
        }
        let authority = text.dropFirst(scheme.count + 3)
        let host = Self.host(authority)
        guard let host, Self.isPort(authority.dropFirst(host.count), of: scheme) else { return nil }
        self.text = text
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, first.isLowercaseLetter else { return false }
        return text.allSatisfy {
            $0.isLowercaseLetter || $0.isDigit
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
        }
    }

    private static func host(_ authority: Substring) -> Substring? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let address = authority[...end]
            let inner = address.utf8.dropFirst().dropLast()
            let isAddress = inner.allSatisfy {
                $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
                    || $0 == UInt8(ascii: ":")
            }
            return isAddress && inner.count > 1 ? address : nil
        }
        let name = authority.prefix { $0 != ":" }
        let isName = name.utf8.allSatisfy {
            $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                || $0 == UInt8(ascii: "_")
        }
        return isName && !name.isEmpty ? name : nil
    }

    /// Whether the text is empty, or `:` and a port other than the scheme's default.
    private static func isPort(_ text: Substring, of scheme: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst()
        guard text.first == ":", let port = UInt16(digits), port > 0, digits == "\(port)" else {
            return false
        }
        return !(scheme == "http" && port == 80) && !(scheme == "https" && port == 443)
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
