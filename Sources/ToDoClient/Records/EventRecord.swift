import Foundation

/// Events as records of the log: JSON objects whose first member names the kind of event.
///
/// The names are a part of the file's format: they stay when a type or a property is renamed.
extension Event {
    /// The record of the event.
    var record: Data {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return json.data
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .action(let action):
            json.name(action.kind.rawValue)
            json.edits(action.edits)
            json.optional("restored", action.restored) { $0.uuid($1) }
            if !action.replaced.isEmpty {
                json.name("replaced")
                json.array(action.replaced) { $0.conflict($1) }
            }
        case .requestStarted(let started):
            json.name("started")
            json.object { json in
                json.pendingRequest(
                    started.kind, key: started.key, body: started.body,
                    startedAt: started.startedAt)
                json.name("ids")
                json.array(started.ids) { $0.uuid($1) }
            }
        case .requestSucceeded(let success):
            json.name("succeeded")
            json.results(success.results)
            json.optional("revision", success.revision) { $0.int($1) }
            json.seed(success.seed)
        case .requestRefused(let refusal):
            json.name("refused")
            json.array(refusal.rejected.sorted { $0.key.key < $1.key.key }) { json, rejection in
                json.object { json in
                    json.name("id")
                    json.uuid(rejection.key)
                    json.name("problem")
                    json.problem(rejection.value)
                }
            }
            if refusal.isForRoom {
                json.name("room")
                json.bool(true)
            }
            json.seed(refusal.seed)
        case .phase(let phase):
            json.name("phase")
            json.string(phase.rawValue)
        case .page(let page):
            json.name("page")
            json.results(page.changes)
            json.name("token")
            json.string(page.token)
            json.name("more")
            json.bool(page.hasMore)
            json.seed(page.seed)
        case .expired:
            json.name("expired")
            json.bool(true)
        case .dismissed(let id):
            json.name("dismissed")
            json.uuid(id)
        case .checkpoint(let part):
            json.checkpointPart(part)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func seed(_ seed: Conflicts.Seed) {
        name("seed")
        uuid(seed.id)
        name("at")
        double(seed.time)
    }

    fileprivate mutating func checkpointPart(_ part: CheckpointPart) {
        switch part {
        case .start(let token, let nextNumber, let parts):
            name("checkpoint")
            int(parts)
            name("number")
            int(nextNumber)
            optional("token", token) { $0.string($1) }
        case .copy(let items):
            name("copy")
            array(items) { $0.stored($1) }
        case .queue(let edits):
            name("queue")
            self.edits(edits)
        case .pendingRequest(let pendingRequest):
            name("pending")
            object { json in
                json.pendingRequest(
                    pendingRequest.kind, key: pendingRequest.key, body: pendingRequest.body,
                    startedAt: pendingRequest.startedAt)
                json.name("phase")
                json.string(pendingRequest.phase.rawValue)
                json.name("edits")
                json.edits(pendingRequest.inOrder)
            }
        case .step(let step, let isRedo):
            name(isRedo ? "redoStep" : "undoStep")
            edits(step.edits)
            optional("conflict", step.conflict) { $0.conflict($1) }
        case .conflicts(let conflicts):
            name("conflicts")
            array(conflicts) { $0.conflict($1) }
        case .tombstones(let tombstones):
            name("tombstones")
            array(tombstones) { json, tombstone in
                json.object { json in
                    json.name("stored")
                    json.stored(tombstone.stored)
                    json.optional("deletedBy", tombstone.deletionRevision) { $0.int($1) }
                }
            }
        case .deletion(let revision, let ids):
            name("deletion")
            int(revision)
            name("ids")
            array(ids) { $0.uuid($1) }
        }
    }
}
