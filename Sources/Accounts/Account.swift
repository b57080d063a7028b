package import Items

/// Somebody who has items here.
package struct Account: Equatable, Sendable {
    /// Whose clock, items and changes are theirs.
    package let owner: Owner
    package let name: String
    package let email: Email
    package let createdAt: Double

    /// An account as storage knows it.
    package init(owner: Owner, name: String, email: Email, createdAt: Double) {
        self.owner = owner
        self.name = name
        self.email = email
        self.createdAt = createdAt
    }
}

/// An account that is to be made.
package struct NewAccount: Equatable, Sendable {
    package let name: String
    package let email: Email
    /// What is stored of the password: a string of crypt(5).
    package let password: String
    /// Whether the items of the local owner become theirs.
    package let adoptsLocalItems: Bool

    /// An account whose name, email and password have been checked.
    package init(name: String, email: Email, password: String, adoptsLocalItems: Bool = false) {
        self.name = name
        self.email = email
        self.password = password
        self.adoptsLocalItems = adoptsLocalItems
    }
}

/// What a sign-in is checked against.
package struct Credentials: Equatable, Sendable {
    package let owner: Owner
    /// What is stored of the password: a string of crypt(5).
    package let password: String

    /// Credentials as storage knows them.
    package init(owner: Owner, password: String) {
        self.owner = owner
        self.password = password
    }
}
