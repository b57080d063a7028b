import Foundation
import ToDoClient

extension ServerWorld {
    /// Responds to requests that need the token of an owner.
    func respondOwned(_ call: ServerCall, _ owner: inout Owner) throws -> ServerResponse {
        if let response = try respondHistory(call, &owner) { return response }
        switch (call.path.count, call.path.first, call.path.dropFirst().first) {
        case (1, "items", _): return try respondList(call, &owner)
        case (2, "items", "changes"):
            try check(call, ["GET"])
            try call.checkQuery(["since", "limit"])
            let since = try call.query["since"].map { text throws(Refusal) in
                try owner.revision(ofToken: text)
            }
            let limit = min(1_000, max(1, call.query["limit"].flatMap { Int($0) } ?? 500))
            return try ServerResponse(200, owner.page(since: since, limit: limit))
        case (2, "items", "batch"):
            try check(call, ["POST"])
            let operations: [BatchOperation] = try call.content()
            try checkCount(operations.count)
            return try write(&owner, 200) { draft throws(Refusal) in
                try draft.batch(operations, rules)
            }
        case (2, "items", let text?):
            guard let id = UUID(uuidString: text) else { throw Refusal.of("not-found", 404) }
            return try respondItem(id, call, &owner)
        case (1, "coordinates", _):
            try check(call, ["GET"])
            try call.checkQuery(["address"])
            guard let address = call.query["address"], !address.isEmpty else {
                throw Refusal.of("bad-parameter", 400)
            }
            guard let coordinate = addresses[address] else {
                throw Refusal.of("address-not-found", 404)
            }
            return try ServerResponse(200, coordinate)
        case (2, "undo", let text?):
            guard let revision = Int(text) else { throw Refusal.of("not-found", 404) }
            try check(call, ["POST"])
            let horizon = owner.horizon
            let before = owner.revision
            let ids = try owner.write { draft throws(Refusal) in
                try draft.undo(revision, horizon: horizon)
            }
            struct Undone: Encodable { let revision: Int, restored: [String] }
            return try ServerResponse(
                200, Undone(revision: owner.revision, restored: ids.map(\.text)),
                headers(owner, since: before))
        default:
            throw Refusal.of("not-found", 404)
        }
    }

    func check(_ call: ServerCall, _ methods: [String]) throws(Refusal) {
        guard methods.contains(call.method) else { throw .of("method-not-allowed", 405) }
    }

    private func checkCount(_ count: Int) throws(Refusal) {
        guard count <= 1_000 else {
            throw .invalid([
                ServerFault("", "has more than 1000 items, the most that are taken at once")
            ])
        }
    }

    /// Responds with the result of a write.
    func write(
        _ owner: inout Owner, _ status: Int,
        _ body: (inout Owner.Draft) throws(Refusal) -> some Encodable
    ) throws -> ServerResponse {
        let before = owner.revision
        let result = try owner.write(body)
        return try ServerResponse(status, result, headers(owner, since: before))
    }

    private func headers(_ owner: Owner, since before: Int) -> [String: String] {
        var headers = ["ToDo-Revision": owner.token]
        if owner.revision != before {
            headers["Link"] = "</undo/\(owner.revision)>; rel=\"undo\""
        }
        return headers
    }

    private func respondList(_ call: ServerCall, _ owner: inout Owner) throws -> ServerResponse {
        switch call.method {
        case "GET":
            let filter = try ListFilter(call, "sort")
            var items = owner.inOrder
            if let sort = call.query["sort"] {
                let orders = [ItemOrder.position, .reversePosition]
                guard let order = ItemOrder(rawValue: sort), orders.contains(order) else {
                    throw Refusal.of("bad-parameter", 400)
                }
                items.sort { a, b in
                    a.precedes(byPosition: b, reversed: order == .reversePosition)
                }
            }
            if call.header("If-None-Match") == owner.etag {
                return ServerResponse(304, headers: ["ETag": owner.etag])
            }
            return try ServerResponse(200, items.filter(filter.matches), ["ETag": owner.etag])
        case "POST":
            return try add(call, &owner)
        case "DELETE":
            let filter = try ListFilter(call)
            try checkList(call, owner)
            return try writeWithoutContent(&owner) { draft throws(Refusal) in
                for stored in draft.items.values where filter.matches(stored) {
                    draft.delete(stored.item.id)
                }
            }
        case "PATCH":
            let filter = try ListFilter(call)
            let patch: ItemBody = try call.content()
            try checkList(call, owner)
            struct Changed: Encodable { let changed: Int }
            return try write(&owner, 200) { draft throws(Refusal) in
                var count = 0
                for stored in draft.items.values where filter.matches(stored) {
                    let changed = try draft.patch(stored.item.id, patch, rules)
                    if changed != stored { count += 1 }
                }
                return Changed(changed: count)
            }
        default:
            throw Refusal.of("method-not-allowed", 405)
        }
    }

    private func writeWithoutContent(
        _ owner: inout Owner, _ body: (inout Owner.Draft) throws(Refusal) -> Void
    ) throws -> ServerResponse {
        let before = owner.revision
        try owner.write(body)
        return ServerResponse(204, headers: headers(owner, since: before))
    }

    private func checkList(_ call: ServerCall, _ owner: Owner) throws(Refusal) {
        if let tag = call.header("If-Match"), tag != "*", tag != owner.etag {
            throw .of("condition-failed", 412)
        }
    }

