/// A 256-bit digest of a secret or a body.
package struct Digest: Equatable, Sendable {
    package let words: InlineArray<4, UInt64>

    /// A digest of big-endian words, in the order of its bytes.
    package init(_ words: InlineArray<4, UInt64>) {
        self.words = words
    }

    /// Compares in constant time, so timing does not reveal where the digests differ.
    package static func == (left: Digest, right: Digest) -> Bool {
        var difference: UInt64 = 0
        for index in left.words.indices { difference |= left.words[index] ^ right.words[index] }
        return difference == 0
    }

    /// Decodes 32 bytes; nil for another number.
    package init?(_ bytes: Span<UInt8>) {
        guard let words = BigEndian.words(bytes, as: InlineArray<4, UInt64>.self) else {
            return nil
        }
        self.init(words)
    }

    /// The 32 bytes.
    package var bytes: [UInt8] { BigEndian.bytes(words) }
}
