import Foundation
import ToDoClient

/// The items of one owner with their history, by the rules of the server.
struct Owner: Sendable {
    /// The effect of a write on one item.
    struct Step: Sendable {
        let id: UUID
        let before: StoredItem?
        let after: StoredItem?
    }

    /// A write with what it changed.
    struct Write: Sendable {
        let time: Double
        /// The label of the token that wrote.
        let writer: String?
        /// The revision of the write that it undid.
        let undoes: Int?
        let steps: [Step]
    }

    private(set) var epoch = Owner.makeEpoch()
    private(set) var revision = 0
    /// The bytes that the items may take.
    var quota: Int?
    private(set) var items: [UUID: StoredItem] = [:]
    /// The revisions that deleted items, by id.
    private(set) var tombstones: [UUID: Int] = [:]
    /// The writes by revision.
    private(set) var history: [Int: Write] = [:]
    /// The label of the token of the current request.
    var writer: String?
    /// The revision up to which the history is dropped.
    private(set) var horizon = 0
    /// The time of the last write.
    private var time = 1_700_000_000.0
    private var lastSequence = 0

    private static func makeEpoch() -> String {
        String((0..<8).compactMap { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() })
    }

    var token: String { "\(epoch).\(revision)" }
    var etag: String { "\"\(token)\"" }

    /// The items in the default order.
    var inOrder: [StoredItem] { items.values.sorted { $0.precedes($1) } }

    /// Applies a write; one without steps takes no revision.
    mutating func write<Result>(
        _ body: (inout Draft) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        var draft = Draft(owner: self)
        let result = try body(&draft)
        let steps = draft.steps
        guard !steps.isEmpty else { return result }
        try checkQuota(steps, draft)
        revision += 1
        items = draft.items
        time = draft.time
        lastSequence = draft.lastSequence
        for step in steps { tombstones[step.id] = step.after == nil ? revision : nil }
        history[revision] = Write(
            time: time, writer: writer, undoes: draft.undoes, steps: steps)
        return result
    }

    /// Refuses a write that grows over the quota; one that makes room is allowed.
    private func checkQuota(_ steps: [Step], _ draft: Draft) throws(Refusal) {
        let growth = steps.reduce(0) { sum, step in
            sum + (step.after?.item.storedBytes ?? 0) - (step.before?.item.storedBytes ?? 0)
        }
        guard let quota, growth > 0 else { return }
        let bytes = draft.items.values.reduce(0) { $0 + $1.item.storedBytes }
        if bytes > quota { throw .of("quota", 507) }
    }

    /// The state during a write.
    struct Draft {
        let before: [UUID: StoredItem]
        let revision: Int
        let history: [Int: Write]
        /// The revision of the write that this one undoes.
        private(set) var undoes: Int?
        let tombstones: [UUID: Int]
        private(set) var items: [UUID: StoredItem]
        let time: Double
        private(set) var lastSequence: Int
        private var createdCount = 0
        private var order: [UUID] = []

        init(owner: Owner) {
            before = owner.items
            items = owner.items
            revision = owner.revision + 1
            history = owner.history
            tombstones = owner.tombstones
            time = owner.time + 0.001
            lastSequence = owner.lastSequence
        }

        /// The changes of the write, without intermediate ones.
        var steps: [Step] {
            var known: Set<UUID> = []
            return order.filter { known.insert($0).inserted }.compactMap { id in
                before[id] == items[id]
                    ? nil : Step(id: id, before: before[id], after: items[id])
            }
        }

        /// Writes an item; if that completes one that repeats, the next one is made.
        mutating func write(_ item: ToDoItem) -> StoredItem {
            guard item.done, item.repetition != nil, let old = items[item.id] else {
                return put(item)
            }
            if !old.item.done,
                let next = item.next(doneAt: time, dueBefore: old.item.timestamp),
                items[next.id] == nil
            {
                _ = put(next)
            }
            var item = item
            item.repetition = nil
            return put(item)
        }

