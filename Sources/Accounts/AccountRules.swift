/// What an account may say: the limits that the schema repeats as CHECKs.
///
/// *Characters* are Unicode scalars, *white space* is Unicode's White_Space.
package enum AccountRules {
    package static let nameCharacters = 200
    package static let passwordBytes = Password.lengths

    /// The name as it is stored: without the white space around it.
    package static func name(_ text: String) throws(AccountFault) -> String {
        let name = text.withoutOuterWhiteSpace
        let length = name.unicodeScalars.count
        guard length > 0 else { throw .nameIsEmpty }
        guard length <= nameCharacters else { throw .nameIsTooLong(characters: length) }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw .nameHasControlCharacters
        }
        return name
    }

    /// The address as it is stored.
    package static func email(_ text: String) throws(AccountFault) -> Email {
        let length = text.withoutOuterWhiteSpace.utf8.count
        guard length <= Email.longest else { throw .emailIsTooLong(bytes: length) }
        guard let email = Email(text) else { throw .emailIsNoAddress }
        return email
    }

    /// A password that somebody picks, exactly as it was typed.
    ///
    /// It is held against the name and the address, as far as they are known to be right.
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
        guard !CommonPasswords.contain(text, knowing: PersonalWords.of(name, email)) else {
            throw .passwordIsNameOrEmail
        }
        return password
    }
}

/// What can be wrong with the members of an account.
package enum AccountFault: Error, Equatable, Sendable {
    case nameIsEmpty
    case nameIsTooLong(characters: Int)
    case nameHasControlCharacters
    case emailIsTooLong(bytes: Int)
    /// Not one `@` with something on both sides, or white space or control characters in it.
    case emailIsNoAddress
    case passwordIsTooShort(bytes: Int)
    case passwordIsTooLong(bytes: Int)
    case passwordContainsNUL
    /// One of those that are tried first.
    case passwordIsCommon
    /// No more than the name or the address, and a little around it.
    case passwordIsNameOrEmail
}
