import Foundation
import ToDoClient
import ToDoClientTestSupport

/// A second implementation of the rules, without requests, queues and pages: it predicts the result
/// of each sync.
struct HistoryModel {
    private struct Client {
        /// The server's items at the last sync.
        var known: [UUID: ToDoItem] = [:]
        var shown: [UUID: ToDoItem] = [:]
        /// The first version of an item that the server does not have, or the server's version before
        /// the local deletion: differences from it are local changes.
        var bases: [UUID: ToDoItem] = [:]
        var conflicts: [HistoryEnd.Lost] = []
        /// The completions of this client that its undo may take back, by the id of the item.
        var completions: [UUID: Completion] = [:]
        /// The completions that it has undone since the last sync.
        var reopened: [UUID: Completion] = [:]
    }

    /// The result of a completion: the item, and the next one.
    private struct Completion: Equatable {
        let rule: Repetition
        let item: ToDoItem
        let next: ToDoItem?
    }

    private var server: [UUID: ToDoItem] = [:]
    private var clients: [Client]

    init(clients: Int) {
        self.clients = Array(repeating: Client(), count: clients)
    }

    func shown(_ client: Int) -> [UUID: ToDoItem] { clients[client].shown }
    func conflicts(_ client: Int) -> [HistoryEnd.Lost] { clients[client].conflicts }

    /// Whether a client has these conflicts, in any order.
    func hasSameConflicts(_ conflicts: [HistoryEnd.Lost], _ client: Int) -> Bool {
        var left = clients[client].conflicts
        for conflict in conflicts {
            guard let index = left.firstIndex(of: conflict) else { return false }
            left.remove(at: index)
        }
        return left.isEmpty
    }

    /// Copies the shown items of a client after an action without a predicted effect.
    mutating func adopt(
        _ items: [ToDoItem], _ step: Step, _ client: Int, _ conflicts: [Conflict]
    ) {
        let before = clients[client].shown
        clients[client].shown = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
        for item in items {
            let completion = clients[client].completions[item.id]
            if let completion, before[item.id]?.hasLostRule == true, !item.done,
                item.repetition == completion.rule
            {
                clients[client].reopened[item.id] = completion
            } else if item.hasLostRule {
                clients[client].reopened[item.id] = nil
            }
        }
        for item in items where before[item.id] == nil && clients[client].known[item.id] == nil {
            // The restored loser of a conflict has no history.
            if step.kind == .restoreConflict || clients[client].bases[item.id] == nil {
                clients[client].bases[item.id] = item
            }
        }
        clients[client].conflicts = conflicts.map {
            HistoryEnd.Lost(kind: $0.kind, item: $0.lost)
        }
    }

    /// Performs an action, and compares the shown items.
    mutating func check(
        _ items: [ToDoItem], _ step: Step, _ index: Int, _ client: Int,
        items make: (Step, Int) -> ToDoItem
    ) throws(Violation) {
        var expected = clients[client].shown
        let shown = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
        let changed = Set(expected.keys).union(shown.keys).filter { expected[$0] != shown[$0] }
        switch step.kind {
        case .add, .importItems:
            let item = make(step, index)
            if expected[item.id] == nil {
                expected[item.id] = item
                if clients[client].known[item.id] == nil { clients[client].bases[item.id] = item }
            }
        case .deleteAll: expected = [:]
        case .deleteDone: expected = expected.filter { !$0.value.done }
        default:
            // The target item depends on the order, which the model does not predict.
            guard changed.count <= 1 else { break }
            for id in changed {
                guard var item = expected[id] else { break }
                switch step.kind {
                case .check: item.done = true
                case .uncheck: item.done = false
                case .edit: HistoryRunner.change(&item, step)
                default: break
                }
                expected[id] = step.kind == .delete ? nil : item
            }
        }
        guard shown == expected else {
            throw Violation(description: "shows \(shown), not \(expected)")
        }
        clients[client].shown = expected
    }

    /// Syncs a client with the server; returns the items to be shown.
    mutating func sync(_ client: Int) -> [UUID: ToDoItem] {
        var state = clients[client]
        reopen(&state)
        for id in Set(state.known.keys).union(state.shown.keys) {
            let known = state.known[id]
            let shown = state.shown[id]
            guard known != shown else { continue }
            let theirs = server[id]
            server[id] = merge(known, shown, theirs, &state, id)
            complete(id, &state)
            if server[id] == nil, let last = theirs ?? known { state.bases[id] = last }
        }
        state.known = server
        state.shown = server
        state.reopened = [:]
        state.completions = state.completions.filter { server[$0.key] == $0.value.item }
        state.bases = state.bases.filter { server[$0.key] == nil }
        clients[client] = state
        return server
    }

    /// Undoes completions whose results are unchanged. Otherwise the item opens without its rule,
    /// and the next one stays.
    private mutating func reopen(_ state: inout Client) {
        for (id, completion) in state.reopened {
            guard let shown = state.shown[id], !shown.hasLostRule else { continue }
            guard server[id] == completion.item,
                completion.next.map({ server[$0.id] == $0 }) ?? true
            else {
                if shown.repetition == completion.rule {
                    state.shown[id]?.repetition = nil
                    state.conflicts.append(
                        HistoryEnd.Lost(kind: .overwrote([.timestamp]), item: shown))
                }
                if let next = completion.next, state.shown[next.id] == nil {
                    state.shown[next.id] = state.known[next.id]
                }
                continue
            }
            if let next = completion.next { server[next.id] = nil }
            server[id]?.done = false
            server[id]?.repetition = completion.rule
            state.known[id] = server[id]
            state.completions[id] = nil
        }
    }

