import Items

/// What an undo reads: the changes of a write, and the later ones of its items.
///
///     log      │ 41  42 │ 43  44  45      the write to undo has the changes 41 and 42
///     item         ◄──────────┘           now, with 45 and 43 reverted: what the write left
///              ◄────                      with 42 reverted as well: what was before the write
struct WriteHistory {
    /// The sequences, and the changes, that are read at a time, because an item can have 64 KiB.
    static let sequencesPerPart = 250
    static let imagesPerPart = 500

    typealias Change = LogReader.Change

    /// A sequence and its changes, as ranges of `own` and `later`.
    private struct Trace {
        let sequence: Int
        let own: Range<Int>
        let later: Range<Int>
    }

    private let store: any HistoryRows
    private let owner: Int
    /// The changes by sequence, in each the newest first.
    private let own: [Change]
    private let later: [Change]
    /// The sequences of the write, in the order in which it touched them.
    private let traces: [Trace]
    /// Whether the write has created and deleted items, so that an id may have two sequences.
    let isMixed: Bool

    /// The history of a write with these changes, of which the newest is first.
    fileprivate init(
        own: [Change], later: [Change], isMixed: Bool, of owner: Int, in store: any HistoryRows
    ) {
        self.store = store
        self.owner = owner
        self.isMixed = isMixed
        (self.own, self.later) = (Self.bySequence(own), Self.bySequence(later))
        traces = Self.traces(self.own, self.later)
    }

    /// Sorts changes, of which the newest is first, by their sequences.
    private static func bySequence(_ changes: [Change]) -> [Change] {
        changes.sorted { a, b in
            (b.sequence, a.key.revision, a.key.number) > (a.sequence, b.key.revision, b.key.number)
        }
    }

    private static func traces(_ own: [Change], _ later: [Change]) -> [Trace] {
        var traces: [Trace] = []
        var (start, laterStart) = (0, 0)
        while start < own.count {
            let sequence = own[start].sequence
            let end = own[start...].firstIndex { $0.sequence != sequence } ?? own.count
            while laterStart < later.count, later[laterStart].sequence < sequence {
                laterStart += 1
            }
            var laterEnd = laterStart
            while laterEnd < later.count, later[laterEnd].sequence == sequence { laterEnd += 1 }
            traces.append(
                Trace(sequence: sequence, own: start..<end, later: laterStart..<laterEnd))
            (start, laterStart) = (end, laterEnd)
        }
        return traces.sorted { own[$0.own.upperBound - 1].key < own[$1.own.upperBound - 1].key }
    }

    /// The parts in which the effects are read. Both sequences of an id that was deleted and created
    /// again are in one part.
    ///
    /// The steps of a batch do that in any order. Other writes, which may touch more items, are
    /// undos: they delete an item and create it again at once.
    var parts: [Range<Int>] {
        if isMixed, traces.count <= 2 * ItemRules.itemsPerRequest { return [traces.indices] }
        var parts: [Range<Int>] = []
        var start = 0
        while start < traces.count {
            var end = min(start + Self.sequencesPerPart, traces.count)
            if end < traces.count, isFirst(of: .deletion, end - 1), isFirst(of: .creation, end) {
                end += 1
            }
            parts.append(start..<end)
            start = end
        }
        return parts
    }

    /// Whether the first change that the write has made at a sequence is of this kind.
    private func isFirst(of kind: ChangeMembers, _ trace: Int) -> Bool {
        own[traces[trace].own.upperBound - 1].members.contains(kind)
    }

    /// The items that are now at the sequences of a part.
    func items(of part: Range<Int>) throws(StorageFailure) -> [Int: ToDoItem] {
        let items = try store.items(of: owner, at: traces[part].map(\.sequence))
        return Dictionary(items.map { ($0.sequence, $0) }) { $1 }
    }

