import Items
import SQLite

/// The first positions of an order among the offered ones: a heap with the last one on top.
struct BestPositions {
    private struct Entry {
        let position: ListPosition
        let slot: Slot
    }

    /// The limit for the memory of the positions, in bytes.
    private static let mostBytes = 4 << 20
    private static let entryBytes = 64

    private let sort: ItemSort
    private var capacity: Int
    private var heap: [Entry] = []
    private var bytes = 0
    var hasDropped = false

    /// An empty heap for up to `capacity` positions.
    init(_ sort: ItemSort, capacity: Int) {
        self.sort = sort
        self.capacity = capacity
    }

    /// Adds a row's position if it is behind `start` and among the first.
    mutating func offer(_ row: borrowing ItemRow, of owner: Int, behind start: ListPosition?) {
        let fields = row.fields
        offer(
            Slot(owner: owner, done: fields.done, sequence: fields.sequence),
            revision: fields.revision,
            timestamp: fields.timestamp, title: row.title, place: row.position, behind: start)
    }

    /// Adds a position, given the columns that orders use.
    mutating func offer(
        _ slot: Slot, revision: Int, timestamp: Double?, title: Span<UInt8>,
        place: Span<UInt8>?, behind start: ListPosition?
    ) {
        if heap.count >= capacity, isBehindTop(title, place) { return hasDropped = true }
        let position = ListPosition(
            in: sort, sequence: slot.sequence, revision: revision, timestamp: timestamp,
            title: title, position: place)
        if let start, !start.precedes(position, in: sort) { return }
        if heap.count >= capacity, let top = heap.first, top.position.precedes(position, in: sort) {
            return hasDropped = true
        }
        push(Entry(position: position, slot: slot))
        // A long title takes the memory of many short ones.
        while heap.count > capacity || bytes > Self.mostBytes && heap.count > 1 {
            pop()
            hasDropped = true
            capacity = max(1, heap.count)
        }
    }

    /// Removes and returns all positions, the last one first.
    mutating func takeLastFirst() -> [(position: ListPosition, slot: Slot)] {
        var all: [(position: ListPosition, slot: Slot)] = []
        all.reserveCapacity(heap.count)
        while let top = pop() { all.append((top.position, top.slot)) }
        return all
    }

    /// Whether a text of the sort key is behind the last one kept; it is compared without a copy.
    private func isBehindTop(_ title: Span<UInt8>, _ place: Span<UInt8>?) -> Bool {
        let order: Int
        switch heap.first?.position.key {
        case .title(let last): order = title.compared(to: last.span)
        case .position(let last?):
            guard let place else { return true }
            order = place.compared(to: last.span)
        default: return false
        }
        return sort.isDescending ? order < 0 : order > 0
    }

    private func isBehind(_ a: Entry, _ b: Entry) -> Bool {
        b.position.precedes(a.position, in: sort)
    }

    private mutating func push(_ entry: Entry) {
        bytes += entry.position.bytes + Self.entryBytes
        heap.append(entry)
        var index = heap.count - 1
        while index > 0, isBehind(heap[index], heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    @discardableResult
    private mutating func pop() -> Entry? {
        guard let top = heap.first, let last = heap.popLast() else { return nil }
        bytes -= top.position.bytes + Self.entryBytes
        guard !heap.isEmpty else { return top }
        heap[0] = last
        var index = 0
        while true {
            var behind = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if isBehind(heap[child], heap[behind]) { behind = child }
            }
            guard behind != index else { return top }
            heap.swapAt(index, behind)
            index = behind
        }
    }
}

extension ListPosition {
    /// The bytes of the key in addition to the position itself.
    fileprivate var bytes: Int {
        switch key {
        case .title(let text), .position(let text?): text.count
        default: 0
        }
    }
}
