package import Accounts

extension PasswordHasher {
    /// A hasher without cost and without secrecy. Hashes with the prefix `old:` count as weaker.
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
