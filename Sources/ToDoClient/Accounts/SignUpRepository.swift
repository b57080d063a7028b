import Foundation

/// Creates accounts.
public struct SignUpRepository: Sendable {
    /// Creates an account from a name, an email and a password.
    public var handleSignUp:
        @Sendable (_ name: String, _ email: String, _ password: String) async throws(AccountError)
            -> User

    /// A repository of this closure.
    public init(
        handleSignUp:
            @escaping @Sendable (
                _ name: String, _ email: String, _ password: String
            ) async throws(AccountError) -> User
    ) {
        self.handleSignUp = handleSignUp
    }

    /// Accounts of the client's server.
    ///
    /// Faults of the fields are thrown before the request. Name and email lose their outer white
    /// space.
    public static func live(_ client: APIClient) -> Self {
        SignUpRepository { name, email, password async throws(AccountError) in
            let user = User(
                name: name.withoutOuterWhiteSpace, email: email.withoutOuterWhiteSpace)
            let faults = faults(name: user.name, email: user.email, password: password)
            guard faults.isEmpty else { throw .invalid(faults) }
            do throws(APIError) {
                try await client.signUp(user, password: password)
            } catch {
                throw AccountError(error)
            }
            return user
        }
    }

    /// The fields that the server would refuse, with a sentence about each.
    ///
    /// The server checks more: it also refuses common passwords.
    public static func faults(
        name: String, email: String, password: String
    ) -> [AccountField: String] {
        var faults: [AccountField: String] = [:]
        faults[.name] = nameFault(name.withoutOuterWhiteSpace)
        faults[.email] = emailFault(email.withoutOuterWhiteSpace)
        faults[.password] = passwordFault(password)
        return faults
    }

    private static func nameFault(_ name: String) -> String? {
        if name.isEmpty { return "The name is empty." }
        if name.hasMoreCharacters(than: 200) { return "The name has more than 200 characters." }
        if name.unicodeScalars.contains(where: \.isControl) {
            return "The name contains control characters."
        }
        return nil
    }

    private static func emailFault(_ email: String) -> String? {
        if email.isEmpty { return "The email is empty." }
        if email.utf8.count > 254 { return "The email has more than 254 bytes." }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let hasForbiddenCharacters = email.unicodeScalars.contains { scalar in
            scalar.properties.isWhitespace || scalar.isControl
        }
        guard parts.count == 2, !parts.contains(""), !hasForbiddenCharacters else {
            return "The email is not an address."
        }
        return nil
    }

    private static func passwordFault(_ password: String) -> String? {
        switch password.utf8.count {
        case ..<10: "The password has fewer than 10 bytes."
        case 501...: "The password has more than 500 bytes."
        default: password.utf8.contains(0) ? "The password contains U+0000." : nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is one of Unicode's control characters (Cc).
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
