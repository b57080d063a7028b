import Exchange
import HTTP
package import Items

/// Every error of the API, with its prose.
///
/// A problem document (RFC 9457) consists of a case's kind, its detail and its facts. No other file
/// has prose about them.
enum Problem: Error, Equatable, Sendable {
    // The request itself.
    case badRequest(HeadFault)
    case badChunks(ChunkFault)
    case tooSlow
    case noSuchRoute
    /// This path exists; the request has it with a slash at the end.
    case trailingSlash(String)
    /// A path about accounts, on a server that has none.
    case noAccounts
    /// The path of an item or an undo whose last segment is not a UUID or a number.
    case malformedPathID
    case malformedPathRevision
    case methodNotAllowed([Method])
    case notAcceptable
    case unknownParameter(String, nearest: String?)
    case repeatedParameter(String)
    case badParameter(String, expected: String)
    case unreadableQuery
    case malformedCondition(FieldName)
    case partOfItem
    case malformedKey
    case malformedLastEventID

    // The body.
    case unsupportedMediaType(BodyPolicy.Types)
    case repeatedType(BodyPolicy.Types)
    case contentCoding
    case contentTooLarge(limit: Int)
    case badJSON(JSONFault)
    /// The reported faults, and the count of all.
    case invalid([Fault], of: Int)
    /// A file that is not imported.
    case badFile(ImportFault)
    case badItemFile(ItemFileFault)

    // The items and the state.
    case itemNotFound
    case itemDidNotExist
    case itemGone(revision: Int)
    case alreadyExists([ItemID])
    case conditionFailed(revision: Int?)
    case tokenExpired
    case noSuchRevision
    case undoExpired
    case changedSince([ItemID])
    /// The problem of one step of a batch.
    indirect case atStep(Int, Problem)
    case keyReused
    case keyInUse
    case answerNotKept
    /// The owner's items would grow to `bytes` over a quota of `limit`.
    case quotaExceeded(bytes: Int, limit: Int)
    /// The owner would have `items` items over a quota of `limit`.
    case countExceeded(items: Int, limit: Int)
    case addressNotFound

    // The caller.
    /// `Host` is not a name of this server.
    case misdirected
    /// A change requested by a page of another origin.
    case foreignPage
    /// No valid token; the flag says whether the request had a token at all.
    case unauthorized(wasTokenSent: Bool)
    case repeatedAuthorization
    /// A write with a token that permits none.
    case readOnlyToken
    /// A request about accounts with a token for items.
    case notPermitted
    case wrongCredentials
    case wrongPassword
    case sessionNotFound
    case subscriptionNotFound
    case emailTaken
    case signUpClosed
    case setupEnded
    case proxyUserRefused(ProxyUserFault)
    case tooManyRequests(RateLimitExceeded)
    case tooManyPasswords(seconds: Int)

    // The server.
    case noGeocoder
    case geocoding(GeocodingFailure)
    case storage(StorageFailure)
    case draining
    case tooManyConnections
    case tooManyBodies

