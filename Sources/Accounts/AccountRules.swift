import Items

/// The limits of an account's members; the schema repeats them as CHECKs.
package enum AccountRules {
    package static let nameCharacters = 200
    package static let passwordBytes = Password.lengths
    /// The lifetime of a token with an expiry of its own, in seconds: a minute to ten years.
    package static let tokenLifetimes = 60.0...3_650 * 86_400

    /// The name as stored, without surrounding white space.
    package static func name(_ text: String) throws(AccountFault) -> String {
        let name = text.withoutOuterWhiteSpace
        let length = name.unicodeScalars.count
        guard length > 0 else { throw .nameIsEmpty }
        guard length <= nameCharacters else { throw .nameIsTooLong(characters: length) }
        guard !name.hasHiddenCharacters else { throw .nameHasHiddenCharacters }
        return name
    }

    /// The label of a token as stored; the rules of a name.
    package static func label(_ text: String) throws(AccountFault) -> String {
        try name(text)
    }

    /// The expiry of a token that is created now, by another one that ends at `end` if it has an
    /// end.
    package static func expiry(
        _ time: Double, now: Double, notAfter end: Double? = nil
    ) throws(AccountFault) -> Double {
        guard tokenLifetimes.contains(time - now) else { throw .expiryIsOutOfRange }
        if let end, time > end { throw .expiryIsAfterParent }
        return time
    }

    /// The email of a new account, as stored.
    ///
    /// Existing accounts may have other emails, so sign-ins and commands apply only the rules of
    /// `Email`.
    package static func email(_ text: String) throws(AccountFault) -> Email {
        let length = text.withoutOuterWhiteSpace.utf8.count
        guard length <= Email.longest else { throw .emailIsTooLong(bytes: length) }
        guard let email = Email(text) else { throw .emailIsNoAddress }
        guard !email.text.unicodeScalars.contains(where: \.isHidden) else {
            throw .emailHasHiddenCharacters
        }
        let local = email.text.prefix { $0 != "@" }
        guard Script.isOfOne(local.unicodeScalars) else { throw .emailMixesScripts }
        return email
    }

    /// A new password, unchanged.
    ///
    /// It is compared with the name and the email, if these are valid.
    package static func password(
        _ text: String, name: String? = nil, email: Email? = nil
    ) throws(AccountFault) -> Password {
        let length = text.utf8.count
        guard length >= passwordBytes.lowerBound else {
            throw .passwordIsTooShort(bytes: length)
        }
        guard length <= passwordBytes.upperBound else { throw .passwordIsTooLong(bytes: length) }
        guard let password = Password(text) else { throw .passwordContainsNUL }
        guard !CommonPasswords.contain(text) else { throw .passwordIsCommon }
        let folded = CaseFolding.fold(text)
        guard folded != CaseFolding.fold(name ?? ""), folded != email?.key else {
            throw .passwordIsNameOrEmail
        }
        return password
    }
}

/// The faults of an account's members.
package enum AccountFault: Error, Equatable, Sendable {
    case nameIsEmpty
    case nameIsTooLong(characters: Int)
    /// It has a control, format or private-use character, or a separator of lines.
    case nameHasHiddenCharacters
    case emailIsTooLong(bytes: Int)
    /// Not exactly one `@` with text on both sides, or white space or control characters.
    case emailIsNoAddress
    case emailHasHiddenCharacters
    /// The part before the @ has letters of several scripts, or other characters outside ASCII.
    case emailMixesScripts
    case passwordIsTooShort(bytes: Int)
    case passwordIsTooLong(bytes: Int)
    case passwordContainsNUL
    /// One of the list of common passwords.
    case passwordIsCommon
    case passwordIsNameOrEmail
    case expiryIsOutOfRange
    /// It would outlive the token that creates it.
    case expiryIsAfterParent
}
