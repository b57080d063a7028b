extension [UInt64] {
    /// Pairs of a trigram and a place by trigram, those of one in the order in which they were, which is
    /// that of their places: counted by the lower twelve bits of the trigram, then by the upper ones.
    func sortedByTrigram() -> [UInt64] {
        sorted(byBitsFrom: TrigramWriter.placeBits).sorted(byBitsFrom: TrigramWriter.placeBits + 12)
    }

    private func sorted(byBitsFrom shift: UInt64) -> [UInt64] {
        var ends = [Int](repeating: 0, count: 4_096)
        for pair in self { ends[Int(pair >> shift & 0xFFF)] += 1 }
        var sum = 0
        for index in ends.indices {
            sum += ends[index]
            ends[index] = sum
        }
        var sorted = self
        for pair in reversed() {
            let digit = Int(pair >> shift & 0xFFF)
            ends[digit] -= 1
            sorted[ends[digit]] = pair
        }
        return sorted
    }
}
