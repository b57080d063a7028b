/// Checked new values of an account's members; nil leaves a member as it is.
package struct AccountPatch: Sendable {
    package let name: String?
    package let email: Email?
    package let password: Password?

    /// New values of the members that change.
    package init(name: String? = nil, email: Email? = nil, password: Password? = nil) {
        self.name = name
        self.email = email
        self.password = password
    }

    /// Whether it changes the email or the password, which requires the current password.
    package var changesCredentials: Bool { email != nil || password != nil }
}

package struct AccountChange: Equatable, Sendable {
    package let name: String?
    package let email: Email?
    /// The stored hash of a new password, a string of crypt(5).
    package let password: String?
    /// The token that requested the change: it must still be stored, and a new password revokes
    /// all others.
    package let requestedBy: TokenSelector
    /// The hash that the current password was verified against; nil if none was needed.
    package let expectedHash: String?

    /// A change of some members.
    package init(
        name: String? = nil, email: Email? = nil, password: String? = nil,
        requestedBy: TokenSelector, expectedHash: String? = nil
    ) {
        self.name = name
        self.email = email
        self.password = password
        self.requestedBy = requestedBy
        self.expectedHash = expectedHash
    }
}
