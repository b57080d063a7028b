/// The request fields that the server reads; all others are `other`.
package enum FieldName: UInt8, Sendable, CaseIterable {
    case host, contentLength, transferEncoding, connection, expect
    case contentType, contentRange, contentEncoding, accept, acceptEncoding, authorization
    case prefer
    case ifMatch, ifNoneMatch, idempotencyKey, lastEventID
    case mcpVersion, mcpMethod, mcpName
    case origin, secFetchSite, secFetchMode
    case accessControlRequestMethod, accessControlRequestHeaders
    case requestID, traceparent, forwardedFor
    case other

    /// The field with this name, case-insensitive (RFC 9110 §5.1).
    ///
    /// The switch on the length leaves few names to compare.
    package init(_ token: Span<UInt8>) {
        switch token.count {
        case 4 where token.equalsIgnoringCase("host"): self = .host
        case 6 where token.equalsIgnoringCase("accept"): self = .accept
        case 6 where token.equalsIgnoringCase("expect"): self = .expect
        case 6 where token.equalsIgnoringCase("origin"): self = .origin
        case 6 where token.equalsIgnoringCase("prefer"): self = .prefer
        case 8 where token.equalsIgnoringCase("if-match"): self = .ifMatch
        case 8 where token.equalsIgnoringCase("mcp-name"): self = .mcpName
        case 10 where token.equalsIgnoringCase("connection"): self = .connection
        case 10 where token.equalsIgnoringCase("mcp-method"): self = .mcpMethod
        case 11 where token.equalsIgnoringCase("traceparent"): self = .traceparent
        case 12 where token.equalsIgnoringCase("content-type"): self = .contentType
        case 12 where token.equalsIgnoringCase("x-request-id"): self = .requestID
        case 13 where token.equalsIgnoringCase("content-range"): self = .contentRange
        case 13 where token.equalsIgnoringCase("authorization"): self = .authorization
        case 13 where token.equalsIgnoringCase("if-none-match"): self = .ifNoneMatch
        case 13 where token.equalsIgnoringCase("last-event-id"): self = .lastEventID
        case 14 where token.equalsIgnoringCase("content-length"): self = .contentLength
        case 14 where token.equalsIgnoringCase("sec-fetch-site"): self = .secFetchSite
        case 14 where token.equalsIgnoringCase("sec-fetch-mode"): self = .secFetchMode
        case 15 where token.equalsIgnoringCase("idempotency-key"): self = .idempotencyKey
        case 15 where token.equalsIgnoringCase("accept-encoding"): self = .acceptEncoding
        case 15 where token.equalsIgnoringCase("x-forwarded-for"): self = .forwardedFor
        case 16 where token.equalsIgnoringCase("content-encoding"): self = .contentEncoding
        case 17 where token.equalsIgnoringCase("transfer-encoding"): self = .transferEncoding
        case 20 where token.equalsIgnoringCase("mcp-protocol-version"): self = .mcpVersion
        case 29 where token.equalsIgnoringCase("access-control-request-method"):
            self = .accessControlRequestMethod
        case 30 where token.equalsIgnoringCase("access-control-request-headers"):
            self = .accessControlRequestHeaders
        default: self = .other
        }
    }
}
