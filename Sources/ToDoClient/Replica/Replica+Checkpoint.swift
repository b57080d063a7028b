import Foundation

extension Replica {
    /// The number of elements in a part of a rewritten log.
    private static let elementsPerPart = 500

    mutating func apply(_ part: CheckpointPart) -> AffectedItems {
        switch part {
        case .start(let token, let nextNumber, _):
            self = Replica()
            self.token = token
            self.nextNumber = nextNumber
        case .copy(let items):
            for stored in items { copy[stored.item.id] = stored }
        case .queue(let edits):
            for edit in edits { queue.set(edit) }
        case .pendingRequest(let pendingRequest):
            self.pendingRequest = pendingRequest
        case .step(let step, let isRedo):
            if isRedo { redo.append(step) } else { undo.append(step) }
            if undo.count > Self.undoSteps { undo.removeFirst() }
            return .some([])
        case .conflicts(let conflicts):
            self.conflicts = conflicts
        case .tombstones(let tombstones):
            for tombstone in tombstones { self.tombstones[tombstone.stored.item.id] = tombstone }
        case .deletion(let revision, let ids):
            deletions[revision] = Set(ids)
        }
        return .all
    }

    /// The events that lead to this state; nil while there is a partial copy.
    mutating func checkpointEvents() -> [Event]? {
        guard partialCopy == nil else { return nil }
        let deletedIDs = Set((undo + redo).flatMap(\.edits).map(\.id))
        tombstones = tombstones.filter { deletedIDs.contains($0.key) || queue[$0.key] != nil }
        var parts: [CheckpointPart] = []
        for items in Self.parts(copy.values.sorted { $0.item.id.key < $1.item.id.key }) {
            parts.append(.copy(items))
        }
        for edits in Self.parts(Array(queue.inOrder)) { parts.append(.queue(edits)) }
        if let pendingRequest { parts.append(.pendingRequest(pendingRequest)) }
        for step in undo { parts.append(.step(step, isRedo: false)) }
        for step in redo { parts.append(.step(step, isRedo: true)) }
        if !conflicts.isEmpty { parts.append(.conflicts(conflicts)) }
        for part in Self.parts(Array(tombstones.values)) { parts.append(.tombstones(part)) }
        for (revision, ids) in deletions {
            parts.append(.deletion(revision: revision, ids: Array(ids)))
        }
        let start = CheckpointPart.start(token: token, nextNumber: nextNumber, parts: parts.count)
        return ([start] + parts).map(Event.checkpoint)
    }

    private static func parts<Element>(_ elements: [Element]) -> [[Element]] {
        stride(from: 0, to: elements.count, by: elementsPerPart).map { start in
            Array(elements[start..<min(elements.count, start + elementsPerPart)])
        }
    }
}
