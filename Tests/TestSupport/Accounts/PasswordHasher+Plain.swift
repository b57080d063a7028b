package import Accounts

extension PasswordHasher {
    /// A hasher that takes no time and hides nothing; what begins with `old:` is weaker.
    package static let plain = PasswordHasher(
        hash: { password throws(HashingFailure) in "plain:" + password.letters },
        matches: { password, stored throws(HashingFailure) in
            stored == "plain:" + password.letters || stored == "old:" + password.letters
        },
        isWeaker: { $0.hasPrefix("old:") })
}

extension Password {
    /// The bytes as text.
    package var letters: String {
        withBytes { String(copying: $0) }
    }
}
