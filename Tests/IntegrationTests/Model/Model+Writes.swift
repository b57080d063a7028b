import APITestSupport
import TestSupport

extension Model {
    /// A condition of a request, with its header field.
    enum Condition: Equatable {
        case none
        case ifMatch([String])
        case ifMatchAny
        case ifNoneMatchAny

        var fields: [String: String] {
            switch self {
            case .none: [:]
            case .ifMatch(let tags): ["If-Match": tags.map { "\"\($0)\"" }.joined(separator: ", ")]
            case .ifMatchAny: ["If-Match": "*"]
            case .ifNoneMatchAny: ["If-None-Match": "*"]
            }
        }

        func holds(for tag: String?) -> Bool {
            switch self {
            case .none: true
            case .ifMatch(let tags): tag.map(tags.contains) ?? false
            case .ifMatchAny: tag != nil
            case .ifNoneMatchAny: tag == nil
            }
        }
    }

    /// `POST /items` with one item or an array of them.
    mutating func add(
        _ drafts: [[String: Node]], isArray: Bool, onConflict: String?
    ) -> Answer {
        write { model in
            guard drafts.allSatisfy({ model.isSettled(model.normal($0), nil) }) else {
                return .refused(422, "invalid")
            }
            let ids = drafts.compactMap { $0["id"]?.text }
            let known = ids.filter { model.items[$0] != nil }
            if onConflict == nil, !known.isEmpty {
                return .refused(409, "already-exists", ["items": .list(known.map(Node.text))])
            }
            let stored = drafts.map { draft -> Item in
                let id = draft["id"]?.text ?? ""
                if onConflict == "skip", let item = model.items[id] { return item }
                return model.store(id, draft.filter { $0.key != "id" }, completes: false)
            }
            let bodies = stored.map { Node.map($0.members) }
            var answer = Answer(status: 201, body: isArray ? .list(bodies) : bodies[0])
            if !isArray { answer.etag = model.tag(stored[0].revision) }
            return answer
        }
    }

    /// `PUT /items/{id}`.
    mutating func put(_ id: String, _ draft: [String: Node], _ condition: Condition) -> Answer {
        write { model in
            let before = model.items[id]
            guard model.canPut(draft, before) else { return .refused(422, "invalid") }
            guard condition.holds(for: before.map { model.tag($0.revision) }) else {
                return model.conditionFailed(before?.revision)
            }
            let item = model.store(id, draft)
            return Answer(status: before == nil ? 201 : 200, body: .map(item.members))
        }
    }

    /// `PATCH /items/{id}`.
    mutating func patch(_ id: String, _ patch: [String: Node], _ condition: Condition) -> Answer {
        write { model in
            guard let before = model.items[id] else { return .refused(404, "item-not-found") }
            guard let content = model.merged(before, patch) else { return .refused(422, "invalid") }
            guard condition.holds(for: model.tag(before.revision)) else {
                return model.conditionFailed(before.revision)
            }
            let item = model.store(id, content)
            return Answer(
                status: 200, body: .map(item.members), etag: model.tag(item.revision))
        }
    }

    /// `DELETE /items/{id}`.
    mutating func delete(_ id: String, _ condition: Condition) -> Answer {
        write { model in
            guard let before = model.items[id] else { return model.missing(id) }
            guard condition.holds(for: model.tag(before.revision)) else {
                return model.conditionFailed(before.revision)
            }
            model.set(id, nil)
            return Answer(status: 204)
        }
    }

    /// `DELETE /items`, with a filter.
    mutating func deleteAll(_ selects: (Item) -> Bool, _ condition: Condition) -> Answer {
        write { model in
            guard condition.holds(for: model.tag(model.currentRevision - 1)) else {
                return model.conditionFailed(model.currentRevision - 1)
            }
            for item in model.inOrder where selects(item) { model.set(item.id, nil) }
            return Answer(status: 204)
        }
    }

    /// `PATCH /items`, with a filter.
    mutating func patchAll(
        _ selects: (Item) -> Bool, _ patch: [String: Node], _ condition: Condition
    ) -> Answer {
        write { model in
            let selected = model.inOrder.filter(selects)
            let contents = selected.compactMap { model.merged($0, patch) }
            guard contents.count == selected.count else { return .refused(422, "invalid") }
            guard condition.holds(for: model.tag(model.currentRevision - 1)) else {
                return model.conditionFailed(model.currentRevision - 1)
            }
            for (item, content) in zip(selected, contents) { _ = model.store(item.id, content) }
            let changed = model.log[model.currentRevision].count - model.made
            return Answer(status: 200, body: .map(["changed": .number(Double(changed))]))
        }
    }

    /// `POST /undo/{revision}`.
    mutating func undo(_ revision: Int) -> Answer {
        guard revision >= 1, revision <= currentRevision else {
            return .refused(404, "revision-not-found")
        }
        return write { model in
            let changes = model.log[revision]
            let moved = changes.filter { model.items[$0.key]?.content != $0.value.after?.content }
            guard moved.isEmpty else {
                return .refused(
                    409, "changed-since", ["items": .list(moved.keys.sorted().map(Node.text))])
            }
            // An item whose state equals the earlier one is not changed. This includes an item that
            // was created and deleted by one write.
            let restored = changes.filter { id, change in
                model.items[id]?.lasting != change.before?.lasting
            }
            for (id, change) in restored { model.set(id, change.before) }
            let currentRevision =
                restored.isEmpty ? model.currentRevision - 1 : model.currentRevision
            return Answer(
                status: 200,
                body: .map([
                    "revision": .number(Double(currentRevision)),
                    "restored": .list(restored.keys.sorted().map(Node.text)),
                ]))
        }
    }

    func conditionFailed(_ revision: Int?) -> Answer {
        .refused(
            412, "condition-failed", revision.map { ["revision": .number(Double($0))] } ?? [:])
    }

    func missing(_ id: String) -> Answer {
        guard let grave = tombstones[id] else { return .refused(404, "item-not-found") }
        return .refused(410, "item-gone", ["revision": .number(Double(grave))])
    }

    /// Whether content can replace an item's content. If both are done, the rule is dropped.
    func canPut(_ draft: [String: Node], _ before: Item?) -> Bool {
        var content = normal(draft)
        if content["done"] == .bool(true), before?.isDone == true { content["repeat"] = nil }
        return isSettled(content, before)
    }

    /// An item's content after a merge patch (RFC 7396); nil if a required member is missing then,
    /// or if the due date and its rule are not consistent.
    func merged(_ item: Item, _ patch: [String: Node]) -> [String: Node]? {
        let merged = dated(merge(.map(item.content), .map(patch)).members, by: patch, item)
        guard isSettled(merged, item) else { return nil }
        if let location = merged["location"] {
            guard location["name"] != nil else { return nil }
            if let coordinate = location["coordinate"] {
                guard coordinate["latitude"] != nil, coordinate["longitude"] != nil else {
                    return nil
                }
            }
        }
        return merged
    }

    private func merge(_ value: Node, _ patch: Node) -> Node {
        guard case .map(let changes) = patch else { return patch }
        var members = value.members
        for (name, change) in changes {
            members[name] = change == .null ? nil : merge(members[name] ?? .null, change)
        }
        return .map(members)
    }
}

extension Model.Item {
    /// All members except those about its last change.
    fileprivate var lasting: Model.Item {
        var item = self
        item.members["revision"] = nil
        item.members["updatedAt"] = nil
        return item
    }
}