    /// The kind, by which clients distinguish problems.
    var kind: ProblemKind {
        switch self {
        case .badRequest(let fault): ProblemKind(fault)
        case .badChunks(let fault):
            fault.status == .fieldsTooLarge ? .fieldsTooLarge : .badRequest
        case .unreadableQuery, .malformedCondition, .partOfItem, .malformedKey,
            .malformedLastEventID:
            .badRequest
        case .unknownParameter, .repeatedParameter, .badParameter: .badParameter
        case .tooSlow: .requestTimeout
        case .noSuchRoute, .trailingSlash, .noAccounts, .malformedPathID, .malformedPathRevision:
            .noSuchRoute
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .unsupportedMediaType, .repeatedType, .contentCoding: .unsupportedMediaType
        case .contentTooLarge: .contentTooLarge
        case .badJSON: .badJSON
        case .invalid: .invalid
        case .badFile(let fault): ProblemKind(fault)
        case .badItemFile(let fault): ProblemKind(fault)
        case .itemNotFound, .itemDidNotExist: .itemNotFound
        case .itemGone: .itemGone
        case .alreadyExists: .alreadyExists
        case .conditionFailed: .conditionFailed
        case .tokenExpired: .tokenExpired
        case .noSuchRevision: .noSuchRevision
        case .undoExpired: .undoExpired
        case .changedSince: .changedSince
        case .atStep(_, let problem): problem.kind
        case .keyReused: .keyReused
        case .keyInUse: .keyInUse
        case .answerNotKept: .answerNotKept
        case .quotaExceeded, .countExceeded: .quota
        case .addressNotFound: .addressNotFound
        case .misdirected: .misdirected
        case .foreignPage: .foreignPage
        case .unauthorized, .repeatedAuthorization: .unauthorized
        case .readOnlyToken: .readOnly
        case .notPermitted: .notPermitted
        case .wrongCredentials: .wrongCredentials
        case .wrongPassword: .wrongPassword
        case .sessionNotFound: .sessionNotFound
        case .subscriptionNotFound: .subscriptionNotFound
        case .emailTaken: .emailTaken
        case .signUpClosed: .signUpClosed
        case .setupEnded: .setupEnded
        case .proxyUserRefused: .proxyUserRefused
        case .tooManyRequests: .tooManyRequests
        case .noGeocoder, .geocoding(.unavailable): .noGeocoder
        case .geocoding(.provider): .geocoderFailed
        case .geocoding(.timedOut): .geocoderTooSlow
        case .geocoding(.overloaded): .overloaded
        case .storage(.full): .storageFull
        case .storage(.busy), .storage(.overloaded), .tooManyConnections,
            .tooManyBodies, .tooManyPasswords:
            .overloaded
        case .storage(.unavailable): .storageUnavailable
        case .storage(.stopped), .draining: .draining
        case .storage(.inputOutput), .storage(.corrupt), .storage(.readOnly),
            .storage(.outcomeUnknown), .storage(.unexpected):
            .storageFailed
        }
    }

