package import Items

/// Reads a page of an owner's history from the log, from its last change back.
///
///     log        1 ─ 2 ─ 3 │ 4 ─ 5 │ 6 │ 7 ─ 8        the changes of four writes
///     counted                 by their kinds, without values
///     shown items             now ──▶ before 8 ──▶ before 7 …    old values, as an undo takes them
///
/// A write is in the history while the log has all of its changes. The way from the last change to
/// the page's place is read again for each page.
package struct HistoryReader {
    /// The changes after which a page ends, unless it is empty.
    private static let changesPerPage = 20_000

    let rows: any HistoryRows
    let request: HistoryRequest
    let owner: Int

    package init(_ rows: any HistoryRows, _ request: HistoryRequest) {
        self.rows = rows
        self.request = request
        owner = request.owner.key
    }

    /// The page; nil if neither the items nor the log know the item that is asked for.
    package func page() throws(StorageFailure) -> HistoryPage? {
        let revision = try rows.revision(of: owner)
        switch request.query {
        case .writes:
            let found = revision == nil ? ([], nil) : try writes()
            return HistoryPage(
                revision: revision ?? 0, elements: .writes(found.0), next: found.1)
        case .item(let id):
            guard let revision, let found = try versions(of: id) else { return nil }
            return HistoryPage(
                revision: revision, elements: .versions(found.0), next: found.1)
        case .trash(let words):
            let found = revision == nil ? ([], nil) : try trash(words)
            return HistoryPage(revision: revision ?? 0, elements: .trash(found.0), next: found.1)
        }
    }

    /// Whether a write is behind the end of the page before.
    func isBehind(_ revision: Int) -> Bool {
        request.position.map { revision < $0.revision } ?? true
    }
}

/// A write whose changes were read: a range of them, of which the newest is first.
struct WrittenChanges {
    let revision: Int
    let at: Double
    let origin: WriteOrigin
    let changes: Range<Int>
}

/// Cuts changes that come from the last one back into whole writes.
struct WriteCutter {
    private(set) var count = 0
    private var start = 0
    private var last: ChangeKey?
    private(set) var isDisordered = false

    /// Takes the next change, which the caller keeps if `isKept`; the write if this is its first
    /// change. False in the outer value means that there is no more to read.
    mutating func add(_ head: ChangeHead, kept: Int) -> (write: WrittenChanges?, goesOn: Bool) {
        if let last {
            let isInOrder =
                (head.key.revision, head.key.number) < (last.revision, last.number)
            guard isInOrder else {
                isDisordered = true
                return (nil, false)
            }
        }
        last = head.key
        count += 1
        guard count <= UndoLimits.laterChanges else { return (nil, false) }
        guard let origin = head.origin else { return (nil, true) }
        let write = WrittenChanges(
            revision: head.key.revision, at: head.changedAt, origin: origin, changes: start..<kept)
        start = kept
        return (write, true)
    }
}

// MARK: Writes

extension HistoryReader {
    private typealias Change = LogReader.Change

    private func writes() throws(StorageFailure) -> ([LoggedWrite], HistoryPosition?) {
        var changes: [Change] = []
        var writes: [WrittenChanges] = []
        var hasMore = false
        var cutter = WriteCutter()
        var pageStart = 0
        try rows.forEachChange(of: owner, from: 1, upTo: nil) { head in
            changes.append(Change(head))
            let (write, goesOn) = cutter.add(head, kept: changes.count)
            guard goesOn else { return false }
            guard let write else { return true }
            guard isBehind(write.revision) else {
                pageStart = changes.count
                return true
            }
            hasMore =
                writes.count == request.limit
                || !writes.isEmpty && changes.count - pageStart > Self.changesPerPage
            if !hasMore { writes.append(write) }
            return !hasMore
        }
        if cutter.isDisordered { throw .corrupt("changes that are not in order") }
        guard let last = writes.last else { return ([], nil) }
        let logged = try describe(writes, changes)
        return (logged, hasMore ? HistoryPosition(revision: last.revision, shown: 1) : nil)
    }

