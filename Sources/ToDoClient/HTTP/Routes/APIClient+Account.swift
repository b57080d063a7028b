public import Foundation

/// What a token permits. A server of a later version may have more scopes.
public struct TokenScope: RawRepresentable, Codable, Hashable, Sendable {
    /// The name of the scope.
    public let rawValue: String

    /// The scope with this name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Everything, which signing in gives.
    public static let all = TokenScope(rawValue: "all")
    /// Everything about items, nothing about the account.
    public static let items = TokenScope(rawValue: "items")
    /// Reading items.
    public static let read = TokenScope(rawValue: "read")
    /// The calendar alone, whose address contains the token.
    public static let calendar = TokenScope(rawValue: "calendar")
}

/// The description of a token of an account.
public struct TokenDetails: Codable, Equatable, Identifiable, Sendable {
    /// Identifies the token, for example to revoke it; not a secret.
    public let handle: String
    /// The label of the token; nil for a sign-in.
    public let label: String?
    /// What the token permits.
    public let scope: TokenScope
    /// The creation time, in seconds since 1970.
    public let createdAt: TimeInterval
    /// The time of the last use, accurate to an hour.
    public let lastUsedAt: TimeInterval
    /// The expiry time.
    public let expiresAt: TimeInterval
    /// Whether the request was sent with it.
    public let isCurrent: Bool

    /// The handle.
    public var id: String { handle }

    private enum CodingKeys: String, CodingKey {
        case handle, label, scope, createdAt, lastUsedAt, expiresAt
        case isCurrent = "current"
    }
}

/// A token for a program.
public struct ProgramToken: Codable, Equatable, Sendable {
    /// The token, which the server returns only once.
    public let token: String
    /// Identifies the token, to revoke it.
    public let handle: String
    /// The label.
    public let label: String
    /// What the token permits.
    public let scope: TokenScope
    /// The expiry time, in seconds since 1970.
    public let expiresAt: TimeInterval
}

/// The routes of accounts. `SignUpRepository` and `ToDoAccounts` throw more specific errors.
extension APIClient {
    private struct AccountBody: Encodable {
        var name: String?
        var email: String?
        var password: String?
        var currentPassword: String?
    }

    private var accountURL: URL { url("users/current") }

    /// Makes an account and returns it as stored.
    @discardableResult
    public func signUp(_ user: User, password: String) async throws(APIError) -> User {
        let body = AccountBody(name: user.name, email: user.email, password: password)
        return try Self.decode(
            try await send("POST", url("users"), .json, try Self.encode(body), for: 201))
    }

    /// The account that the token belongs to.
    public func account() async throws(APIError) -> User {
        try Self.decode(try await send("GET", accountURL, for: 200))
    }

    /// Changes the fields that are not nil, and returns the account as stored.
    ///
    /// A new email or password requires the current password. A new password revokes all other
    /// tokens.
    @discardableResult
    public func changeAccount(
        name: String? = nil, email: String? = nil, password: String? = nil,
        currentPassword: String? = nil
    ) async throws(APIError) -> User {
        let body = AccountBody(
            name: name, email: email, password: password, currentPassword: currentPassword)
        return try Self.decode(
            try await send("PATCH", accountURL, .mergePatch, try Self.encode(body), for: 200))
    }

    /// Removes the account with all its items. It cannot be undone.
    public func removeAccount(password: String) async throws(APIError) {
        let body = AccountBody(password: password)
        _ = try await send("DELETE", accountURL, .json, try Self.encode(body), for: 204)
    }

    /// Makes a token for an email and its password.
    public func signIn(email: String, password: String) async throws(APIError) -> AccessToken {
        let body = AccountBody(email: email, password: password)
        return try Self.decode(
            try await send("POST", url("sessions"), .json, try Self.encode(body), for: 201))
    }

    /// Revokes the client's token.
    public func signOut() async throws(APIError) {
        _ = try await send("DELETE", url("sessions/current"), for: 204)
    }

    /// All tokens of the account, the most recently used first.
    public func tokens() async throws(APIError) -> [TokenDetails] {
        try Self.decode(try await send("GET", url("sessions"), for: 200))
    }

    /// The description of the client's token.
    public func currentToken() async throws(APIError) -> TokenDetails {
        try Self.decode(try await send("GET", url("sessions/current"), for: 200))
    }

    /// Revokes a token of the account by its handle, and the tokens that were made with it.
    public func revokeToken(_ handle: String) async throws(APIError) {
        _ = try await send("DELETE", url("sessions").appending(path: handle), for: 204)
    }

    /// Makes a token for a program. It expires at `expiresAt`, or after the server's lifetime
    /// without use. Only a sign-in makes one for everything.
    public func addToken(
        label: String, scope: TokenScope = .items, expiresAt: TimeInterval? = nil
    ) async throws(APIError) -> ProgramToken {
        struct Body: Encodable {
            let label: String
            let scope: TokenScope
            let expiresAt: TimeInterval?
        }
        let body = try Self.encode(Body(label: label, scope: scope, expiresAt: expiresAt))
        return try Self.decode(try await send("POST", url("tokens"), .json, body, for: 201))
    }

    /// The same client with another token.
    func with(token: @escaping @Sendable () -> String?) -> APIClient {
        var client = APIClient(baseURL: baseURL, session: session, token: token)
        client.now = now
        return client
    }
}
