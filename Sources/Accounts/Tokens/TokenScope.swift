/// What a token permits. The raw values are those of the API and of the databases.
package enum TokenScope: String, CaseIterable, Sendable {
    /// Everything: what signing in gives. Only such a token makes other tokens.
    case all
    /// The items of the account, and of the account itself nothing but the token.
    case items
    /// What only reads of `items`.
    case read
    /// The calendar alone, whose address contains the token.
    case calendar

    /// Whether requests can be authenticated with such a token. The address of a calendar is known
    /// to the program that reads it, and perhaps to its provider; it opens nothing else.
    package var isForRequests: Bool { self != .calendar }

    /// The scopes of the tokens that a token makes. Only a sign-in, which has no label, makes one
    /// with all rights, so tokens for programs do not make each other.
    package static func grantable(by token: AuthenticatedToken) -> [TokenScope] {
        token.label == nil ? allCases : [.items, .read, .calendar]
    }
}
