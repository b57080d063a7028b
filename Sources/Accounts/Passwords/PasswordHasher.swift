/// Hashes passwords, and verifies them against stored hashes.
///
/// A hash takes tens of milliseconds, so never on a lane.
package struct PasswordHasher: Sendable {
    /// Hashes a password with a new salt.
    package let hash: @Sendable (Password) throws(HashingFailure) -> String
    package let matches: @Sendable (Password, String) throws(HashingFailure) -> Bool
    /// Whether a stored hash cost less than a new one would.
    package let isWeaker: @Sendable (String) -> Bool

    package init(
        hash: @escaping @Sendable (Password) throws(HashingFailure) -> String,
        matches: @escaping @Sendable (Password, String) throws(HashingFailure) -> Bool,
        isWeaker: @escaping @Sendable (String) -> Bool
    ) {
        (self.hash, self.matches, self.isWeaker) = (hash, matches, isWeaker)
    }
}

/// Why hashing failed, without information about the password.
package enum HashingFailure: Error, Equatable, Sendable {
    /// The 16 MiB of a hash could not be allocated.
    case noMemory
    /// The C library has no yescrypt, or the system no random bytes.
    case unavailable(errno: Int32)
}
