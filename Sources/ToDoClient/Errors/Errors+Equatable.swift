import Foundation

// Errors are equal if their cases and facts are equal. Errors of the system are compared by domain
// and code.

extension SyncError: Equatable {
    /// Whether both have the same case and the same facts.
    public static func == (left: SyncError, right: SyncError) -> Bool {
        switch (left, right) {
        case (.unreachable(let left), .unreachable(let right)): isSame(left, right)
        case (.busy(let left), .busy(let right)): left == right
        case (.signedOut, .signedOut), (.noServer, .noServer), (.cancelled, .cancelled): true
        case (.noRoom(let left), .noRoom(let right)): left == right
        case (.refused(let left), .refused(let right)): left == right
        case (.storage(let left), .storage(let right)): left == right
        default: false
        }
    }
}

extension APIError: Equatable {
    /// Whether both have the same case and the same facts.
    public static func == (left: APIError, right: APIError) -> Bool {
        switch (left, right) {
        case (.refused(let left), .refused(let right)): left == right
        case (.noAnswer(let left), .noAnswer(let right)): isSame(left, right)
        case (.unreadable(let left), .unreadable(let right)): isSame(left, right)
        case (.unwritable(let left), .unwritable(let right)): isSame(left, right)
        default: false
        }
    }
}

extension AccountError: Equatable {
    /// Whether both have the same case and the same facts.
    public static func == (left: AccountError, right: AccountError) -> Bool {
        switch (left, right) {
        case (.invalid(let left), .invalid(let right)): left == right
        case (.emailTaken, .emailTaken), (.wrongCredentials, .wrongCredentials),
            (.signUpClosed, .signUpClosed), (.noAccounts, .noAccounts):
            true
        case (.signedIn(let left), .signedIn(let right)): left == right
        case (.tooManyTries(let left), .tooManyTries(let right)): left == right
        case (.unreachable(let left), .unreachable(let right)): isSame(left, right)
        case (.refused(let left), .refused(let right)): left == right
        case (.storage(let left), .storage(let right)): left == right
        default: false
        }
    }
}

private func isSame(_ left: any Error, _ right: any Error) -> Bool {
    if let left = left as? UnexpectedResponse { return left == right as? UnexpectedResponse }
    if let left = left as? Problem { return left == right as? Problem }
    let (left, right) = (left as NSError, right as NSError)
    return left.domain == right.domain && left.code == right.code
}
