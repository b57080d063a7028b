import Foundation

/// Events as records of the log: JSON objects with one member, which names the kind of event.
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
        case .takeOff(let takeOff):
            json.name("takeOff")
            json.object { json in
                json.flight(
                    takeOff.kind, key: takeOff.key, body: takeOff.body,
                    takenOffAt: takeOff.takenOffAt)
                json.name("ids")
                json.array(takeOff.ids) { $0.uuid($1) }
            }
        case .landed(let landing):
            json.name("landed")
            json.results(landing.results)
            json.optional("revision", landing.revision) { $0.int($1) }
            json.name("seed")
            json.uuid(landing.seed)
        case .returned(let back):
            json.name("returned")
            json.array(back.setAside.sorted { $0.key.key < $1.key.key }) { json, aside in
                json.object { json in
                    json.name("id")
                    json.uuid(aside.key)
                    json.name("problem")
                    json.problem(aside.value)
                }
            }
            json.name("seed")
            json.uuid(back.seed)
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
            json.name("seed")
            json.uuid(page.seed)
        case .expired:
            json.name("expired")
            json.bool(true)
        case .dismissed(let id):
            json.name("dismissed")
            json.uuid(id)
        case .base(let base):
            json.base(base)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func base(_ base: Base) {
        switch base {
        case .start(let token, let nextNumber, let parts):
            name("base")
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
        case .flight(let flight):
            name("flight")
            object { json in
                json.flight(
                    flight.kind, key: flight.key, body: flight.body,
                    takenOffAt: flight.takenOffAt)
                json.name("phase")
                json.string(flight.phase.rawValue)
                json.name("edits")
                json.edits(flight.inOrder)
            }
        case .step(let edits, let isRedo):
            name(isRedo ? "redoStep" : "undoStep")
            self.edits(edits)
        case .conflicts(let conflicts):
            name("conflicts")
            array(conflicts) { $0.conflict($1) }
        case .graves(let graves):
            name("graves")
            array(graves) { json, grave in
                json.object { json in
                    json.name("stored")
                    json.stored(grave.stored)
                    json.optional("deletedBy", grave.deletedBy) { $0.int($1) }
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
