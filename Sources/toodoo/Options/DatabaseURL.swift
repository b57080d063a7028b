/// The URL of a database on a PostgreSQL server, which may have passwords.
///
///     postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?PARAMETER=VALUE&…
///
/// libpq reads it (postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). A URL that could
/// have two meanings is refused here: libpq would take a part of a password that is not
/// percent-encoded for a host, and repeat it in a message.
struct DatabaseURL: Equatable, Sendable {
    /// The URL for libpq.
    let text: String
    /// The URL without passwords.
    let name: String

    private static let schemes = ["postgres://", "postgresql://"]

    /// Whether a text is a URL of PostgreSQL, even one that cannot be read.
    static func isMeant(by text: String) -> Bool {
        schemes.contains { text.hasPrefix($0) }
    }

    /// A URL; nil if it cannot be read.
    init?(_ text: String) {
        guard let scheme = Self.schemes.first(where: { text.hasPrefix($0) }),
            text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F })
        else { return nil }
        let parts = text.dropFirst(scheme.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let location = parts[0].split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = location[0].split(separator: "@", omittingEmptySubsequences: false)
        guard authority.count <= 2, location.count == 1 || !location[1].contains("@"),
            // libpq would look for the user beyond the question mark.
            location.count == 2 || parts.count == 1 || !parts[1].contains("@"),
            Self.isEncoded(parts[0])
        else { return nil }
        guard Self.areHosts(authority[authority.count - 1]) else { return nil }
        var name = scheme
        if authority.count == 2 {
            let user = authority[0].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)[0]
            name += user.isEmpty ? "" : "\(user)@"
        }
        name += authority[authority.count - 1]
        if location.count == 2 { name += "/" + location[1] }
        if parts.count == 2, !parts[1].isEmpty {
            guard let parameters = Self.parametersWithoutPasswords(parts[1]) else { return nil }
            if !parameters.isEmpty { name += "?" + parameters }
        }
        self.text = text
        self.name = name
    }

    /// Whether each port is a number; otherwise the text after a colon may be a password without a
    /// host.
    private static func areHosts(_ hosts: Substring) -> Bool {
        hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
            let rest = host.hasPrefix("[") ? host.drop { $0 != "]" } : host
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count <= 2
                && parts.dropFirst().allSatisfy { $0.isEmpty || UInt16($0) != nil }
        }
    }

    /// The query without passwords and other secrets; nil if it cannot be read.
    private static func parametersWithoutPasswords(_ query: Substring) -> String? {
        var shown: [Substring] = []
        for parameter in query.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = parameter.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2, isEncoded(parameter) else { return nil }
            if !isSecret(decoded(pair[0])) { shown.append(parameter) }
        }
        return shown.joined(separator: "&")
    }

    /// Whether a parameter may be secret, even if it is misspelt.
    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        let bytes = Array(name.utf8)
        return ["pas", "pwd", "secret"].contains { word in
            bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
        }
    }

    /// Whether each percent sign begins an encoded byte other than 0.
    private static func isEncoded(_ text: Substring) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            byte($0).map { $0 != 0 } ?? false
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        var bytes = Array(parts[0].utf8)
        for part in parts.dropFirst() {
            if let byte = byte(part) { bytes.append(byte) }
            bytes += part.utf8.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The byte of two hexadecimal digits at the beginning of a text.
    private static func byte(_ text: Substring) -> UInt8? {
        let digits = text.utf8.prefix(2)
        guard digits.count == 2, !text.hasPrefix("+") else { return nil }
        return UInt8(text.prefix(2), radix: 16)
    }
}
