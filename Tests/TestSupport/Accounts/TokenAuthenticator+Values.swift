package import Accounts
package import Items

/// Calls of an authenticator whose repository has its rows at once.
extension TokenAuthenticator {
    /// The token of this text; nil if it is unknown, expired or revoked.
    package func authenticate(_ text: Span<UInt8>) throws(StorageFailure) -> AuthenticatedToken? {
        let found = authenticate(text) {
            $0
        } later: {
            preconditionFailure("rows come later")
        }
        guard let found else { preconditionFailure("rows come later") }
        return try found.get()
    }

    /// Whether the token is still valid.
    package func isValid(_ token: AuthenticatedToken) throws(StorageFailure) -> Bool {
        let isValid = isValid(token) {
            $0
        } later: {
            preconditionFailure("rows come later")
        }
        guard let isValid else { preconditionFailure("rows come later") }
        return try isValid.get()
    }
}
