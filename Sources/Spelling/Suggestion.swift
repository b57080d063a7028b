/// Finds the word that a misspelt one was meant to be.
package enum Suggestion {
    /// The candidate that differs in one letter, or in two of a longer word; otherwise the only one
    /// that begins with the word. Nil without such a candidate.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let letters = word.count { $0 != "-" }
        let limit = letters < 3 ? 0 : letters < 5 ? 1 : 2
        // A word of a client can be long, and the distance takes the product of both lengths.
        let similar = candidates.filter { abs($0.utf8.count - word.utf8.count) <= limit }
        let distances = similar.map { (distance(word, $0), $0) }.filter { $0.0 > 0 }
        if let best = distances.min(by: { $0.0 < $1.0 }), best.0 <= limit { return best.1 }
        let longer = candidates.filter { letters >= 3 && $0 != word && $0.hasPrefix(word) }
        return longer.count == 1 ? longer[0] : nil
    }

    /// The number of letters to insert, delete, replace or swap with their neighbour (optimal
    /// string alignment).
    private static func distance(_ one: String, _ other: String) -> Int {
        let (a, b) = (Array(one.utf8), Array(other.utf8))
        var earlier: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let replaced = previous[j] + (a[i] == b[j] ? 0 : 1)
                var cost = min(previous[j + 1] + 1, row[j] + 1, replaced)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, earlier[j - 1] + 1)
                }
                row.append(cost)
            }
            (earlier, previous) = (previous, row)
        }
        return previous[b.count]
    }
}
