/// The 256 bits that stand for a secret.
package struct Digest: Equatable, Sendable {
    package let words: InlineArray<4, UInt64>

    /// A digest of these words, the first being the first eight bytes, big-endian.
    package init(_ words: InlineArray<4, UInt64>) {
        self.words = words
    }

    /// Compares all of both, so that the time it takes tells nothing of where they differ.
    package static func == (left: Digest, right: Digest) -> Bool {
        var difference: UInt64 = 0
        for index in left.words.indices { difference |= left.words[index] ^ right.words[index] }
        return difference == 0
    }

    /// The digest whose 32 bytes these are, nil when they are not so many.
    package init?(_ bytes: Span<UInt8>) {
        guard let words = BigEndian.words(bytes, as: InlineArray<4, UInt64>.self) else {
            return nil
        }
        self.init(words)
    }

    /// The 32 bytes.
    package var bytes: [UInt8] { BigEndian.bytes(words) }
}
