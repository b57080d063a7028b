import Foundation

/// Signs in and out.
public struct SignInRepository: Sendable {
    /// Returns a token for an email and a password.
    public var handleSignIn:
        @Sendable (_ email: String, _ password: String) async throws(AccountError) -> AccessToken
    /// Revokes a token.
    public var handleSignOut: @Sendable (_ token: AccessToken) async throws(AccountError) -> Void

    /// A repository of these closures.
    public init(
        handleSignIn:
            @escaping @Sendable (
                _ email: String, _ password: String
            ) async throws(AccountError) -> AccessToken,
        handleSignOut: @escaping @Sendable (_ token: AccessToken) async throws(AccountError) -> Void
    ) {
        self.handleSignIn = handleSignIn
        self.handleSignOut = handleSignOut
    }

    /// Tokens of the client's server.
    ///
    /// Missing fields are thrown before the request. Signing out with a token that the server has
    /// already revoked is not an error.
    public static func live(_ client: APIClient) -> Self {
        SignInRepository(
            handleSignIn: { email, password async throws(AccountError) in
                let email = email.withoutOuterWhiteSpace
                var faults: [AccountField: String] = [:]
                if email.isEmpty { faults[.email] = "The email is empty." }
                if password.isEmpty { faults[.password] = "The password is empty." }
                guard faults.isEmpty else { throw .invalid(faults) }
                do throws(APIError) {
                    return try await client.signIn(email: email, password: password)
                } catch {
                    throw AccountError(error)
                }
            },
            handleSignOut: { token async throws(AccountError) in
                do throws(APIError) {
                    try await client.with { token.token }.signOut()
                } catch {
                    let failure = AccountError(error)
                    if case .wrongCredentials = failure { return }
                    throw failure
                }
            })
    }
}
