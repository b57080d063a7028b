/// Trigrams, each with the place of an item that has it, as one number: the
/// trigram above the place.
///
/// Spans over the memory are written to, since an array asks with each
/// element whether it is shared.
struct TrigramPairs {
    private static let placeBits: UInt64 = 40
    /// The last place that has room beside a trigram; a million items each second take twelve days.
    static let lastPlace = 1 << 40 - 1

    private var pairs: [UInt64] = []

    var count: Int { pairs.count }

    func trigram(_ index: Int) -> Int { Int(pairs[index] >> Self.placeBits) }
    func place(_ index: Int) -> Int { Int(pairs[index] & (1 << Self.placeBits - 1)) }

    /// Appends all trigrams of a folded text.
    mutating func append(_ folded: Span<UInt8>, at place: Int) {
        var end = pairs.count
        pairs.append(contentsOf: repeatElement(0, count: folded.count))
        var room = pairs.mutableSpan
        var window = Trigrams.Window()
        for index in folded.indices {
            guard let trigram = window.take(folded[index]) else { continue }
            room[end] = UInt64(trigram) << Self.placeBits | UInt64(place)
            end += 1
        }
        pairs.removeLast(pairs.count - end)
    }

    /// Sorts them by trigram; those of one stay in the order in which they were, which is that of
    /// their places: counted by the lower twelve bits of the trigram, then by the upper ones.
    mutating func sort() {
        pairs = sorted(byBitsFrom: Self.placeBits)
        pairs = sorted(byBitsFrom: Self.placeBits + 12)
    }

    private func sorted(byBitsFrom shift: UInt64) -> [UInt64] {
        var ends = [Int](repeating: 0, count: 4_096)
        var digits = ends.mutableSpan
        let pairs = pairs.span
        for index in pairs.indices { digits[Int(pairs[index] >> shift & 0xFFF)] += 1 }
        var sum = 0
        for digit in digits.indices {
            sum += digits[digit]
            digits[digit] = sum
        }
        var sorted = self.pairs
        var room = sorted.mutableSpan
        for index in pairs.indices.reversed() {
            let digit = Int(pairs[index] >> shift & 0xFFF)
            digits[digit] -= 1
            room[digits[digit]] = pairs[index]
        }
        return sorted
    }
}
