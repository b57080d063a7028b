/// Looks for several words in a text at once: each byte of the text takes one step,
/// however many words there are, how long they are, and how nearly the text has them.
///
/// This is the automaton of Aho and Corasick. A state is a beginning of
/// some word, the longest one that the text read so far ends with:
///
///     words "he", "she"      "" ── h ──► "h" ── e ──► "he" (ends: he)
///                             └─── s ──► "s" ── h ──► "sh" ── e ──► "she" (ends: she, he)
///                            "sh" and then "i": the longest beginning that "shi" ends with is ""
struct AhoCorasick: Sendable {
    /// Which words, as bits, a state ends with.
    fileprivate typealias Words = UInt128

    /// What stands for each byte in `transitions`; all bytes that no word has are 0.
    private var classes = [UInt8](repeating: 0, count: 256)
    private var classCount = 1
    /// The state that follows each state by each class, doubled; odd where a word ends, which is
    /// rare, so that most bytes look at nothing else.
    private var transitions: [UInt16] = []
    private var outputs: [Words] = []
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
        for (index, word) in words.enumerated() { outputs[add(word)] |= 1 << Words(index) }
        completeTransitions()
        transitions = transitions.map { $0 << 1 | (outputs[Int($0)] == 0 ? 0 : 1) }
    }

    /// How far a search has come.
    struct Search {
        fileprivate var missing: Words
        fileprivate var transition: UInt16 = 0

        /// Whether every word was found.
        var isDone: Bool { missing == 0 }

        /// Begins another text: no word is found across the boundary.
        mutating func startText() { transition = 0 }
    }

    /// A search that has read nothing.
    func search() -> Search { Search(missing: (1 << Words(count)) - 1) }

    /// Reads folded text, or the ASCII that text not folded begins with; returns how much it read,
    /// which is not all when every word was found.
    func read(_ text: Span<UInt8>, isFolded: Bool, _ search: inout Search) -> Int {
        var transition = search.transition
        for index in text.indices {
            let byte = text[index]
            if byte >= 0x80, !isFolded {
                search.transition = transition
                return index
            }
            transition = transitions[Int(transition >> 1) * classCount + Int(classes[Int(byte)])]
            guard transition & 1 != 0 else { continue }
            search.missing &= ~outputs[Int(transition >> 1)]
            if search.isDone { return index }
        }
        search.transition = transition
        return text.count
    }

    private mutating func addState() {
        transitions.append(contentsOf: repeatElement(0, count: classCount))
        outputs.append(0)
    }

    /// Adds the beginnings of a word that there are not yet; returns the
    /// state in which it has been read.
    private mutating func add(_ word: [UInt8]) -> Int {
        var state = 0
        for byte in word {
            let transition = state * classCount + Int(classes[Int(byte)])
            if transitions[transition] == 0 {
                transitions[transition] = UInt16(outputs.count)
                addState()
            }
            state = Int(transitions[transition])
        }
        return state
    }

    /// Fills in where a byte leads that does not go on with the beginning at
    /// hand: where it leads from the longest shorter one that this one ends with.
    private mutating func completeTransitions() {
        var failureLinks = [Int](repeating: 0, count: outputs.count)
        var queue = [0]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            // It is shorter, so it stood earlier in the queue, and has been completed.
            outputs[state] |= outputs[failureLinks[state]]
            for byteClass in 0..<classCount {
                let transition = state * classCount + byteClass
                let fallback = Int(transitions[failureLinks[state] * classCount + byteClass])
                let longer = Int(transitions[transition])
                if longer == 0 {
                    transitions[transition] = UInt16(fallback)
                } else {
                    failureLinks[longer] = state == 0 ? 0 : fallback
                    queue.append(longer)
                }
            }
        }
    }
}
