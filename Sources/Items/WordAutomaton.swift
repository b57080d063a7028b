/// Looks for several words in a text at once: each byte of the text takes one step,
/// however many words there are, how long they are, and how nearly the text has them.
///
/// This is the automaton of Aho and Corasick. A state is a beginning of
/// some word, the longest one that the text read so far ends with:
///
///     words "he", "she"      "" ── h ──► "h" ── e ──► "he" (ends: he)
///                             └─── s ──► "s" ── h ──► "sh" ── e ──► "she" (ends: she, he)
///                            "sh" and then "i": the longest beginning that "shi" ends with is ""
struct WordAutomaton: Sendable {
    /// Which words, as bits, a state ends with.
    fileprivate typealias Words = UInt128

    /// What stands for each byte in `steps`; all bytes that no word has are 0.
    private var classes = [UInt8](repeating: 0, count: 256)
    private var classCount = 1
    /// The state that follows each state by each class, doubled; odd where a word ends, which is
    /// rare, so that most bytes look at nothing else.
    private var steps: [UInt16] = []
    private var ends: [Words] = []
    /// How many words there are; not the words as bits, since a number of 128 bits in it would have
    /// every object that has a filter in it allocated by other means, which take longer.
    private let count: Int

    /// An automaton for these words, none of which is empty.
    init(_ words: [[UInt8]]) {
        // A search has no more than a hundred: half of its characters are between them.
        precondition(words.count < Words.bitWidth && words.allSatisfy { !$0.isEmpty })
        count = words.count
        for byte in words.joined() where classes[Int(byte)] == 0 {
            // No UTF-8 has the byte 255, so there are never more than 255 others.
            classes[Int(byte)] = UInt8(classCount)
            classCount += 1
        }
        // So that ASCII need not be folded.
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
            classes[Int(byte & ~0x20)] = classes[Int(byte)]
        }
        addState()
        for (index, word) in words.enumerated() { ends[add(word)] |= 1 << Words(index) }
        completeSteps()
        steps = steps.map { $0 << 1 | (ends[Int($0)] == 0 ? 0 : 1) }
    }

    /// How far a search has come.
    struct Search {
        fileprivate var missing: Words
        fileprivate var step: UInt16 = 0

        /// Whether every word was found.
        var isDone: Bool { missing == 0 }

        /// Begins another text: no word is found across the boundary.
        mutating func startText() { step = 0 }
    }

    /// A search that has read nothing.
    func search() -> Search { Search(missing: (1 << Words(count)) - 1) }

    /// Reads folded text, or the ASCII that text not folded begins with; returns how much it read,
    /// which is not all when every word was found.
    func read(_ text: Span<UInt8>, isFolded: Bool, _ search: inout Search) -> Int {
        var step = search.step
        for index in text.indices {
            let byte = text[index]
            if byte >= 0x80, !isFolded {
                search.step = step
                return index
            }
            step = steps[Int(step >> 1) * classCount + Int(classes[Int(byte)])]
            guard step & 1 != 0 else { continue }
            search.missing &= ~ends[Int(step >> 1)]
            if search.isDone { return index }
        }
        search.step = step
        return text.count
    }

    private mutating func addState() {
        steps.append(contentsOf: repeatElement(0, count: classCount))
        ends.append(0)
    }

    /// Adds the beginnings of a word that there are not yet; returns the
    /// state in which it has been read.
    private mutating func add(_ word: [UInt8]) -> Int {
        var state = 0
        for byte in word {
            let step = state * classCount + Int(classes[Int(byte)])
            if steps[step] == 0 {
                steps[step] = UInt16(ends.count)
                addState()
            }
            state = Int(steps[step])
        }
        return state
    }

    /// Fills in where a byte leads that does not go on with the beginning at
    /// hand: where it leads from the longest shorter one that this one ends with.
    private mutating func completeSteps() {
        var shorter = [Int](repeating: 0, count: ends.count)
        var line = [0]
        var next = 0
        while next < line.count {
            let state = line[next]
            next += 1
            // It is shorter, so it stood earlier in the line, and has been completed.
            ends[state] |= ends[shorter[state]]
            for byteClass in 0..<classCount {
                let step = state * classCount + byteClass
                let fallback = Int(steps[shorter[state] * classCount + byteClass])
                let longer = Int(steps[step])
                if longer == 0 {
                    steps[step] = UInt16(fallback)
                } else {
                    shorter[longer] = state == 0 ? 0 : fallback
                    line.append(longer)
                }
            }
        }
    }
}
