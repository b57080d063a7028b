import Accounts

/// The bodies of sign-up, sign-in, and changes and removal of an account.
extension BodyDecoder {
    /// The members of a sign-up, all valid.
    struct SignUp {
        let name: String
        let email: Email
        let password: Password
        /// Nil without one. One that is malformed is taken for another one.
        let setupToken: SetupToken?
    }

    /// The members of a sign-in; nil for a value that no account can have.
    struct SignIn {
        let email: Email?
        let password: Password?
    }

    /// Decodes a sign-up; nil if a member has a fault.
    mutating func signUp(_ value: borrowing JSONValue) -> SignUp? {
        let texts = texts(
            value, of: ["name", "email", "password", "setupToken"], optional: ["setupToken"])
        let name = texts[0].flatMap { checked($0, "name", AccountRules.name) }
        let email = texts[1].flatMap { checked($0, "email", AccountRules.email) }
        let password = texts[2].flatMap { text in
            checked(text, "password") { text throws(AccountFault) in
                try AccountRules.password(text, name: name, email: email)
            }
        }
        guard let name, let email, let password else { return nil }
        return SignUp(
            name: name, email: email, password: password,
            setupToken: texts[3].map { SetupToken($0) ?? .random() })
    }

    /// Decodes a sign-in; nil if a member is missing.
    ///
    /// A value that breaks a rule is not a fault here but wrong credentials.
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

    /// A patch of an account, all valid.
    struct AccountPatchBody {
        let patch: AccountPatch
        /// Nil for a password that no account can have, and where none is needed.
        let currentPassword: Password?
    }

    /// Decodes a merge patch of an account; nil if a member has a fault.
    ///
    /// `createdAt` is ignored, and the account's own email changes nothing, so that a client can
    /// send back what it has read.
    mutating func accountPatch(
        _ value: borrowing JSONValue, of account: Account
    ) -> AccountPatchBody? {
        let names = ["name", "email", "password", "currentPassword"]
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        var texts = [String?](repeating: nil, count: names.count)
        var isConfirmed = false
        var members = value.members
        while let member = members.next() {
            let name = member.name.string()
            if name == "currentPassword" { isConfirmed = !member.value.isNull }
            guard let index = names.firstIndex(of: name) else {
                if name != "createdAt" { refuseUnknown(member) }
                continue
            }
            texts[index] = member.value.string()
            guard texts[index] == nil else { continue }
            if !member.value.isNull {
                report(.wrongType(expected: "a string"), at: name)
            } else if name != "currentPassword" {
                report(.notClearable, at: name)
            }
        }
        let name = texts[0].flatMap { checked($0, "name", AccountRules.name) }
        let sent = texts[1].flatMap { checked($0, "email", AccountRules.email) }
        let email = sent?.text == account.email.text ? nil : sent
        let password = texts[2].flatMap { text in
            checked(text, "password") { text throws(AccountFault) in
                try AccountRules.password(
                    text, name: name ?? account.name, email: email ?? account.email)
            }
        }
        let isOwnEmail = texts[1] == nil || sent != nil && email == nil
        if !isOwnEmail || texts[2] != nil, !isConfirmed { report(.missing, at: "currentPassword") }
        guard faults.isEmpty else { return nil }
        return AccountPatchBody(
            patch: AccountPatch(name: name, email: email, password: password),
            currentPassword: texts[3].flatMap { Password($0) })
    }

    /// The members of a token for a program, all valid.
    struct TokenBody {
        let label: String
        let expiresAt: Double?
        let scope: TokenScope
    }

    /// Decodes a token for a program; nil if a member has a fault.
    ///
    /// The token of the request limits its end and its scope.
    mutating func token(
        _ value: borrowing JSONValue, now: Double, madeBy maker: AuthenticatedToken
    ) -> TokenBody? {
        let (end, scopes) = (maker.endOfMadeTokens, TokenScope.grantable(by: maker))
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        var label: String?
        var isLabelThere = false
        var expiresAt: Double?
        var scope = TokenScope.items
        var members = value.members
        while let member = members.next() {
            let name = member.name.string()
            switch name {
            case _ where !["label", "expiresAt", "scope"].contains(name): refuseUnknown(member)
            case _ where member.value.isNull: continue
            case "label":
                isLabelThere = true
                guard let text = member.value.string() else {
                    report(.wrongType(expected: "a string"), at: name)
                    continue
                }
                label = checked(text, name, AccountRules.label)
            case "scope":
                let named = member.value.string().flatMap { TokenScope(rawValue: $0) }
                if let named, scopes.contains(named) {
                    scope = named
                } else {
                    let names = scopes.map { "\"\($0.rawValue)\"" }
                    report(.wrongType(expected: names.joined(separator: " or ")), at: name)
                }
            default:
                guard let time = member.value.double() else {
                    report(.wrongType(expected: Fault.timeUnit), at: name)
                    continue
                }
                expiresAt = checked(time, name) { time throws(AccountFault) in
                    try AccountRules.expiry(time, now: now, notAfter: end)
                }
            }
        }
        if !isLabelThere { report(.missing, at: "label") }
        guard let label, faults.isEmpty else { return nil }
        return TokenBody(label: label, expiresAt: expiresAt ?? end, scope: scope)
    }

    /// The strings of an object that has exactly these members; it may lack the `optional` ones.
    private mutating func texts(
        _ value: borrowing JSONValue, of names: [String], optional: [String] = []
    ) -> [String?] {
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
        for (name, isThere) in zip(names, isThere) where !isThere && !optional.contains(name) {
            report(.missing, at: name)
        }
        return texts
    }

    mutating func checked<Sent, Value>(
        _ sent: Sent, _ name: String, _ rule: (Sent) throws(AccountFault) -> Value
    ) -> Value? {
        do throws(AccountFault) {
            return try rule(sent)
        } catch {
            report(.account(error), at: name)
            return nil
        }
    }
}
