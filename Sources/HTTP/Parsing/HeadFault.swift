/// Why a head is refused; the connection closes after any of these faults.
package enum HeadFault: Error, Hashable, Sendable, CaseIterable {
    /// Not `method SP target SP version CRLF`, RFC 9112 §3.
    case malformedRequestLine
    /// Not one of the four target forms, or a form that the method does not allow.
    case malformedTarget
    /// Not `HTTP/` digit `.` digit, RFC 9112 §2.3.
    case malformedVersion
    /// Not `name: value CRLF`, a folded line, or a control character, RFC 9112 §5.
    case malformedField
    /// An `https` target: this server has no certificate, RFC 9110 §7.4.
    case securedTarget
    /// HTTP/1.1 without `Host`, RFC 9112 §3.2.
    case missingHost
    /// More than one `Host`.
    case repeatedHost
    /// Not a host with an optional port, RFC 9110 §7.2.
    case malformedHost
    /// Not a single number in range, RFC 9110 §8.6.
    case malformedContentLength
    /// `chunked` repeated, not last, with parameters, an invalid list, or HTTP/1.0, RFC 9112 §6.1.
    case malformedTransferEncoding
    /// Both `Content-Length` and `Transfer-Encoding`: a sign of request smuggling, RFC 9112 §6.3.
    case ambiguousLength
    /// An expectation other than 100-continue, RFC 9110 §10.1.1.
    case unknownExpectation
    /// The request line exceeds its limit.
    case targetTooLong
    /// The field lines exceed the limit on their number or on their bytes.
    case fieldsTooLarge
    /// A token that is not a known `Method`.
    case unknownMethod
    /// A transfer coding other than `chunked`, RFC 9112 §6.1.
    case unsupportedTransferCoding
    /// A version whose major number is not 1.
    case unsupportedVersion

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
