import Foundation

extension Replica {
    /// The number of elements in a part of a rewritten log.
    private static let elementsPerPart = 500

    mutating func apply(_ base: Base) -> Touched {
        switch base {
        case .start(let token, let nextNumber, _):
            self = Replica()
            self.token = token
            self.nextNumber = nextNumber
        case .copy(let items):
            for stored in items { copy[stored.item.id] = stored }
        case .queue(let edits):
            for edit in edits { queue.set(edit) }
        case .flight(let flight):
            self.flight = flight
        case .step(let edits, let isRedo):
            if isRedo { redo.append(edits) } else { undo.append(edits) }
        case .conflicts(let conflicts):
            self.conflicts = conflicts
        case .graves(let graves):
            for grave in graves { self.graves[grave.stored.item.id] = grave }
        case .deletion(let revision, let ids):
            deletions[revision] = Set(ids)
        }
        return .all
    }

    /// The events that lead to this state; nil while pages are read aside.
    mutating func baseEvents() -> [Event]? {
        guard aside == nil else { return nil }
        let deletedIDs = Set((undo + redo).joined().map(\.id))
        graves = graves.filter { deletedIDs.contains($0.key) || queue[$0.key] != nil }
        var parts: [Base] = []
        for items in Self.parts(copy.values.sorted { $0.item.id.key < $1.item.id.key }) {
            parts.append(.copy(items))
        }
        for edits in Self.parts(Array(queue.inOrder)) { parts.append(.queue(edits)) }
        if let flight { parts.append(.flight(flight)) }
        for step in undo { parts.append(.step(step, isRedo: false)) }
        for step in redo { parts.append(.step(step, isRedo: true)) }
        if !conflicts.isEmpty { parts.append(.conflicts(conflicts)) }
        for part in Self.parts(Array(graves.values)) { parts.append(.graves(part)) }
        for (revision, ids) in deletions {
            parts.append(.deletion(revision: revision, ids: Array(ids)))
        }
        let start = Base.start(token: token, nextNumber: nextNumber, parts: parts.count)
        return ([start] + parts).map(Event.base)
    }

    private static func parts<Element>(_ elements: [Element]) -> [[Element]] {
        stride(from: 0, to: elements.count, by: elementsPerPart).map { start in
            Array(elements[start..<min(elements.count, start + elementsPerPart)])
        }
    }
}
