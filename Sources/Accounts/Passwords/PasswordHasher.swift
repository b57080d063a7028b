/// Turns passwords into strings that can be stored, and tells whether one was that password.
///
/// Tens of milliseconds for each with the real one, so never on a lane.
package struct PasswordHasher: Sendable {
    /// Makes the string that is stored; another one each time, since it has a salt of its own.
    package let hash: @Sendable (Password) throws(HashingFailure) -> String
    /// Whether a stored string was made of this password.
    package let matches: @Sendable (Password, String) throws(HashingFailure) -> Bool
    /// Whether a stored string was made with less work than would be today.
    package let isWeaker: @Sendable (String) -> Bool

    /// A hasher that works by these.
    package init(
        hash: @escaping @Sendable (Password) throws(HashingFailure) -> String,
        matches: @escaping @Sendable (Password, String) throws(HashingFailure) -> Bool,
        isWeaker: @escaping @Sendable (String) -> Bool
    ) {
        (self.hash, self.matches, self.isWeaker) = (hash, matches, isWeaker)
    }
}

/// Why a password could not be hashed, which says nothing of whether it is right.
package enum HashingFailure: Error, Equatable, Sendable {
    /// The 16 MiB that one takes were not to be had.
    case noMemory
    /// The C library knows no yescrypt, or the system gave no random bytes.
    case unavailable(errno: Int32)
}
