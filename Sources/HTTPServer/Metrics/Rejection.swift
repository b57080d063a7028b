import HTTP

/// Why the server, and not a route, refused or abandoned a connection or request.
enum Rejection: Int, CaseIterable {
    case malformedHead, headTooLarge, unsupported, slowHead
    case malformedBody, bodyTooLarge, slowBody, tooManyBodies
    case slowReader, unreadAnswers
    case connections, connectionsOfAddress

    /// The metric label.
    var name: String {
        switch self {
        case .malformedHead: "malformed_head"
        case .headTooLarge: "head_too_large"
        case .unsupported: "unsupported"
        case .slowHead: "slow_head"
        case .malformedBody: "malformed_body"
        case .bodyTooLarge: "body_too_large"
        case .slowBody: "slow_body"
        case .tooManyBodies: "too_many_bodies"
        case .slowReader: "slow_reader"
        case .unreadAnswers: "unread_answers"
        case .connections: "connections"
        case .connectionsOfAddress: "connections_of_address"
        }
    }

    /// The cause for a refused head.
    init(_ fault: HeadFault) {
        self =
            switch fault.status {
            case .targetTooLong, .fieldsTooLarge: .headTooLarge
            case .misdirectedRequest, .expectationFailed, .notImplemented, .versionNotSupported:
                .unsupported
            default: .malformedHead
            }
    }

    /// The cause for an abandoned body.
    init(_ fault: BodyFault) {
        self =
            switch fault {
            case .tooLarge: .bodyTooLarge
            case .malformed: .malformedBody
            case .timedOut: .slowBody
            case .overloaded: .tooManyBodies
            }
    }
}