    /// The effect on each sequence of a part, given the items that are there now.
    func effects(
        of part: Range<Int>, _ items: [Int: ToDoItem]
    ) throws(StorageFailure) -> [WriteEffect] {
        var reader = ImageReader(
            keys: traces[part].flatMap { later[$0.later].map(\.key) + own[$0.own].map(\.key) },
            part: Self.imagesPerPart)
        var effects: [WriteEffect] = []
        effects.reserveCapacity(part.count)
        for trace in traces[part] {
            var item = items[trace.sequence]
            var id: ItemID?
            for _ in trace.later {
                item = try reader.next(of: owner, at: trace.sequence, store).item(before: item)
            }
            let after = item
            for _ in trace.own {
                let image = try reader.next(of: owner, at: trace.sequence, store)
                id = image.id ?? id
                item = try image.item(before: item)
            }
            guard let id = after?.id ?? item?.id ?? id else {
                throw .corrupt("a change of no item")
            }
            effects.append(WriteEffect(id: id, before: item, after: after))
        }
        return isMixed ? Self.merged(effects) : effects
    }

    /// An id that was deleted and created again has two sequences, and one effect.
    private static func merged(_ effects: [WriteEffect]) -> [WriteEffect] {
        var merged: [ItemID: WriteEffect] = [:]
        for effect in effects {
            let other = merged[effect.id]
            merged[effect.id] = WriteEffect(
                id: effect.id, before: effect.before ?? other?.before,
                after: effect.after ?? other?.after)
        }
        return merged.keys.sorted().compactMap { merged[$0] }
    }
}

/// What the log has of a write.
enum UndoneWrite {
    case write(WriteHistory)
    /// The log no longer has the whole write, or too many changes follow it.
    case expired
    /// There are more changes than an undo may read that shares a transaction.
    case tooMany
}

/// Reads where the changes of a write are, and the later ones, from the last one back.
struct LogReader {
    struct Change {
        let sequence: Int
        let key: ChangeKey
        let members: ChangeMembers

        init(_ head: ChangeHead) {
            (sequence, key, members) = (head.sequence, head.key, head.members)
        }
    }

    private let revision: Int
    /// The most changes that may be read; nil for a write that has the transaction for itself.
    private let mostChanges: Int?
    private var own: [Change] = []
    private var later: [Change] = []
    private var kinds: ChangeMembers = []
    private var isWhole = false
    private var isTooLong = false
    private var isRefused = false
    /// The last change that was added, which is the earliest.
    private var last: ChangeKey?
    private var isDisordered = false
    /// The number of changes read.
    var count: Int { own.count + later.count }

    init(of revision: Int, mostChanges: Int?) {
        self.revision = revision
        self.mostChanges = mostChanges
    }

    /// Adds a change; returns whether an earlier one is needed.
    mutating func add(_ head: ChangeHead) -> Bool {
        if let last, !(head.key < last) {
            isDisordered = true
            return false
        }
        last = head.key
        if let mostChanges, count >= mostChanges {
            isRefused = true
            return false
        }
        let change = Change(head)
        guard head.key.revision == revision else {
            isTooLong = later.count == UndoLimits.laterChanges
            if !isTooLong { later.append(change) }
            return !isTooLong
        }
        own.append(change)
        kinds.formUnion(head.members)
        isWhole = head.isFirst
        return !isWhole
    }

    func result(of owner: Int, in store: any HistoryRows) throws(StorageFailure) -> UndoneWrite {
        if isDisordered { throw .corrupt("changes that are not in order") }
        if isRefused { return .tooMany }
        guard isWhole, !isTooLong else { return .expired }
        return .write(
            WriteHistory(
                own: own, later: later, isMixed: kinds.isSuperset(of: [.creation, .deletion]),
                of: owner, in: store))
    }
}

extension ChangeKey {
    fileprivate static func < (a: ChangeKey, b: ChangeKey) -> Bool {
        (a.revision, a.number) < (b.revision, b.number)
    }
}

/// Reads changes one after another, a part of them at a time.
struct ImageReader {
    let keys: [ChangeKey]
    let part: Int
    private var images: ArraySlice<ChangeImage> = []
    private var start = 0

    init(keys: [ChangeKey], part: Int = WriteHistory.imagesPerPart) {
        self.keys = keys
        self.part = part
    }

    /// The next change, which is one of this sequence.
    mutating func next(
        of owner: Int, at sequence: Int, _ store: any HistoryRows
    ) throws(StorageFailure) -> ChangeImage {
        if images.isEmpty {
            let end = min(start + part, keys.count)
            images = try store.images(of: owner, Array(keys[start..<end]))[...]
            guard images.count == end - start else { throw .corrupt("a change is gone") }
            start = end
        }
        guard let image = images.popFirst(), image.sequence == sequence else {
            throw .corrupt("a change of another sequence")
        }
        return image
    }
}
