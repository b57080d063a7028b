/// The owner of items: the key in every row and WHERE, and the epoch of the revision.
package struct Owner: Hashable, Sendable {
    package let key: Int
    /// A short random word, made with the owner and replaced by a restore.
    ///
    /// It precedes the revision in every tag and token. So a revision from before a restore is not
    /// mistaken for one after it. It has at most 15 bytes, which a `String` holds without
    /// allocating.
    package let epoch: String

    /// The key of the local owner, of a server without accounts.
    package static let localKey = 1

    /// An owner with its key and epoch as stored.
    package init(key: Int, epoch: String) {
        self.key = key
        self.epoch = epoch
    }

    /// A new epoch of eight letters and digits.
    package static func makeEpoch(_ random: UInt64) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".unicodeScalars)
        var epoch = ""
        for index in 0..<8 {
            epoch.unicodeScalars.append(alphabet[Int(random >> (5 * UInt64(index)) & 31)])
        }
        return epoch
    }
}