        /// Stores a new item or replaces an existing one; an equal item changes nothing.
        mutating func put(_ item: ToDoItem) -> StoredItem {
            if let old = items[item.id] {
                if old.item == item, old.item.json == item.json { return old }
                var stored = old
                stored.item = item
                stored.updatedAt = time
                stored.revision = revision
                if item.done != old.item.done { stored.doneAt = item.done ? time : nil }
                return store(stored)
            }
            lastSequence += 1
            // The items of one write have creation times 1 µs apart.
            let createdAt = time + Double(createdCount) * 0.000_001
            createdCount += 1
            return store(
                StoredItem(
                    item: item, sequence: lastSequence, createdAt: createdAt, updatedAt: time,
                    doneAt: item.done ? time : nil, revision: revision))
        }

        mutating func store(_ stored: StoredItem) -> StoredItem {
            items[stored.item.id] = stored
            order.append(stored.item.id)
            return stored
        }

        mutating func delete(_ id: UUID) {
            items[id] = nil
            order.append(id)
        }

        /// Undoes a write.
        mutating func undo(_ undone: Int, horizon: Int) throws(Refusal) -> [UUID] {
            guard undone > 0, undone < revision else {
                throw .of("revision-not-found", 404)
            }
            guard undone > horizon, let steps = history[undone]?.steps else {
                throw .of("undo-expired", 410)
            }
            let changed = steps.filter { items[$0.id]?.item != $0.after?.item }.map(\.id)
            guard changed.isEmpty else {
                var problem = ProblemBody(type: "/problems/changed-since", status: 409)
                problem.items = changed.map(\.text)
                throw .problem(problem)
            }
            undoes = undone
            for step in steps {
                if var stored = step.before {
                    stored.revision = revision
                    _ = store(stored)
                } else {
                    delete(step.id)
                }
            }
            return steps.map(\.id)
        }
    }

    /// Restores a backup without these items.
    mutating func restore(dropping ids: Set<UUID>) {
        for id in ids { items[id] = nil }
        epoch = Self.makeEpoch()
        revision += 1 << 32
        forgetDeletions()
    }

    /// Drops the history.
    mutating func forgetDeletions() {
        tombstones = [:]
        history = [:]
        horizon = revision
    }
}

extension Owner {
    /// A change in a response.
    struct Change: Encodable, Sendable {
        let revision: Int
        var item: StoredItem?
        var deleted: String?
    }

    /// A page of changes.
    struct Page: Encodable, Sendable {
        let token: String
        let more: Bool
        let changes: [Change]
    }

    /// The changes after a revision, in the order of their revisions.
    func changes(after start: Int) -> [Change] {
        let existing = items.values.filter { $0.revision > start }
            .map { Change(revision: $0.revision, item: $0) }
        let deleted = tombstones.filter { $0.value > start }
            .map { Change(revision: $0.value, deleted: $0.key.text) }
        return (existing + deleted).sorted { $0.order < $1.order }
    }

    /// A page; it ends with a whole revision, so that its token names one.
    func page(since: Int?, limit: Int) -> Page {
        let all = changes(after: since ?? 0).filter { since != nil || $0.item != nil }
        guard all.count > limit else { return Page(token: token, more: false, changes: all) }
        let last = all[limit - 1].revision
        let changes = Array(all.prefix { $0.revision <= last })
        return Page(
            token: "\(epoch).\(last)", more: changes.count < all.count, changes: changes)
    }

    /// The revision of a token; refuses a token whose changes are dropped.
    func revision(ofToken token: String) throws(Refusal) -> Int {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), number >= 0 else {
            throw .of("bad-parameter", 400)
        }
        guard parts[0] == epoch, number >= horizon, number <= revision else {
            throw .of("token-expired", 410)
        }
        return number
    }
}

extension Owner.Change {
    /// Within a revision, items in the order of their creation, then deletions.
    fileprivate var order: (Int, Double, String) {
        (revision, item?.createdAt ?? .infinity, item?.item.id.text ?? deleted ?? "")
    }
}
