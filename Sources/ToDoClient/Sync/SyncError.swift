public import Foundation

/// Why a sync failed. What was written here is kept and sent by a later sync.
public enum SyncError: Error {
    /// No usable answer came.
    case unreachable(any Error)
    /// The server has no time now.
    case busy(retryAfter: TimeInterval?)
    /// The server wants a valid token.
    case signedOut
    /// The server, or something in between, refused the request as a whole.
    case refused(Problem)
    /// The store could not be read or written.
    case storage(StoreError)
    /// The store has no client.
    case noServer

    /// The error of a response that is none of those which the request can have.
    init(_ response: APIResponse) {
        let problem = response.problem
        switch response.status {
        case 401: self = .signedOut
        case 408, 429, 503: self = .busy(retryAfter: response.retryAfter)
        case 409 where problem.isOf(kind: "idempotency-key-in-use"):
            self = .busy(retryAfter: response.retryAfter)
        case 400...499: self = .refused(problem)
        default:
            if let retryAfter = response.retryAfter {
                self = .busy(retryAfter: retryAfter)
            } else if problem.isOfServer {
                self = .unreachable(problem)
            } else {
                self = .unreachable(UnexpectedResponse(status: response.status))
            }
        }
    }

    /// The seconds that the server wants to be left alone.
    var retryAfter: TimeInterval {
        switch self {
        case .busy(let retryAfter?): retryAfter
        case .refused(let problem): problem.retryAfter ?? 0
        default: 0
        }
    }
}
