/// Whose items they are: the key that stands in every row and every WHERE,
/// and the epoch of the revision.
package struct Owner: Hashable, Sendable {
    package let key: Int
    /// A short random word, made with the owner and anew by a restore.
    ///
    /// It stands before the revision in every tag and token, so that a clock
    /// that was set back is never mistaken for one that went on. At most 15
    /// bytes, which a `String` holds without memory.
    package let epoch: String

    /// The key of the owner of a server without accounts.
    package static let localKey = 1

    /// An owner as storage knows it.
    package init(key: Int, epoch: String) {
        self.key = key
        self.epoch = epoch
    }

    /// A fresh epoch of eight letters and digits.
    package static func makeEpoch(_ random: UInt64) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".unicodeScalars)
        var epoch = ""
        for index in 0..<8 {
            epoch.unicodeScalars.append(alphabet[Int(random >> (5 * UInt64(index)) & 31)])
        }
        return epoch
    }
}
