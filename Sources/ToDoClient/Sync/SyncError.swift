public import Foundation

/// The failure of a sync. Unsent writes are kept and sent by a later sync.
public enum SyncError: Error {
    /// There was no usable response.
    case unreachable(any Error)
    /// The server is overloaded.
    case busy(retryAfter: TimeInterval?)
    /// The server requires a valid token.
    case signedOut
    /// The server has no room for more items. Edits that make room were sent, and everything was
    /// fetched.
    case noRoom(Problem)
    /// The server, or an intermediary, refused the request as a whole.
    case refused(Problem)
    /// The store could not be read or written.
    case storage(StoreError)
    /// The task that called `sync()` was cancelled.
    case cancelled
    /// The store has no client.
    case noServer

    /// The error of a request without a response.
    package init(_ error: APIError) {
        switch error {
        case .noAnswer(let reason) where reason.isCancellation: self = .cancelled
        case .noAnswer(let reason), .unreadable(let reason), .unwritable(let reason):
            self = .unreachable(reason)
        case .refused(let problem): self = .refused(problem)
        }
    }

    /// The error of a response that the server does not regularly give to the request.
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
                self = .unreachable(response.unexpected)
            }
        }
    }

    /// The seconds before the next request, if the server has set them.
    var retryAfter: TimeInterval {
        switch self {
        case .busy(let retryAfter?): retryAfter
        case .refused(let problem): problem.retryAfter ?? 0
        default: 0
        }
    }
}

extension Error {
    /// Whether the task that made a request was cancelled, or the request itself.
    var isCancellation: Bool {
        self is CancellationError || (self as? URLError)?.code == .cancelled
    }
}
