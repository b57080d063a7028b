/// Finds several words in a text in one pass: one step for each byte of the text, whatever the
/// number and length of the words.
///
/// This is the automaton of Aho and Corasick. A state is a prefix of a word: the longest one that
/// is a suffix of the text read so far.
///
///     words "he", "she"      "" ── h ──► "h" ── e ──► "he" (ends: he)
///                             └─── s ──► "s" ── h ──► "sh" ── e ──► "she" (ends: she, he)
///                            "sh", then "i": the longest prefix that is a suffix of "shi" is ""
struct AhoCorasick: Sendable {
    /// A set of words, as bits.
    fileprivate typealias Words = UInt128

    /// The class of each byte in `transitions`; bytes that occur in no word have class 0.
    private var classes = [UInt8](repeating: 0, count: 256)
    private var classCount = 1
    /// The next state for each state and class, times two.
    ///
    /// The lowest bit is set if a word ends there. That is rare, so most bytes need no other read.
    private var transitions: [UInt16] = []
    private var outputs: [Words] = []
    /// The number of words; a stored `Words` (128 bits) would make every object that contains a
    /// filter slower to allocate.
    private let count: Int

    /// An automaton for these words, of which none is empty.
    init(_ words: [[UInt8]]) {
        // `SearchWords.characters` allows at most a hundred words.
        precondition(words.count < Words.bitWidth && words.allSatisfy { !$0.isEmpty })
        count = words.count
        for byte in words.joined() where classes[Int(byte)] == 0 {
            // UTF-8 never has the byte 255, so there are at most 255 classes besides 0.
            classes[Int(byte)] = UInt8(classCount)
            classCount += 1
        }
        // Maps upper case to lower case, so ASCII need not be folded.
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") {
            classes[Int(byte & ~0x20)] = classes[Int(byte)]
        }
        addState()
        for (index, word) in words.enumerated() { outputs[add(word)] |= 1 << Words(index) }
        completeTransitions()
        transitions = transitions.map { $0 << 1 | (outputs[Int($0)] == 0 ? 0 : 1) }
    }

    struct Search {
        fileprivate var missing: Words
        fileprivate var transition: UInt16 = 0

        /// Whether every word was found.
        var isDone: Bool { missing == 0 }

        /// Begins another text: no word matches across the boundary.
        mutating func startText() { transition = 0 }
    }

    func search() -> Search { Search(missing: (1 << Words(count)) - 1) }

    /// Reads folded text, or the leading ASCII of text that is not folded.
    ///
    /// Returns the number of bytes read. It is less than the text's when all words were found.
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
        // A text that was read to its end does not go on.
        return text.count
    }

    private mutating func addState() {
        transitions.append(contentsOf: repeatElement(0, count: classCount))
        outputs.append(0)
    }

    /// Adds the missing prefixes of a word; returns the state of the whole word.
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

    /// Fills in the transitions that do not extend a prefix: they lead to the same state as from
    /// the longest proper suffix that is also a prefix (the failure link).
    private mutating func completeTransitions() {
        var failureLinks = [Int](repeating: 0, count: outputs.count)
        var queue = [0]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            // The failure link is a shorter prefix, so it stood earlier in the queue and is
            // complete.
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