    /// Counts what the writes did, and describes the first items of each.
    private func describe(
        _ writes: [WrittenChanges], _ changes: [Change]
    ) throws(StorageFailure) -> [LoggedWrite] {
        var described = writes.map {
            LoggedWrite(revision: $0.revision, at: $0.at, origin: $0.origin)
        }
        // The sequences whose values are needed in each write, in the order of the log.
        var wanted: [[Int]] = []
        var compared: [Bool] = []
        for (index, write) in writes.enumerated() {
            let own = changes[write.changes]
            let isCompared = own.needsValues
            compared.append(isCompared)
            guard !isCompared else {
                var seen: Set<Int> = []
                wanted.append(own.reversed().map(\.sequence).filter { seen.insert($0).inserted })
                continue
            }
            for change in own { described[index].count(change.kind) }
            wanted.append(own.suffix(LoggedWrite.mostItems).reversed().map(\.sequence))
        }
        let states = try states(of: wanted, compared: compared, writes, changes)
        for index in writes.indices {
            if compared[index] {
                describe(&described[index], merged(states[index]))
            } else {
                let own = changes[writes[index].changes].suffix(LoggedWrite.mostItems).reversed()
                for (change, state) in zip(own, states[index]) {
                    guard let item = state.after ?? state.before else {
                        throw .corrupt("a change of no item")
                    }
                    let members = change.kind == .changed ? change.members.content : []
                    described[index].items.append(
                        LoggedWrite.Item(
                            id: item.id, title: item.content.title, kind: change.kind,
                            members: members))
                }
            }
        }
        return described
    }

    /// Describes a write by comparing its items before and after it.
    private func describe(_ write: inout LoggedWrite, _ effects: [WriteEffect]) {
        for effect in effects {
            guard let (kind, members) = effect.difference else { continue }
            write.count(kind)
            guard write.items.count < LoggedWrite.mostItems,
                let item = effect.after ?? effect.before
            else { continue }
            write.items.append(
                LoggedWrite.Item(
                    id: effect.id, title: item.content.title, kind: kind, members: members))
        }
    }

    private typealias State = (before: ToDoItem?, after: ToDoItem?)

    /// One effect for each id, in the order of the states.
    private func merged(_ states: [State]) -> [WriteEffect] {
        var effects: [WriteEffect] = []
        var places: [ItemID: Int] = [:]
        for state in states {
            guard let id = state.after?.id ?? state.before?.id else { continue }
            guard let place = places[id] else {
                places[id] = effects.count
                effects.append(WriteEffect(id: id, before: state.before, after: state.after))
                continue
            }
            let other = effects[place]
            effects[place] = WriteEffect(
                id: id, before: other.before ?? state.before, after: state.after ?? other.after)
        }
        return effects
    }

    /// The items of each write before and after it, at the wanted sequences. Of a write that is not
    /// compared, only their ids and titles have a meaning.
    private func states(
        of wanted: [[Int]], compared: [Bool], _ writes: [WrittenChanges], _ changes: [Change]
    ) throws(StorageFailure) -> [[State]] {
        var states: [[State]] = wanted.map { Array(repeating: (nil, nil), count: $0.count) }
        // Where the states of a sequence go, the newest write first.
        var places: [(sequence: Int, write: Int, place: Int)] = []
        for (write, sequences) in wanted.enumerated() {
            for (place, sequence) in sequences.enumerated() {
                places.append((sequence, write, place))
            }
        }
        places.sort { ($0.sequence, $0.write) < ($1.sequence, $1.write) }
        let whole = Set(zip(wanted, compared).filter(\.1).flatMap(\.0))
        // The end of the oldest write for which a sequence is wanted.
        let ends = Dictionary(
            places.map { ($0.sequence, writes[$0.write].changes.upperBound) }
        ) { $1 }
        var steps: [(sequence: Int, index: Int)] = []
        for (index, change) in changes.enumerated() {
            guard let end = ends[change.sequence], index < end else { continue }
            steps.append((change.sequence, index))
        }
        steps.sort { ($0.sequence, $0.index) < ($1.sequence, $1.index) }
        func isNeeded(_ index: Int) -> Bool {
            changes[index].members.decidesTitle || whole.contains(changes[index].sequence)
        }

        var (nextPlace, nextStep) = (0, 0)
        let order = ends.keys.sorted()
        for start in stride(from: 0, to: order.count, by: WriteHistory.sequencesPerPart) {
            let part = order[start..<min(start + WriteHistory.sequencesPerPart, order.count)]
            let items = Dictionary(
                try rows.items(of: owner, at: Array(part)).map { ($0.sequence, $0) }
            ) { $1 }
            let keys = steps[nextStep...].prefix { $0.sequence <= part[part.endIndex - 1] }
                .filter { isNeeded($0.index) }.map { changes[$0.index].key }
            var reader = ImageReader(keys: keys)
            for sequence in part {
                var item = items[sequence]
                while nextPlace < places.count, places[nextPlace].sequence == sequence {
                    let (_, write, place) = places[nextPlace]
                    let own = writes[write].changes
                    func rewind(to end: Int) throws(StorageFailure) {
                        while nextStep < steps.count, steps[nextStep].sequence == sequence,
                            steps[nextStep].index < end
                        {
                            if isNeeded(steps[nextStep].index) {
                                item = try reader.next(of: owner, at: sequence, rows)
                                    .item(before: item)
                            }
                            nextStep += 1
                        }
                    }
                    try rewind(to: own.lowerBound)
                    states[write][place].after = item
                    try rewind(to: own.upperBound)
                    states[write][place].before = item
                    nextPlace += 1
                }
            }
        }
        return states
    }
}

