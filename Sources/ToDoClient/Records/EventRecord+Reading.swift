import Foundation

extension Event {
    /// Reads a record. Throws if it is not one of an event.
    init(record: Data) throws {
        var json = JSONReader(record)
        var parts = RecordParts()
        try json.object { json, name in try parts.read(name, &json) }
        try json.end()
        guard let event = try parts.event() else { throw json.malformed }
        self = event
    }
}

/// The members of a record.
private struct RecordParts {
    private var kind = ""
    private var edits: [Edit] = []
    private var results: [(id: UUID, stored: ServerItem?)] = []
    private var rejected: [UUID: Problem] = [:]
    private var request = PendingRequestParts()
    private var conflicts: [Conflict] = []
    private var tombstones: [Tombstone] = []
    private var ids: [UUID] = []
    private var id: UUID?
    private var seedID: UUID?
    private var time = 0.0
    private var conflict: Conflict?
    private var token: String?
    private var phase: PendingRequest.Phase?
    private var hasMore: Bool?
    private var isForRoom = false
    private var number: Int?
    private var revision: Int?

    mutating func read(_ name: String, _ json: inout JSONReader) throws {
        switch name {
        // The kinds of records.
        case "write", "move", "undo", "redo", "queue", "undoStep", "redoStep":
            kind = name
            edits = try json.edits()
        case "succeeded", "page":
            kind = name
            results = try json.results()
        case "copy":
            kind = name
            results = try json.array { json in
                let stored = try json.stored()
                return (stored.item.id, stored)
            }
        case "started", "pending":
            kind = name
            request = try PendingRequestParts(&json)
        case "refused":
            kind = name
            rejected = try Self.rejected(&json)
        case "phase":
            kind = name
            phase = PendingRequest.Phase(rawValue: try json.string())
        case "expired":
            kind = name
            _ = try json.bool()
        case "dismissed":
            kind = name
            id = try json.uuid()
        case "checkpoint", "deletion":
            kind = name
            revision = try json.int()
        case "conflicts":
            kind = name
            conflicts = try json.array { try $0.conflict() }
        case "tombstones":
            kind = name
            tombstones = try json.array { try Self.tombstone(&$0) }
        // Further members of some kinds.
        case "restored": id = try json.uuid()
        case "revision": revision = try json.int()
        case "number": number = try json.int()
        case "seed": seedID = try json.uuid()
        case "at": time = try json.double()
        case "conflict": conflict = try json.conflict()
        case "replaced": conflicts = try json.array { try $0.conflict() }
        case "token": token = try json.string()
        case "more": hasMore = try json.bool()
        case "room": isForRoom = try json.bool()
        case "ids": ids = try json.array { try $0.uuid() }
        default: _ = try json.value()
        }
    }

    private static func rejected(_ json: inout JSONReader) throws -> [UUID: Problem] {
        var all: [UUID: Problem] = [:]
        _ = try json.array { json in
            var id: UUID?
            var problem: Problem?
            try json.object { json, name in
                switch name {
                case "id": id = try json.uuid()
                case "problem": problem = try json.problem()
                default: _ = try json.value()
                }
            }
            guard let id, let problem else { throw json.malformed }
            all[id] = problem
        }
        return all
    }

    private static func tombstone(_ json: inout JSONReader) throws -> Tombstone {
        var stored: ServerItem?
        var deletionRevision: Int?
        try json.object { json, name in
            switch name {
            case "stored": stored = try json.stored()
            case "deletedBy": deletionRevision = try json.int()
            default: _ = try json.value()
            }
        }
        guard let stored else { throw json.malformed }
        return Tombstone(stored: stored, deletionRevision: deletionRevision)
    }

    func event() throws -> Event? {
        switch kind {
        case "write", "move", "undo", "redo":
            return Event.Action.Kind(rawValue: kind).map {
                .action(
                    Event.Action(kind: $0, edits: edits, restored: id, replaced: conflicts))
            }
        case "started": return request.started.map(Event.requestStarted)
        case "succeeded":
            return seed.map {
                .requestSucceeded(
                    Event.RequestSucceeded(results: results, revision: revision, seed: $0))
            }
        case "refused":
            return seed.map {
                .requestRefused(
                    Event.RequestRefused(rejected: rejected, isForRoom: isForRoom, seed: $0))
            }
        case "phase": return phase.map(Event.phase)
        case "page":
            guard let seed, let token, let hasMore else { return nil }
            return .page(
                Event.Page(changes: results, token: token, hasMore: hasMore, seed: seed))
        case "expired": return .expired
        case "dismissed": return id.map(Event.dismissed)
        default: return checkpointPart.map(Event.checkpoint)
        }
    }

    private var seed: Conflicts.Seed? { seedID.map { Conflicts.Seed(id: $0, time: time) } }

    private var checkpointPart: CheckpointPart? {
        switch kind {
        case "checkpoint":
            guard let number, let revision else { return nil }
            return .start(token: token, nextNumber: number, parts: revision)
        case "copy": return .copy(results.compactMap(\.stored))
        case "queue": return .queue(edits)
        case "pending": return request.pending.map(CheckpointPart.pendingRequest)
        case "undoStep", "redoStep":
            return .step(Step(edits: edits, conflict: conflict), isRedo: kind == "redoStep")
        case "conflicts": return .conflicts(conflicts)
        case "tombstones": return .tombstones(tombstones)
        case "deletion": return revision.map { .deletion(revision: $0, ids: ids) }
        default: return nil
        }
    }
}

/// The members of a request in a record.
private struct PendingRequestParts {
    private var kind: PendingRequest.Kind?
    private var key: String?
    private var body = Data()
    private var startedAt: Double?
    private var phase: PendingRequest.Phase?
    private var ids: [UUID] = []
    private var edits: [Edit] = []

    init() {}

    init(_ json: inout JSONReader) throws {
        var parts = PendingRequestParts()
        try json.object { json, name in
            switch name {
            case "kind": parts.kind = try json.requestKind()
            case "key": parts.key = try json.string()
            case "at": parts.startedAt = try json.double()
            case "body": parts.body = Data(try json.value())
            case "phase": parts.phase = PendingRequest.Phase(rawValue: try json.string())
            case "ids": parts.ids = try json.array { try $0.uuid() }
            case "edits": parts.edits = try json.edits()
            default: _ = try json.value()
            }
        }
        self = parts
    }

    var started: Event.RequestStarted? {
        guard let kind, let key, let startedAt else { return nil }
        return Event.RequestStarted(
            kind: kind, key: key, body: body, startedAt: startedAt, ids: ids)
    }

    var pending: PendingRequest? {
        guard let kind, let key, let startedAt, let phase else { return nil }
        return PendingRequest(
            kind: kind, key: key, body: body, startedAt: startedAt, phase: phase,
            ids: edits.map(\.id),
            edits: Dictionary(edits.map { ($0.id, $0) }) { first, _ in first })
    }
}
