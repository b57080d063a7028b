import Items
import Storage

/// The rows of the double.
final class InMemoryRowStore: RowStore {
    /// The items of one part: few, so that tests of bulk writes have several.
    private static let itemsPerPart = 100

    /// The states of owners by their keys.
    private(set) var states: [Int: InMemoryState] = [:]
    /// The owners of the transaction: each that is asked for exists, with its epoch.
    private var owners: [Owner] = []
    private var statesBefore: [Int: InMemoryState] = [:]

    let readsAhead = true

    /// Begins a transaction.
    func begin(of owners: [Owner]) {
        self.owners = owners
        statesBefore = states
    }

    /// Writes what a batch has decided.
    func commit(_ rows: BatchRows) {
        flush(rows)
        for row in rows.owners where row.isChanged {
            change(row.owner.key) {
                $0.revision = row.counters.revision
                $0.lastSequence = row.counters.lastSequence
            }
        }
    }

    func rollBack() {
        states = statesBefore
    }

    func change(_ owner: Int, _ body: (inout InMemoryState) -> Void) {
        body(&states[owner, default: InMemoryState()])
    }

    func owner(_ key: Int) -> OwnerRow? {
        let state = state(key)
        return OwnerRow(
            owner: owners.first { $0.key == key } ?? Owner(key: key, epoch: ""),
            counters: OwnerCounters(
                revision: state.revision, lastSequence: state.lastSequence,
                items: ItemSize(
                    count: state.items.count,
                    bytes: state.items.values.reduce(0) { $0 + $1.content.storedBytes }),
                historyBytes: 0, answerBytes: 0))
    }

    private func state(_ owner: Int) -> InMemoryState { states[owner] ?? InMemoryState() }

    func item(_ id: OwnedID) -> ToDoItem? { state(id.owner).items[id.id] }

    func items(of owner: Int, at sequences: [Int]) -> [ToDoItem] {
        let sequences = Set(sequences)
        return state(owner).items.values.filter { sequences.contains($0.sequence) }
    }

    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) -> (items: [ToDoItem], isAll: Bool) {
        var filter = filter
        filter.done = done
        let found = state(owner).items(ItemQuery(filter: filter)).filter { $0.sequence > sequence }
        return (Array(found.prefix(Self.itemsPerPart)), found.count <= Self.itemsPerPart)
    }

    func tombstone(of id: OwnedID) -> Int? { state(id.owner).tombstones[id.id]?.revision }

    func record(for key: OwnedKey) -> IdempotencyRecord? { state(key.owner).answers[key.key] }

    func revision(of owner: Int) -> Int? { state(owner).revision }

    func forEachChange(
        of owner: Int, from revision: Int, upTo last: Int?, _ body: (ChangeHead) -> Bool
    ) {
        let state = state(owner)
        for (number, change) in state.log.enumerated().reversed() {
            guard change.revision >= revision, change.revision > state.horizon else { return }
            let head = ChangeHead(
                key: ChangeKey(revision: change.revision, number: number),
                sequence: change.sequence, members: change.members,
                id: change.members.contains(.deletion) ? change.id : nil,
                changedAt: change.changedAt, origin: change.origin)
            guard body(head) else { return }
        }
    }

    func images(of owner: Int, _ keys: [ChangeKey]) -> [ChangeImage] {
        let log = state(owner).log
        return keys.map { key in
            let change = log[key.number]
            return ChangeImage(
                sequence: change.sequence, members: change.members, id: change.id,
                createdAt: change.image?.createdAt, doneAt: change.image?.doneAt,
                content: change.image?.content ?? ItemContent(title: ""))
        }
    }

    func flush(_ rows: BatchRows) {
        // The place of each change in its owner's log.
        let places = rows.changes.map { row in
            let place = state(row.owner).log.count
            change(row.owner) { $0.log.append(row) }
            return place
        }
        for entry in rows.items where entry.isChanged {
            change(entry.key.owner) { state in
                state.items[entry.key.id] = entry.changed
                if case .written(let change) = entry.tombstone {
                    state.tombstones[entry.key.id] = InMemoryState.Tombstone(
                        revision: rows.changes[change].revision, entry: places[change])
                } else {
                    state.tombstones[entry.key.id] = nil
                }
            }
        }
        for entry in rows.records where entry.isChanged {
            change(entry.key.owner) { $0.answers[entry.key.key] = entry.record }
        }
    }
}