    /// The detail as a sentence for the client; contains no text from storage.
    var detail: String {
        switch self {
        case .badRequest(let fault): fault.detail
        case .badChunks(let fault): "The chunks of the body are not well-formed: \(fault.detail)."
        case .tooSlow: "The request did not arrive in time."
        case .noSuchRoute: "There is nothing at this path."
        case .trailingSlash(let path): "There is nothing at this path; did you mean \(path)?"
        case .noAccounts: "This server has no accounts: it was started without them (--auth)."
        case .malformedPathID: "The id in this path is not a UUID."
        case .malformedPathRevision:
            "The revision in this path is not a number."
        case .methodNotAllowed(let methods):
            "Only \(methods.map { "\($0.name)" }.joined(separator: ", ")) can be used here."
        case .notAcceptable:
            "Accept excludes application/json and every other type of this resource."
        case .unknownParameter(let name, nil):
            "The query parameter \"\(name.shortened)\" is not known here."
        case .unknownParameter(let name, let nearest?):
            "The query parameter \"\(name)\" is not known here; did you mean \"\(nearest)\"?"
        case .repeatedParameter(let name): "The query parameter \"\(name)\" may come only once."
        case .badParameter(let name, let expected):
            "The query parameter \"\(name)\" must be \(expected)."
        case .unreadableQuery: "The query is not valid percent-encoded UTF-8."
        case .malformedCondition(let name):
            "\(name == .ifMatch ? "If-Match" : "If-None-Match") must be * or a list of entity tags."
        case .partOfItem:
            "PUT replaces the whole item and takes no Content-Range; PATCH changes a part of it."
        case .malformedKey:
            "Idempotency-Key must be one string of 1 to 255 ASCII characters in quotes."
        case .malformedLastEventID:
            "Last-Event-ID must be the id of an event of this stream, and come once."
        case .unsupportedMediaType(let types): "The body must be \(types.list)."
        case .repeatedType: "Content-Type may come only once."
        case .contentCoding: "The body must come without a content coding."
        case .contentTooLarge(let limit): "The body may have at most \(limit) bytes here."
        case .badJSON(let fault): "\(fault.detail) at byte \(fault.offset)."
        case .invalid(_, of: 1): "One thing in the body is wrong."
        case .invalid(let faults, let count) where faults.count < count:
            "\(count) things in the body are wrong; errors has the first \(faults.count)."
        case .invalid(_, let count): "\(count) things in the body are wrong."
        case .badFile(let fault): fault.sentence
        case .badItemFile(let fault): fault.sentence
        case .itemNotFound: "There is no item with this id."
        case .itemDidNotExist: "The item did not exist after the write with this revision."
        case .itemGone: "The item with this id has been deleted."
        case .alreadyExists(let ids):
            ids.count == 1
                ? "There is an item with the id \(ids[0].text) already."
                : "There are items with \(ids.count) of these ids already."
        case .conditionFailed: "The condition does not match the current version."
        case .tokenExpired:
            "The changes since this token are no longer known; start over without a token."
        case .noSuchRevision: "There is no write with this revision."
        case .undoExpired: "The history of this write is no longer stored."
        case .changedSince(let ids):
            ids.count == 1
                ? "The item with the id \(ids[0].text) has been changed since."
                : "\(ids.count) of the items have been changed since."
        case .atStep(_, let problem): problem.detail
        case .keyReused: "This Idempotency-Key was used for a request with another body."
        case .keyInUse: "The first request with this Idempotency-Key is still running."
        case .answerNotKept:
            "The request with this Idempotency-Key was done, but its response is no longer stored."
        case .quotaExceeded(let bytes, let limit):
            "The items would take \(bytes) bytes and may take \(limit); deleting or shortening "
                + "items makes room."
        case .countExceeded(let items, let limit):
            "There would be \(items) items and may be \(limit); deleting items makes room."
        case .addressNotFound: "The geocoder found no place for this address."
        case .misdirected:
            "Host is not a name of this server; --hosts adds names."
        case .foreignPage:
            "A web page of another origin may read and change nothing here; --cors names those that may."
        case .unauthorized(wasTokenSent: false): "A token is needed here: Authorization: Bearer …"
        case .unauthorized(wasTokenSent: true):
            "The token is not valid: it has expired, was revoked, or never was one."
        case .repeatedAuthorization: "Authorization may come only once."
        case .readOnlyToken: "This token is read-only: it permits GET and HEAD, and no writes."
        case .notPermitted:
            "This token is for items: accounts, sessions and tokens need that of a sign-in."
        case .wrongCredentials: "There is no account with this email and this password."
        case .wrongPassword: "This is not the password of the account."
        case .sessionNotFound: "This account has no session with this handle."
        case .subscriptionNotFound: "There is no subscription with this handle."
        case .emailTaken: "There is an account with this email already."
        case .signUpClosed: "Sign-up is closed; the operator creates accounts."
        case .setupEnded:
            "This set-up link has been used or replaced, or there is an account already."
        case .proxyUserRefused(.notFromProxy):
            "Only a proxy of --proxies may name the user that it has signed in."
        case .proxyUserRefused(.repeated): "The proxy named the user more than once."
        case .proxyUserRefused(.notAnEmail): "The proxy named no email that an account can have."
        case .tooManyRequests: "Too many requests of this kind came in a short time."
        case .noGeocoder: "This server was started without a geocoder."
        case .geocoding(.unavailable): "libcurl, which asks the geocoder, is not on this machine."
        case .geocoding(.provider(let reason)):
            "The geocoder failed: \(reason.shortened)."
        case .geocoding(.timedOut): "The geocoder did not answer in time."
        case .geocoding(.overloaded): "Too many addresses are being looked up."
        case .storage(.full): "The server has no room to store this; nothing was changed."
        case .tooManyPasswords: "Too many passwords are being checked."
        case .storage(.busy), .storage(.overloaded), .tooManyBodies:
            "The server has too much to do; nothing was changed."
        case .storage(.unavailable): "The server cannot reach its data; nothing was changed."
        case .tooManyConnections: "The server, or your address, has too many connections."
        case .storage(.stopped), .draining: "The server is shutting down."
        // `write` sends nothing for an unknown outcome.
        case .storage(.inputOutput), .storage(.corrupt), .storage(.readOnly),
            .storage(.outcomeUnknown), .storage(.unexpected):
            "The server failed to read or write its data."
        }
    }

    /// Seconds after which a retry may succeed; nil if a retry is pointless.
    var retryAfter: Int? {
        // The longest wait of a lookup in the queue; by then there is room.
        if case .geocoding(.overloaded) = self { return 5 }
        if case .tooManyRequests(let refusal) = self { return refusal.seconds }
        if case .tooManyPasswords(let seconds) = self { return seconds }
        return switch kind {
        case .overloaded, .storageUnavailable, .draining: 1
        case .storageFull: 30
        default: nil
        }
    }
}

extension String {
    /// The text, cut to 100 scalars.
    fileprivate var shortened: String {
        unicodeScalars.count <= 100 ? self : String(unicodeScalars.prefix(100)) + "…"
    }
}

extension ItemID {
    /// The id in its standard text form.
    package var text: String {
        var bytes = ByteWriter(capacity: 40)
        bytes.append(uuid: high, low: low)
        return String(copying: bytes)
    }
}
