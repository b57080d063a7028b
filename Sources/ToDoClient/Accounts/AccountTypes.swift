public import Foundation

/// The user of an account.
public struct User: Codable, Equatable, Sendable {
    /// The name.
    public var name: String
    /// The email address.
    public var email: String

    /// A user with this name and email.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}

/// The token that authenticates each request of an account.
public struct AccessToken: Codable, Equatable, Sendable {
    /// The token.
    public var token: String
    /// The expiry time, in seconds since 1970.
    public var expiresAt: TimeInterval

    /// A token and its expiry time.
    public init(token: String, expiresAt: TimeInterval) {
        self.token = token
        self.expiresAt = expiresAt
    }
}

/// The account that is signed in, and its token.
public struct Credentials: Codable, Equatable, Sendable {
    /// The email of the account.
    public var email: String
    /// The token of the account.
    public var token: AccessToken
    /// The server of the account; nil if the credentials were stored without one. No other server
    /// gets the token.
    public var server: URL?

    /// The credentials of an account.
    public init(email: String, token: AccessToken, server: URL? = nil) {
        self.email = email
        self.token = token
        self.server = server
    }
}

/// A field of the forms of accounts.
public enum AccountField: String, CaseIterable, Codable, Hashable, Sendable {
    /// The name of the user.
    case name
    /// The email address.
    case email
    /// The password.
    case password
}

/// The failure of a call about accounts.
public enum AccountError: Error {
    /// Fields have faults: a sentence about each.
    case invalid([AccountField: String])
    /// Another account has this email.
    case emailTaken
    /// There is no account with this email and password.
    case wrongCredentials
    /// Only the server's operator creates accounts.
    case signUpClosed
    /// The server has no accounts.
    case noAccounts
    /// Another account, with this email, is signed in on this device.
    case signedIn(as: String)
    /// There were too many attempts to sign in.
    case tooManyTries(retryAfter: TimeInterval?)
    /// There was no usable response.
    case unreachable(any Error)
    /// The server, or an intermediary, refused the request.
    case refused(Problem)
    /// The credentials could not be read or stored on this device.
    case storage(StoreError)

    init(_ error: APIError) {
        switch error {
        case .noAnswer(let reason), .unreadable(let reason), .unwritable(let reason):
            self = .unreachable(reason)
        case .refused(let problem):
            self = Self.of(problem)
        }
    }

    private static func of(_ problem: Problem) -> AccountError {
        switch problem.status {
        case 404: return .noAccounts
        case 409 where problem.isOf(kind: "email-taken"): return .emailTaken
        case 401: return .wrongCredentials
        case 403 where problem.isOf(kind: "sign-up-closed"): return .signUpClosed
        case 429: return .tooManyTries(retryAfter: problem.retryAfter)
        case 500...: return .unreachable(problem)
        case 422:
            var faults: [AccountField: String] = [:]
            for fault in problem.errors ?? [] {
                guard let field = AccountField(rawValue: String(fault.pointer.dropFirst())) else {
                    continue
                }
                faults[field] = faults[field] ?? sentence(field, fault.detail)
            }
            return faults.isEmpty ? .refused(problem) : .invalid(faults)
        default: return .refused(problem)
        }
    }

    /// The server's detail of a field has no subject: "has 5 bytes; at least 10 are wanted".
    private static func sentence(_ field: AccountField, _ detail: String) -> String {
        detail.hasSuffix(".") ? detail : "The \(field.rawValue) \(detail)."
    }
}