    /// A stored done item has no rule: the rule moves to the next item.
    private mutating func complete(_ id: UUID, _ state: inout Client) {
        guard let item = server[id], item.done, let rule = item.repetition else { return }
        server[id]?.repetition = nil
        let next = item.next(doneAt: 0, dueBefore: nil).flatMap { server[$0.id] == nil ? $0 : nil }
        if let next { server[next.id] = next }
        guard let stored = server[id] else { return }
        state.completions[id] = Completion(rule: rule, item: stored, next: next)
    }

    private func merge(
        _ known: ToDoItem?, _ shown: ToDoItem?, _ theirs: ToDoItem?, _ state: inout Client,
        _ id: UUID
    ) -> ToDoItem? {
        guard let known else {
            guard let shown, let theirs else { return shown }
            return merge(state.bases[id] ?? shown, shown, theirs, &state)
        }
        guard let shown else {
            guard let theirs, theirs.isChange(of: known) else { return nil }
            state.conflicts.append(HistoryEnd.Lost(kind: .kept, item: known))
            return theirs
        }
        guard let theirs else {
            guard shown.isChange(of: known) else {
                if shown.done != known.done {
                    state.conflicts.append(HistoryEnd.Lost(kind: .gone, item: shown))
                }
                return nil
            }
            state.conflicts.append(HistoryEnd.Lost(kind: .revived, item: known))
            return shown
        }
        return merge(known, shown, theirs, &state)
    }

    private func merge(
        _ base: ToDoItem, _ ours: ToDoItem, _ theirs: ToDoItem, _ state: inout Client
    ) -> ToDoItem {
        var overwritten: Set<ToDoItem.Member> = []
        // A completion has moved the rule to the next item.
        let isMoved = theirs.hasLostRule
        let ours = isMoved && base.repetition != nil ? ours.withoutRule : ours
        let base = isMoved ? base.withoutRule : base
        func pick<Value: Equatable>(
            _ member: ToDoItem.Member, _ value: (ToDoItem) -> Value
        ) -> Value {
            guard value(ours) != value(base) else { return value(theirs) }
            if value(theirs) != value(base), value(theirs) != value(ours) {
                overwritten.insert(member)
            }
            return value(ours)
        }
        let when = pick(.timestamp, \.when)
        let done = pick(.done, \.done)
        let tags = Self.tags(base.tags, ours.tags, theirs.tags)
        if tags.count > 10 { overwritten.insert(.tags) }
        let result = ToDoItem(
            id: ours.id, title: pick(.title, \.title),
            itemDescription: pick(.itemDescription, \.itemDescription),
            timestamp: when.timestamp, day: when.day,
            repetition: isMoved && done ? nil : when.repetition,
            location: pick(.location, \.location), tags: Array(tags.prefix(10)),
            position: ours.position == base.position ? theirs.position : ours.position,
            remind: when.remind, done: done)
        if !overwritten.isEmpty {
            state.conflicts.append(HistoryEnd.Lost(kind: .overwrote(overwritten), item: theirs))
        }
        return result
    }

    /// The tags after both changes: ours, then what they have added.
    private static func tags(
        _ base: [String], _ ours: [String], _ theirs: [String]
    ) -> [String] {
        if ours == base || ours == theirs { return theirs }
        if theirs == base { return ours }
        func isIn(_ tags: [String]) -> (String) -> Bool {
            { tag in tags.contains { $0.lowercased() == tag.lowercased() } }
        }
        let (isInBase, isInOurs, isInTheirs) = (isIn(base), isIn(ours), isIn(theirs))
        return ours.filter { isInTheirs($0) || !isInBase($0) }
            + theirs.filter { !isInOurs($0) && !isInBase($0) }
    }
}

/// The members that are kept and lost together.
private struct When: Equatable {
    let timestamp: Double?
    let day: DayDate?
    let repetition: Repetition?
    let remind: Int?
}

extension ToDoItem {
    fileprivate var when: When {
        When(timestamp: timestamp, day: day, repetition: repetition, remind: remind)
    }

    /// Whether the server may have moved its rule to the next item.
    fileprivate var hasLostRule: Bool { done && repetition == nil }

    fileprivate var withoutRule: ToDoItem {
        var item = self
        item.repetition = nil
        return item
    }

    /// Whether a deletion of the known version must not delete this one. A tick and a move are not
    /// changes, but reopening a done item is one.
    fileprivate func isChange(of known: ToDoItem) -> Bool {
        (known.done && !done) || !differsInDoneOrPosition(from: known)
    }

    /// Whether nothing but `done` and the position differs, and perhaps a rule that a completion
    /// has moved to the next item.
    fileprivate func differsInDoneOrPosition(from before: ToDoItem) -> Bool {
        var before = hasLostRule ? before.withoutRule : before
        before.done = done
        before.position = position
        return self == before
    }
}
