import Foundation

extension JSONWriter {
    mutating func edit(_ edit: Edit) {
        object { json in
            json.name("id")
            json.uuid(edit.id)
            json.optional("before", edit.before) { $0.item($1) }
            json.optional("after", edit.after) { $0.item($1) }
            json.name("number")
            json.int(edit.number)
            json.optional("origin", edit.origin) { json, origin in
                json.origin(origin)
            }
        }
    }

    private mutating func origin(_ origin: Origin) {
        object { json in
            json.name("shared")
            json.bool(origin.isShared)
            json.optional("base", origin.base) { $0.item($1) }
            json.optional("createdAt", origin.createdAt) { $0.double($1) }
            json.optional("undoes", origin.undoes) { $0.int($1) }
        }
    }

    mutating func edits(_ edits: [Edit]) {
        array(edits) { $0.edit($1) }
    }

    mutating func pendingRequest(
        _ kind: PendingRequest.Kind, key: String, body: Data, startedAt: Double
    ) {
        name("kind")
        switch kind {
        case .batch: string("batch")
        case .share: string("share")
        case .undo(let revision): int(revision)
        }
        name("key")
        string(key)
        name("at")
        double(startedAt)
        if !body.isEmpty {
            name("body")
            value(body)
        }
    }

    /// Results of the server; deleted items have only their id.
    mutating func results(_ results: [(id: UUID, stored: ServerItem?)]) {
        array(results) { json, result in
            if let stored = result.stored {
                json.stored(stored)
            } else {
                json.uuid(result.id)
            }
        }
    }

    mutating func conflict(_ conflict: Conflict) {
        object { json in
            json.name("id")
            json.uuid(conflict.id)
            json.name("lost")
            json.item(conflict.lost)
            json.optional("replacement", conflict.replacement) { $0.item($1) }
            json.name("at")
            json.double(conflict.date.timeIntervalSince1970)
            switch conflict.kind {
            case .overwrote(let members):
                json.name("overwrote")
                json.array(members.map(\.rawValue).sorted()) { $0.string($1) }
            case .revived:
                json.name("revived")
                json.bool(true)
            case .kept:
                json.name("kept")
                json.bool(true)
            case .gone:
                json.name("gone")
                json.bool(true)
            case .refused(let problem):
                json.name("refused")
                json.problem(problem)
            }
        }
    }

    mutating func problem(_ problem: Problem) {
        // Its members are texts and finite numbers, which cannot fail to be encoded.
        value((try? JSONEncoder().encode(problem)) ?? Data("null".utf8))
    }
}

extension JSONReader {
    mutating func edit() throws -> Edit {
        var id: UUID?
        var before: ToDoItem?
        var after: ToDoItem?
        var number: Int?
        var origin: Origin?
        try object { json, name in
            switch name {
            case "id": id = try json.uuid()
            case "before": before = try json.item()
            case "after": after = try json.item()
            case "number": number = try json.int()
            case "origin": origin = try json.origin()
            default: _ = try json.value()
            }
        }
        guard let id, let number else { throw malformed }
        return Edit(id: id, before: before, after: after, number: number, origin: origin)
    }

    private mutating func origin() throws -> Origin {
        var isShared: Bool?
        var base: ToDoItem?
        var createdAt: Double?
        var undoes: Int?
        try object { json, name in
            switch name {
            case "shared": isShared = try json.bool()
            case "base": base = try json.item()
            case "createdAt": createdAt = try json.double()
            case "undoes": undoes = try json.int()
            default: _ = try json.value()
            }
        }
        guard let isShared else { throw malformed }
        return Origin(isShared: isShared, base: base, createdAt: createdAt, undoes: undoes)
    }

    mutating func edits() throws -> [Edit] {
        try array { try $0.edit() }
    }

    mutating func requestKind() throws -> PendingRequest.Kind {
        guard isAtString else { return .undo(revision: try int()) }
        switch try string() {
        case "batch": return .batch
        case "share": return .share
        default: throw malformed
        }
    }

    mutating func results() throws -> [(id: UUID, stored: ServerItem?)] {
        try array { json in
            if json.isAtString { return (try json.uuid(), nil) }
            let stored = try json.stored()
            return (stored.item.id, stored)
        }
    }

    mutating func conflict() throws -> Conflict {
        var id: UUID?
        var lost: ToDoItem?
        var replacement: ToDoItem?
        var time = 0.0
        var kind: Conflict.Kind?
        try object { json, name in
            switch name {
            case "id": id = try json.uuid()
            case "lost": lost = try json.item()
            case "replacement": replacement = try json.item()
            case "at": time = try json.double()
            case "overwrote":
                let members = try json.array { json in try json.member() }
                kind = .overwrote(Set(members))
            case "revived":
                _ = try json.bool()
                kind = .revived
            case "kept":
                _ = try json.bool()
                kind = .kept
            case "gone":
                _ = try json.bool()
                kind = .gone
            case "refused": kind = .refused(try json.problem())
            default: _ = try json.value()
            }
        }
        guard let id, let lost, let kind else { throw malformed }
        return Conflict(
            id: id, kind: kind, lost: lost, replacement: replacement,
            date: Date(timeIntervalSince1970: time))
    }

    private mutating func member() throws -> ToDoItem.Member {
        guard let member = ToDoItem.Member(rawValue: try string()) else { throw malformed }
        return member
    }

    mutating func problem() throws -> Problem {
        try JSONDecoder.decode(Problem.self, from: Data(try value()))
    }
}