    private func add(_ call: ServerCall, _ owner: inout Owner) throws -> ServerResponse {
        try call.checkQuery(["onConflict"])
        let policy = call.query["onConflict"] ?? "refuse"
        guard ["refuse", "skip", "replace"].contains(policy) else {
            throw Refusal.of("bad-parameter", 400)
        }
        guard call.body?.first == UInt8(ascii: "[") else {
            let body: ItemBody = try call.content()
            let item = try body.item(id: nil, at: "", rules)
            var response = try write(&owner, 201) { draft throws(Refusal) in
                try draft.add([item], policy)[0]
            }
            response.headers["Location"] = "/items/\(item.id.text)"
            return response
        }
        let bodies: [ItemBody] = try call.content()
        try checkCount(bodies.count)
        var faults: [ServerFault] = []
        var items: [ToDoItem] = []
        for (index, body) in bodies.enumerated() {
            do throws(Refusal) {
                items.append(try body.item(id: nil, at: "/\(index)", rules))
            } catch {
                guard case .invalid(let some) = error else { throw error }
                faults += some
            }
        }
        var known: Set<UUID> = []
        for (index, item) in items.enumerated() where !known.insert(item.id).inserted {
            faults.append(
                ServerFault("/\(index)/id", "is the id of an earlier item in the same request"))
        }
        guard faults.isEmpty else { throw Refusal.invalid(faults) }
        return try write(&owner, 201) { draft throws(Refusal) in try draft.add(items, policy) }
    }

    private func respondItem(
        _ id: UUID, _ call: ServerCall, _ owner: inout Owner
    ) throws -> ServerResponse {
        let stored = owner.items[id]
        let tag = stored.map { "\"\(owner.epoch).\($0.revision)\"" }
        if let condition = call.header("If-Match"), condition != "*" || stored == nil,
            condition != tag, stored != nil || call.method == "PUT"
        {
            var problem = ProblemBody(type: "/problems/condition-failed", status: 412)
            problem.revision = stored?.revision
            throw Refusal.problem(problem)
        }
        switch call.method {
        case "GET":
            guard let stored, let tag else { throw Refusal.of("item-not-found", 404) }
            if call.header("If-None-Match") == tag {
                return ServerResponse(304, headers: ["ETag": tag])
            }
            return try ServerResponse(200, stored, ["ETag": tag])
        case "PUT":
            if call.header("If-None-Match") == "*", stored != nil {
                throw Refusal.of("condition-failed", 412)
            }
            let body: ItemBody = try call.content()
            guard body.id == nil || body.id == id else {
                throw Refusal.invalid([
                    ServerFault("/id", "must be the item's own id, or be left out")
                ])
            }
            let item = try body.item(id: id, at: "", rules, replaces: stored != nil)
            return try write(&owner, stored == nil ? 201 : 200) { draft in draft.write(item) }
        case "PATCH":
            try owner.write { draft throws(Refusal) in
                guard draft.items[id] != nil else { throw draft.missing(id, isDeletion: false) }
            }
            let patch: ItemBody = try call.content()
            var response = try write(&owner, 200) { draft throws(Refusal) in
                try draft.patch(id, patch, rules)
            }
            response.headers["ETag"] = owner.items[id].map { "\"\(owner.epoch).\($0.revision)\"" }
            return response
        case "DELETE":
            return try writeWithoutContent(&owner) { draft throws(Refusal) in
                guard draft.items[id] != nil else { throw draft.missing(id, isDeletion: true) }
                draft.delete(id)
            }
        default:
            throw Refusal.of("method-not-allowed", 405)
        }
    }
}

extension Owner.Draft {
    /// Adds items; the policy decides about existing ones.
    fileprivate mutating func add(
        _ items: [ToDoItem], _ policy: String
    ) throws(Refusal) -> [StoredItem] {
        let known = items.map(\.id).filter { self.items[$0] != nil }
        if policy == "refuse", !known.isEmpty {
            var problem = ProblemBody(type: "/problems/already-exists", status: 409)
            problem.items = known.map(\.text)
            throw .problem(problem)
        }
        var stored: [StoredItem] = []
        for item in items {
            if policy == "skip", let old = self.items[item.id] {
                stored.append(old)
            } else {
                stored.append(put(item))
            }
        }
        return stored
    }
}

/// The items that a query selects.
private struct ListFilter {
    private let query: [String: String]
    private let tags: Set<[UInt8]>

    init(_ call: ServerCall, _ others: String...) throws(Refusal) {
        try call.checkQuery(
            ["done", "q", "dueBefore", "dueAfter", "hasLocation", "tag"] + others)
        query = call.query
        let tags = query["tag"].map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard tags?.allSatisfy({ Tag.fault(of: $0) == nil }) ?? true,
            tags.map({ $0.count <= Tag.most }) ?? true
        else { throw .of("bad-parameter", 400) }
        self.tags = Set((tags ?? []).map(\.caseFolded))
        for name in ["done", "hasLocation"] {
            guard [nil, "true", "false"].contains(query[name]) else {
                throw .of("bad-parameter", 400)
            }
        }
        for name in ["dueBefore", "dueAfter"] {
            guard query[name].map({ Double($0) != nil }) ?? true else {
                throw .of("bad-parameter", 400)
            }
        }
    }

    func matches(_ stored: StoredItem) -> Bool {
        let item = stored.item
        if let done = query["done"], item.done != (done == "true") { return false }
        if let has = query["hasLocation"], (item.location != nil) != (has == "true") {
            return false
        }
        if let limit = query["dueBefore"].flatMap({ Double($0) }) {
            guard let time = item.timestamp, time < limit else { return false }
        }
        if let limit = query["dueAfter"].flatMap({ Double($0) }) {
            guard let time = item.timestamp, time > limit else { return false }
        }
        guard tags.isSubset(of: item.tags.map(\.caseFolded)) else { return false }
        let text = (item.title + "\n" + (item.itemDescription ?? "")).lowercased()
        return (query["q"] ?? "").lowercased().split(separator: " ").allSatisfy(text.contains)
    }
}
