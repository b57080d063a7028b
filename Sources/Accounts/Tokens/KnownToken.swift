/// A token that a lane has found right, and the letters of its secret, by which it knows it again.
///
/// A token has one spelling, so the same letters are the same secret, and need not be decoded and
/// hashed with every request.
struct KnownToken: Sendable {
    let bearer: Bearer
    /// The 43 letters, eight to a word; nil until somebody has sent them to this lane.
    private let letters: InlineArray<6, UInt64>?

    /// A token whose text was found right.
    init(_ bearer: Bearer, _ text: Span<UInt8>) {
        self.bearer = bearer
        letters = Self.letters(text)
    }

    /// A token that is still stored; what goes on with it has been let in before.
    init(_ bearer: Bearer) {
        self.bearer = bearer
        letters = nil
    }

    /// Whether this text has the same secret, nil when that cannot be told by its letters;
    /// all of both is compared, so that the time it takes tells nothing of where they differ.
    func isSame(_ text: Span<UInt8>) -> Bool? {
        guard let letters else { return nil }
        let others = Self.letters(text)
        var difference: UInt64 = 0
        for index in letters.indices { difference |= letters[index] ^ others[index] }
        return difference == 0
    }

    private static func letters(_ text: Span<UInt8>) -> InlineArray<6, UInt64> {
        var words = InlineArray<6, UInt64>(repeating: 0)
        for index in TokenText.startOfSecret..<text.count {
            let place = index - TokenText.startOfSecret
            words[place >> 3] = words[place >> 3] << 8 | UInt64(text[index])
        }
        return words
    }
}
