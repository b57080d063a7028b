/// Why a head is refused; the connection is closed after any of them.
package enum HeadFault: Error, Hashable, Sendable, CaseIterable {
    /// Not `method SP target SP version CRLF`, RFC 9112 §3.
    case malformedRequestLine
    /// Not one of the four forms of a target, or a form that does not go with the method.
    case malformedTarget
    /// Not `HTTP/` digit `.` digit, RFC 9112 §2.3.
    case malformedVersion
    /// Not `name: value CRLF`, a folded line, or a control character in it, RFC 9112 §5.
    case malformedField
    /// An `https` target, for which no certificate speaks here, RFC 9110 §7.4.
    case securedTarget
    /// HTTP/1.1 without `Host`, RFC 9112 §3.2.
    case missingHost
    /// More than one `Host`.
    case repeatedHost
    /// Something that is not a host with an optional port, RFC 9110 §7.2.
    case malformedHost
    /// Not one number that fits, RFC 9110 §8.6.
    case malformedContentLength
    /// `chunked` repeated, not last or with parameters, no list, or in HTTP/1.0, RFC 9112 §6.1.
    case malformedTransferEncoding
    /// Both `Content-Length` and `Transfer-Encoding`: somebody is to be misled, RFC 9112 §6.3.
    case ambiguousLength
    /// Only 100-continue is known, RFC 9110 §10.1.1.
    case unknownExpectation
    /// The request line is longer than the limit.
    case targetTooLong
    /// The field lines are more, or longer in all, than the limits.
    case fieldsTooLarge
    /// A token, but none of `Method`.
    case unknownMethod
    /// A transfer coding other than `chunked`, RFC 9112 §6.1.
    case unsupportedTransferCoding
    /// A version whose major number is not 1.
    case unsupportedVersion

    /// The status that tells the client so.
    package var status: Status {
        switch self {
        case .malformedRequestLine, .malformedTarget, .malformedVersion, .malformedField,
            .missingHost, .repeatedHost, .malformedHost, .malformedContentLength,
            .malformedTransferEncoding, .ambiguousLength:
            .badRequest
        case .securedTarget: .misdirectedRequest
        case .targetTooLong: .targetTooLong
        case .unknownExpectation: .expectationFailed
        case .fieldsTooLarge: .fieldsTooLarge
        case .unknownMethod, .unsupportedTransferCoding: .notImplemented
        case .unsupportedVersion: .versionNotSupported
        }
    }
}
