/// An element that a sorted list orders by a key.
protocol SortedElement: Sendable {
    associatedtype Key: Comparable
    /// The key; no two elements of a list have the same.
    var sortKey: Key { get }
}

/// A sorted list in chunks.
///
/// A copy shares all chunks. A change of a list that is shared copies one chunk and the list of
/// chunks, so a held snapshot of 100,000 items costs a write a few microseconds.
struct SortedChunks<Element: SortedElement>: Sendable {
    /// The largest number of elements in a chunk.
    private static var capacity: Int { 512 }

    /// No chunk is empty.
    private var chunks: [[Element]] = []
    /// The index of each chunk's first element.
    private var starts: [Int] = []
    private(set) var count = 0

    init() {}

    /// A list of elements that are in order already.
    init(sorted elements: [Element]) {
        // Half-filled chunks would be split less often, but the usual insertion is at the end.
        var start = 0
        while start < elements.count {
            let end = Swift.min(elements.count, start + Self.capacity)
            chunks.append(Array(elements[start..<end]))
            starts.append(start)
            start = end
        }
        count = elements.count
    }

    subscript(index: Int) -> Element {
        let chunk = chunkIndex { starts[$0] <= index }
        return chunks[chunk][index - starts[chunk]]
    }

    /// The element with a key.
    subscript(key key: Element.Key) -> Element? {
        guard let (chunk, index) = find(key), index < chunks[chunk].count else { return nil }
        let element = chunks[chunk][index]
        return element.sortKey == key ? element : nil
    }

    /// Inserts an element, or replaces the one with the same key.
    mutating func insert(_ element: Element) {
        guard let (chunk, index) = find(element.sortKey) else {
            chunks = [[element]]
            starts = [0]
            count = 1
            return
        }
        if index < chunks[chunk].count, chunks[chunk][index].sortKey == element.sortKey {
            chunks[chunk][index] = element
            return
        }
        count += 1
        chunks[chunk].insert(element, at: index)
        if chunks[chunk].count > Self.capacity { split(chunk) }
        renumber(from: chunk)
    }

    /// Removes the element with a key, if there is one.
    mutating func remove(_ key: Element.Key) {
        guard let (chunk, index) = find(key), index < chunks[chunk].count,
            chunks[chunk][index].sortKey == key
        else { return }
        count -= 1
        chunks[chunk].remove(at: index)
        if chunks[chunk].isEmpty {
            chunks.remove(at: chunk)
            starts.remove(at: chunk)
        }
        renumber(from: chunk)
    }

    private mutating func split(_ chunk: Int) {
        // At the end, where most insertions are, the full chunk stays full.
        let isLast = chunk == chunks.count - 1
        let middle = isLast ? Self.capacity : Self.capacity / 2
        let rest = Array(chunks[chunk][middle...])
        chunks[chunk].removeSubrange(middle...)
        chunks.insert(rest, at: chunk + 1)
        starts.insert(0, at: chunk + 1)
    }

    private mutating func renumber(from chunk: Int) {
        guard chunk < chunks.count else { return }
        var start = chunk == 0 ? 0 : starts[chunk - 1] + chunks[chunk - 1].count
        for index in chunk..<chunks.count {
            starts[index] = start
            start += chunks[index].count
        }
    }

    /// The position of the first element whose key is not smaller; nil if the list is empty.
    private func find(_ key: Element.Key) -> (chunk: Int, index: Int)? {
        guard !chunks.isEmpty else { return nil }
        let chunk = chunkIndex { chunks[$0][0].sortKey <= key }
        let elements = chunks[chunk]
        var low = 0
        var high = elements.count
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].sortKey < key { low = middle + 1 } else { high = middle }
        }
        return (chunk, low)
    }

    /// The last chunk that begins early enough; the first one if none does.
    private func chunkIndex(_ beginsEarlyEnough: (Int) -> Bool) -> Int {
        var low = 0
        var high = chunks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if beginsEarlyEnough(middle) { low = middle } else { high = middle }
        }
        return low
    }
}

extension SortedChunks: Sequence {
    /// Visits the elements in order.
    struct Iterator: IteratorProtocol {
        private let chunks: [[Element]]
        private var chunk = 0
        private var index = 0

        fileprivate init(_ chunks: [[Element]]) {
            self.chunks = chunks
        }

        mutating func next() -> Element? {
            guard chunk < chunks.count else { return nil }
            defer {
                index += 1
                if index == chunks[chunk].count {
                    chunk += 1
                    index = 0
                }
            }
            return chunks[chunk][index]
        }
    }

    func makeIterator() -> Iterator { Iterator(chunks) }

    var underestimatedCount: Int { count }
}