extension ChangeMembers {
    /// Whether an earlier state of the item has another title, or there is none.
    fileprivate var decidesTitle: Bool {
        contains(.creation) || contains(.deletion) || content.contains(.init(.title))
    }
}

extension LogReader.Change {
    fileprivate var kind: WriteEffectKind {
        if members.contains(.creation) { return .created }
        return members.contains(.deletion) ? .deleted : .changed
    }
}

extension ArraySlice<LogReader.Change> {
    /// Whether the kinds of a write's changes do not say what it did: it touched an item twice, or
    /// may have deleted an id and made it again.
    fileprivate var needsValues: Bool {
        var kinds: ChangeMembers = []
        for change in self { kinds.formUnion(change.members) }
        return kinds.contains(.repeated) || kinds.isSuperset(of: [.creation, .deletion])
    }
}

extension WriteEffect {
    /// What the write did; nil if that is nothing.
    var difference: (WriteEffectKind, ItemContent.Members)? {
        switch (before, after) {
        case (nil, nil): return nil
        case (nil, _?): return (.created, [])
        case (_?, nil): return (.deleted, [])
        case (let before?, let after?):
            let members = ChangeMembers(between: before, and: after).content
            return members.isEmpty ? nil : (.changed, members)
        }
    }
}

// MARK: One item

extension HistoryReader {
    private func versions(
        of id: ItemID
    ) throws(StorageFailure) -> ([ItemVersion], HistoryPosition?)? {
        let now = try rows.item(OwnedID(owner: owner, id: id))
        // A write may have changed nothing in the end, and is then passed over.
        var limit = request.limit
        while true {
            let read = try changes(of: id, now, limit: limit)
            guard now != nil || !read.changes.isEmpty else { return nil }
            let versions = try versions(of: id, now, read)
            if !versions.isEmpty || !read.hasMore {
                let next = read.hasMore ? read.writes.last : nil
                return (versions, next.map { HistoryPosition(revision: $0.revision, shown: 1) })
            }
            limit *= 4
        }
    }

    private typealias ItemChanges = (
        changes: [Change], writes: [WrittenChanges], hasMore: Bool
    )

    /// The changes of an item, cut into writes that are behind the page before.
    private func changes(
        of id: ItemID, _ now: ToDoItem?, limit: Int
    ) throws(StorageFailure) -> ItemChanges {
        var trace = ItemTrace(of: id, at: now?.sequence)
        var read: ItemChanges = ([], [], false)
        var cutter = WriteCutter()
        try rows.forEachChange(of: owner, from: 1, upTo: nil) { head in
            if trace.has(head) { read.changes.append(Change(head)) }
            let (write, goesOn) = cutter.add(head, kept: read.changes.count)
            guard goesOn else { return false }
            guard let write, !write.changes.isEmpty, isBehind(write.revision) else { return true }
            read.hasMore = read.writes.count == limit
            if !read.hasMore { read.writes.append(write) }
            return !read.hasMore
        }
        if cutter.isDisordered { throw .corrupt("changes that are not in order") }
        return read
    }

