import HTTP

/// The kind of a problem, which is its `type` in a response: stable, for programs.
enum ProblemKind: CaseIterable, Sendable {
    case badRequest
    case requestTimeout
    case targetTooLong
    case fieldsTooLarge
    case expectationFailed
    case methodUnknown
    case codingUnknown
    case versionUnsupported
    case noSuchRoute
    case methodNotAllowed
    case notAcceptable
    case badParameter
    case unsupportedMediaType
    case contentTooLarge
    case badJSON
    case invalid
    case itemNotFound
    case itemGone
    case alreadyExists
    case conditionFailed
    case tokenExpired
    case noSuchRevision
    case undoExpired
    case changedSince
    case keyReused
    case keyInUse
    case answerNotKept
    case quota
    case addressNotFound
    case misdirected
    case foreignPage
    case unauthorized
    case readOnly
    case notPermitted
    case wrongCredentials
    case wrongPassword
    case sessionNotFound
    case subscriptionNotFound
    case emailTaken
    case signUpClosed
    case setupEnded
    case proxyUserRefused
    case tooManyRequests
    case noGeocoder
    case geocoderFailed
    case geocoderTooSlow
    case storageFull
    case storageFailed
    case storageUnavailable
    case overloaded
    case draining

    init(_ fault: HeadFault) {
        self =
            switch fault.status {
            case .misdirectedRequest: .misdirected
            case .targetTooLong: .targetTooLong
            case .fieldsTooLarge: .fieldsTooLarge
            case .expectationFailed: .expectationFailed
            case .versionNotSupported: .versionUnsupported
            case .notImplemented: fault == .unknownMethod ? .methodUnknown : .codingUnknown
            default: .badRequest
            }
    }

    /// The last part of the type's URI, the title, and the status.
    var entry: (name: StaticString, title: StaticString, status: Status) {
        switch self {
        case .badRequest: ("bad-request", "Bad request", .badRequest)
        case .requestTimeout: ("request-timeout", "Request timed out", .requestTimeout)
        case .targetTooLong: ("target-too-long", "Request target too long", .targetTooLong)
        case .fieldsTooLarge: ("fields-too-large", "Header fields too large", .fieldsTooLarge)
        case .expectationFailed: ("expectation-failed", "Unknown expectation", .expectationFailed)
        case .methodUnknown: ("method-unknown", "Unknown method", .notImplemented)
        case .codingUnknown: ("coding-unknown", "Unknown transfer coding", .notImplemented)
        case .versionUnsupported:
            ("version-unsupported", "HTTP version not supported", .versionNotSupported)
        case .noSuchRoute: ("not-found", "Nothing here", .notFound)
        case .methodNotAllowed: ("method-not-allowed", "Method not allowed", .methodNotAllowed)
        case .notAcceptable: ("not-acceptable", "Not acceptable", .notAcceptable)
        case .badParameter: ("bad-parameter", "Bad query parameter", .badRequest)
        case .unsupportedMediaType:
            ("unsupported-media-type", "Unsupported media type", .unsupportedMediaType)
        case .contentTooLarge: ("content-too-large", "Content too large", .contentTooLarge)
        case .badJSON: ("bad-json", "Not JSON", .badRequest)
        case .invalid: ("invalid", "Invalid content", .unprocessableContent)
        case .itemNotFound: ("item-not-found", "No such item", .notFound)
        case .itemGone: ("item-gone", "Item deleted", .gone)
        case .alreadyExists: ("already-exists", "Item exists already", .conflict)
        case .conditionFailed: ("condition-failed", "Condition failed", .preconditionFailed)
        case .tokenExpired: ("token-expired", "Token expired", .gone)
        case .noSuchRevision: ("revision-not-found", "No such revision", .notFound)
        case .undoExpired: ("undo-expired", "Too old to undo", .gone)
        case .changedSince: ("changed-since", "Changed since", .conflict)
        case .keyReused:
            ("idempotency-key-reused", "Idempotency-Key of another request", .unprocessableContent)
        case .keyInUse: ("idempotency-key-in-use", "Idempotency-Key in use", .conflict)
        case .answerNotKept: ("answer-not-kept", "Done before", .conflict)
        case .quota: ("quota", "No room for more items", .insufficientStorage)
        case .addressNotFound: ("address-not-found", "No such place", .notFound)
        case .misdirected: ("misdirected", "Not for this server", .misdirectedRequest)
        case .foreignPage: ("foreign-page", "Page of another origin", .forbidden)
        case .unauthorized: ("unauthorized", "Not signed in", .unauthorized)
        case .readOnly: ("read-only", "Read-only token", .forbidden)
        case .notPermitted: ("not-permitted", "Not permitted", .forbidden)
        case .wrongCredentials:
            ("wrong-credentials", "Wrong email or password", .unauthorized)
        case .wrongPassword: ("wrong-password", "Wrong password", .forbidden)
        case .sessionNotFound: ("session-not-found", "No such session", .notFound)
        case .subscriptionNotFound:
            ("subscription-not-found", "No such subscription", .notFound)
        case .emailTaken: ("email-taken", "Email taken", .conflict)
        case .signUpClosed: ("sign-up-closed", "No sign-up", .forbidden)
        case .setupEnded: ("setup-ended", "Set-up link not valid", .forbidden)
        case .proxyUserRefused:
            ("proxy-user-refused", "Sign-in by the proxy refused", .forbidden)
        case .tooManyRequests: ("too-many-requests", "Too many requests", .tooManyRequests)
        case .noGeocoder: ("no-geocoder", "No geocoder", .serviceUnavailable)
        case .geocoderFailed: ("geocoder-failed", "Geocoder failed", .badGateway)
        case .geocoderTooSlow: ("geocoder-too-slow", "Geocoder too slow", .gatewayTimeout)
        case .storageFull: ("storage-full", "No room left", .insufficientStorage)
        case .storageFailed: ("storage-failed", "Storage failed", .internalServerError)
        case .storageUnavailable:
            ("storage-unavailable", "Storage unavailable", .serviceUnavailable)
        case .overloaded: ("overloaded", "Too much to do", .serviceUnavailable)
        case .draining: ("draining", "Going down", .serviceUnavailable)
        }
    }
}
