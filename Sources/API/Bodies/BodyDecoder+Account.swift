import Accounts

/// The bodies of sign-up, sign-in and account removal.
extension BodyDecoder {
    /// The members of a sign-up, all valid.
    struct SignUp {
        let name: String
        let email: Email
        let password: Password
    }

    /// The members of a sign-in; nil for a value that no account can have.
    struct SignIn {
        let email: Email?
        let password: Password?
    }

    /// Decodes a sign-up; nil if a member has a fault.
    mutating func signUp(_ value: borrowing JSONValue) -> SignUp? {
        let texts = texts(value, of: ["name", "email", "password"])
        let name = texts[0].flatMap { checked($0, "name", AccountRules.name) }
        let email = texts[1].flatMap { checked($0, "email", AccountRules.email) }
        let password = texts[2].flatMap { text in
            checked(text, "password") { text throws(AccountFault) in
                try AccountRules.password(text, name: name, email: email)
            }
        }
        guard let name, let email, let password else { return nil }
        return SignUp(name: name, email: email, password: password)
    }

    /// Decodes a sign-in; nil if a member is missing.
    ///
    /// A value that breaks a rule is no fault here: it is wrong credentials.
    mutating func signIn(_ value: borrowing JSONValue) -> SignIn? {
        let texts = texts(value, of: ["email", "password"])
        guard let email = texts[0], let password = texts[1] else { return nil }
        return SignIn(email: Email(email), password: Password(password))
    }

    /// Decodes the password that confirms the removal of an account.
    mutating func confirmation(_ value: borrowing JSONValue) -> SignIn? {
        guard let password = texts(value, of: ["password"])[0] else { return nil }
        return SignIn(email: nil, password: Password(password))
    }

    /// The strings of an object that has exactly these members.
    private mutating func texts(_ value: borrowing JSONValue, of names: [String]) -> [String?] {
        var texts = [String?](repeating: nil, count: names.count)
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return texts
        }
        var isThere = Array(repeating: false, count: names.count)
        var members = value.members
        while let member = members.next() {
            let name = member.name.string()
            guard let index = names.firstIndex(of: name) else {
                refuseUnknown(member)
                continue
            }
            isThere[index] = !member.value.isNull
            texts[index] = member.value.string()
            if texts[index] == nil, isThere[index] {
                report(.wrongType(expected: "a string"), at: name)
            }
        }
        for (name, isThere) in zip(names, isThere) where !isThere { report(.missing, at: name) }
        return texts
    }

    private mutating func checked<Value>(
        _ text: String, _ name: String, _ rule: (String) throws(AccountFault) -> Value
    ) -> Value? {
        do throws(AccountFault) {
            return try rule(text)
        } catch {
            report(.account(error), at: name)
            return nil
        }
    }
}