    private func versions(
        of id: ItemID, _ now: ToDoItem?, _ read: ItemChanges
    ) throws(StorageFailure) -> [ItemVersion] {
        guard let end = read.writes.last?.changes.upperBound else { return [] }
        var versions: [ItemVersion] = []
        var item = now
        var reader = ImageReader(keys: read.changes[..<end].map(\.key))
        var index = 0
        func rewind(to place: Int) throws(StorageFailure) {
            while index < place {
                let sequence = read.changes[index].sequence
                item = try reader.next(of: owner, at: sequence, rows).item(before: item)
                index += 1
            }
        }
        for write in read.writes {
            try rewind(to: write.changes.lowerBound)
            let after = item
            try rewind(to: write.changes.upperBound)
            let effect = WriteEffect(id: id, before: item, after: after)
            guard let (kind, members) = effect.difference else { continue }
            versions.append(
                ItemVersion(
                    revision: write.revision, at: write.at, origin: write.origin, kind: kind,
                    members: members, before: item))
        }
        return versions
    }
}

// MARK: Trash

extension HistoryReader {
    /// A deletion in the write that is being read.
    private struct Deletion {
        let id: ItemID
        let change: Change
        let at: Double
    }

    /// The deletions whose values are read at a time, because an item can have 64 KiB.
    private static let deletionsPerPart = 100

    private func trash(
        _ words: SearchWords?
    ) throws(StorageFailure) -> ([DeletedItem], HistoryPosition?) {
        var found: [DeletedItem] = []
        var next: HistoryPosition?
        var cutter = WriteCutter()
        var deletions: [Deletion] = []
        var seen: Set<ItemID> = []
        var result: Result<Void, StorageFailure> = .success(())
        try rows.forEachChange(of: owner, from: 1, upTo: request.position?.revision) { head in
            if head.members.contains(.deletion), let id = head.id, seen.insert(id).inserted {
                deletions.append(Deletion(id: id, change: Change(head), at: head.changedAt))
            }
            let (write, goesOn) = cutter.add(head, kept: 0)
            guard goesOn else { return false }
            guard let write else { return true }
            defer {
                deletions = []
                seen = []
            }
            let position = request.position
            guard position.map({ write.revision <= $0.revision }) ?? true else { return true }
            let shown = position?.revision == write.revision ? position?.shown ?? 0 : 0
            do throws(StorageFailure) {
                next = try add(
                    deletions, of: write.revision, from: shown, words, to: &found)
            } catch {
                result = .failure(error)
                return false
            }
            if next == nil, cutter.count > Self.changesPerPage {
                next = HistoryPosition(revision: write.revision, shown: deletions.count)
            }
            return next == nil
        }
        try result.get()
        if cutter.isDisordered { throw .corrupt("changes that are not in order") }
        return (found, next)
    }

    /// Adds those of the deletions that were the last ones of their ids; returns where the page ends
    /// if it is full.
    private func add(
        _ deletions: [Deletion], of revision: Int, from shown: Int, _ words: SearchWords?,
        to found: inout [DeletedItem]
    ) throws(StorageFailure) -> HistoryPosition? {
        var filter = ItemFilter()
        filter.words = words
        var start = min(shown, deletions.count)
        while start < deletions.count {
            let part = deletions[start..<min(start + Self.deletionsPerPart, deletions.count)]
            let tombstones = try rows.tombstones(
                of: part.map { OwnedID(owner: owner, id: $0.id) })
            let last = part.enumerated().filter { tombstones[$0.element.id] == revision }
            let images = try rows.images(of: owner, last.map(\.element.change.key))
            guard images.count == last.count else { throw .corrupt("a change is gone") }
            for ((place, deletion), image) in zip(last, images) {
                guard let item = try image.item(before: nil), filter.matches(item) else { continue }
                guard found.count < request.limit else {
                    return HistoryPosition(revision: revision, shown: start + place)
                }
                found.append(
                    DeletedItem(
                        item, deletedAt: deletion.at, deletedIn: revision,
                        place: start + place + 1))
            }
            start += part.count
        }
        return nil
    }
}
