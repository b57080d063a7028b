import HTTP

/// The parameters of a request that the rules of the protocol refer to.
struct MCPParameters {
    /// Whether `_meta` has a version, of whatever type.
    private(set) var hasVersion = false
    private var version: String?
    private var hasCapabilities = false
    /// The version that `initialize` asks for.
    private(set) var asked: String?
    /// Whether there is the name of a tool, of whatever type.
    private var hasName = false
    private(set) var name: String?

    /// Reads the parameters of a request.
    init(_ root: borrowing JSONValue) {
        guard let params = root.member("params") else { return }
        var members = params.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "name":
                hasName = !value.isNull
                name = value.string()
            case "protocolVersion": asked = value.string()
            case "_meta":
                var fields = value.members
                while let field = fields.next() {
                    let value = field.value
                    switch field.name {
                    case MCPMessage.versionKey:
                        hasVersion = true
                        version = value.string()
                    case MCPMessage.capabilitiesKey: hasCapabilities = value.kind == .object
                    default: break
                    }
                }
            default: break
            }
        }
    }

    /// Checks a request of the stateless era: its head, which proxies read, must agree with its
    /// body.
    func check(_ method: String, _ request: borrowing Request) throws(MCPFault) {
        guard hasVersion, hasCapabilities else { throw .noVersion }
        guard let version, request.says(version, in: .mcpVersion),
            request.says(method, in: .mcpMethod), request.head.count(of: .mcpName) <= 1
        else { throw .otherHeaders }
        if method == "tools/call", hasName {
            guard let name, request.says(name, in: .mcpName) else { throw .otherHeaders }
        }
        guard MCPVersion.stateless.contains(version) else { throw .unknownVersion(version) }
    }
}

extension Request {
    /// Whether the head names a version of the stateless era, which no handshake agrees on.
    var namesStatelessVersion: Bool {
        for line in head.fields where line.name == .mcpVersion {
            let value = bytes.slice(line.value)
            let isKnown = MCPVersion.handshake.contains { value.equals($0.utf8Span.span) }
            if !isKnown { return true }
        }
        return false
    }

    /// Whether the field comes once and has this value, plain or in Base64: `=?base64?…?=`.
    fileprivate func says(_ text: String, in name: FieldName) -> Bool {
        guard head.count(of: name) == 1, let value = value(name) else { return false }
        let (start, end) = ("=?base64?" as StaticString, "?=" as StaticString)
        guard value.count >= start.utf8CodeUnitCount + end.utf8CodeUnitCount,
            value.extracting(first: start.utf8CodeUnitCount).equals(start),
            value.extracting(last: end.utf8CodeUnitCount).equals(end)
        else { return value.equals(text.utf8Span.span) }
        let payload = value.extracting(
            start.utf8CodeUnitCount..<value.count - end.utf8CodeUnitCount)
        // Encoding has one result, so a text with bits to spare does not match.
        let encoded = Self.base64(Array(text.utf8))
        return payload.equals(encoded.span)
    }

    /// Base64 with padding (RFC 4648 §4).
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(
                    place > group.count
                        ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return text
    }
}
