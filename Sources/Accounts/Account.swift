package import Items

package struct Account: Equatable, Sendable {
    /// The owner of the account's items and changes.
    package let owner: Owner
    package let name: String
    package let email: Email
    package let createdAt: Double

    package init(owner: Owner, name: String, email: Email, createdAt: Double) {
        self.owner = owner
        self.name = name
        self.email = email
        self.createdAt = createdAt
    }
}

package struct NewAccount: Equatable, Sendable {
    package let name: String
    package let email: Email
    /// The stored hash, a string of crypt(5); nil for an account that a proxy signs in.
    package let password: String?
    /// Whether the account adopts the local owner's items.
    package let adoptsLocalItems: Bool
    /// The digest of the set-up token that adds it; it must be the stored one, which ends then.
    package let setupToken: Digest?

    /// A new account with checked members.
    package init(
        name: String, email: Email, password: String?, adoptsLocalItems: Bool = false,
        setupToken: Digest? = nil
    ) {
        self.name = name
        self.email = email
        self.password = password
        self.adoptsLocalItems = adoptsLocalItems
        self.setupToken = setupToken
    }
}

/// The stored data that a sign-in is checked against.
package struct Credentials: Equatable, Sendable {
    package let owner: Owner
    /// The stored hash, a string of crypt(5); nil if the account has no password.
    package let password: String?

    package init(owner: Owner, password: String?) {
        self.owner = owner
        self.password = password
    }
}
