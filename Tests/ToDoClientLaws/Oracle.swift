import Foundation
import ToDoClient

/// A second implementation of the rules, without requests, queues and pages: it predicts the result
/// of each sync.
struct Oracle {
    private struct Client {
        /// The server's items at the last sync.
        var known: [UUID: ToDoItem] = [:]
        var shown: [UUID: ToDoItem] = [:]
        /// The first version of an item that the server does not have, or the server's version before
        /// the local deletion: differences from it are local changes.
        var bases: [UUID: ToDoItem] = [:]
        var conflicts: [HistoryEnd.Lost] = []
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
            // The target item depends on the order, which the oracle does not predict.
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
        for id in Set(state.known.keys).union(state.shown.keys) {
            let known = state.known[id]
            let shown = state.shown[id]
            guard known != shown else { continue }
            let theirs = server[id]
            server[id] = merge(known, shown, theirs, &state, id)
            if server[id] == nil, let last = theirs ?? known { state.bases[id] = last }
        }
        state.known = server
        state.shown = server
        state.bases = state.bases.filter { server[$0.key] == nil }
        clients[client] = state
        return server
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
                state.conflicts.append(HistoryEnd.Lost(kind: .gone, item: shown))
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
        func pick<Value: Equatable>(
            _ member: ToDoItem.Member, _ value: (ToDoItem) -> Value
        ) -> Value {
            guard value(ours) != value(base) else { return value(theirs) }
            if value(theirs) != value(base), value(theirs) != value(ours) {
                overwritten.insert(member)
            }
            return value(ours)
        }
        let result = ToDoItem(
            id: ours.id, title: pick(.title, \.title),
            itemDescription: pick(.itemDescription, \.itemDescription),
            timestamp: pick(.timestamp, \.timestamp), location: pick(.location, \.location),
            done: pick(.done, \.done))
        if !overwritten.isEmpty {
            state.conflicts.append(HistoryEnd.Lost(kind: .overwrote(overwritten), item: theirs))
        }
        return result
    }
}

extension ToDoItem {
    /// Whether a deletion of the known version may not delete this one: a tick is no change, to open
    /// a done item again is one.
    fileprivate func isChange(of known: ToDoItem) -> Bool {
        guard done || !known.done else { return true }
        var known = known
        known.done = done
        return self != known
    }
}
