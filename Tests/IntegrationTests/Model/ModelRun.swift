import APITestSupport
import FoundationEssentials
import Items
import StorageTestSupport
import TestSupport

/// Executes operations on a server and on the model, and compares their responses.
final class ModelRun {
    /// A difference between the server and the model.
    struct Mismatch: Error {
        /// The index of the first differing operation.
        let index: Int
        let text: String
        /// The requests so far.
        let requests: [String]
    }

    private let client: StoredClient
    private let time = ManualClock()
    private var model: Model
    private var requests: [String] = []

    /// Runs a sequence against a new server of a kind; nil if server and model agree to the end.
    static func mismatch(_ operations: [Operation], on kind: ItemWorld.Kind) throws -> Mismatch? {
        let run = try ModelRun(kind)
        for (index, operation) in operations.enumerated() {
            if let text = try run.difference(operation) {
                return Mismatch(index: index, text: text, requests: run.requests)
            }
        }
        return nil
    }

    /// A failing sequence from which no part can be removed without making it pass.
    static func shrunk(_ operations: [Operation], on kind: ItemWorld.Kind) throws -> [Operation] {
        var operations = operations
        var size = operations.count / 2
        while size > 0 {
            var start = 0
            while start < operations.count {
                var fewer = operations
                fewer.removeSubrange(start..<min(start + size, operations.count))
                if let mismatch = try mismatch(fewer, on: kind) {
                    operations = Array(fewer.prefix(mismatch.index + 1))
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return operations
    }

    private init(_ kind: ItemWorld.Kind) throws {
        client = try StoredClient(kind, clock: time.clock)
        model = Model(epoch: client.owner.epoch)
    }

    private func send(
        _ method: String, _ target: String, _ fields: [String: String] = [:], _ body: Node? = nil
    ) -> TestResponse {
        var fields = fields
        var line = "curl -si -X \(method)"
        let text = body.map(\.json)
        if text != nil { fields["Content-Type"] = "application/json" }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            line += " -H '\(name): \(value)'"
        }
        if let text { line += " -d '\(text)'" }
        requests.append(line + " 'http://127.0.0.1:8080\(target)'")
        return client.send(method, target, fields, body: text)
    }

    /// The difference after an operation; nil if there is none.
    private func difference(_ operation: Operation) throws -> String? {
        switch operation {
        case .wait(let seconds):
            time.advance(by: seconds)
            model.now += seconds
            return nil
        case .add(let drafts, let isArray, let onConflict):
            let query = onConflict.map { "?onConflict=\($0)" } ?? ""
            let nodes = drafts.map { Node.map($0) }
            return compare(
                send("POST", "/items" + query, [:], isArray ? .list(nodes) : nodes[0]),
                model.add(drafts, isArray: isArray, onConflict: onConflict))
        case .addOnce(let key, let drafts):
            let body = Node.list(drafts.map { .map($0) })
            return compare(
                send("POST", "/items", ["Idempotency-Key": "\"key \(key)\""], body),
                model.once("key \(key)", body.json) {
                    $0.add(drafts, isArray: true, onConflict: nil)
                })
        case .put(let id, let draft, let condition):
            let condition = written(condition, model.items[id]?.revision)
            return compare(
                send("PUT", "/items/" + id, condition.fields, .map(draft)),
                model.put(id, draft, condition))
        case .patch(let id, let patch, let condition):
            let condition = written(condition, model.items[id]?.revision)
            return compare(
                send("PATCH", "/items/" + id, condition.fields, .map(patch)),
                model.patch(id, patch, condition))
        case .delete(let id, let condition):
            let condition = written(condition, model.items[id]?.revision)
            return compare(
                send("DELETE", "/items/" + id, condition.fields), model.delete(id, condition))
        case .deleteAll(let filter, let condition):
            let condition = written(condition, model.currentRevision)
            return compare(
                send("DELETE", "/items?" + filter.query, condition.fields),
                model.deleteAll(filter.selects, condition))
        case .patchAll(let filter, let patch, let condition):
            let condition = written(condition, model.currentRevision)
            return compare(
                send("PATCH", "/items?" + filter.query, condition.fields, .map(patch)),
                model.patchAll(filter.selects, patch, condition))
        case .undo(let back):
            let revision = model.currentRevision - back
            // A negative number is not a revision, so there is no such path.
            guard revision >= 0 else { return nil }
            return compare(send("POST", "/undo/\(revision)"), model.undo(revision))
        case .batch(var steps, let staleFrom):
            for index in steps.indices {
                let revision = model.items[steps[index].id]?.revision
                steps[index].ifRevision = index == staleFrom ? (revision ?? 0) + 1 : revision
            }
            return compare(
                send("POST", "/items/batch", [:], .list(steps.map(\.node))), model.batch(steps))
        case .read(let id): return compare(send("GET", "/items/" + id), model.read(id))
        case .list(let filter, let sort, let limit):
            return try differenceInPages(filter, sort, limit)
        case .changes(let back, let limit): return try differenceInChanges(back, limit)
        }
    }

    private func written(_ condition: Operation.Guard, _ revision: Int?) -> Model.Condition {
        switch condition {
        case .none: .none
        case .any: .ifMatchAny
        case .absent: .ifNoneMatchAny
        case .current: .ifMatch(["other.1", model.tag(revision ?? 0)])
        case .stale: .ifMatch([model.tag((revision ?? 0) + 1), "other.\(revision ?? 1)"])
        }
    }

    private func differenceInPages(
        _ filter: ListFilter, _ sort: String?, _ limit: Int?
    ) throws
        -> String?
    {
        var parts = [filter.query, sort.map { "sort=\($0)" }, limit.map { "limit=\($0)" }]
            .compactMap { $0 }.filter { !$0.isEmpty }
        if parts.isEmpty { parts = [""] }
        var target: String? = "/items?" + parts.joined(separator: "&")
        let expected = model.list(filter.selects, sort: sort)
        var found: [Node] = []
        while let page = target {
            let response = send("GET", page)
            guard response.status == 200 else { return compare(response, expected) }
            let items = response.json.elements
            if let limit, items.count > limit {
                return "\(items.count) items in a page of \(limit)"
            }
            if response["ETag"] != "\"\(model.tag(model.currentRevision))\"" {
                return "\(response)"
            }
            found += items
            guard found.count <= expected.body?.elements.count ?? 0 else { break }
            target = response["Link"].flatMap(next)
        }
        return found == expected.body?.elements
            ? nil : "the pages hold \(Node.list(found).json), not \(expected.body?.json ?? "")"
    }

    private func next(_ link: String) -> String? {
        link.firstMatch(of: /<([^>]*)>; rel="next"/).map { String($0.output.1) }
    }

    private func differenceInChanges(_ back: Int?, _ limit: Int) throws -> String? {
        let since = back.map { max(0, model.currentRevision - $0) }
        let expected = model.changes(since: since)
        var token = since.map(model.tag)
        var found: [Node] = []
        while true {
            let query = (token.map { "since=\($0)&" } ?? "") + "limit=\(limit)"
            let response = send("GET", "/items/changes?" + query)
            guard response.status == 200 else { return "\(response)" }
            let page = response.json
            let changes = page["changes"]?.elements ?? []
            found += changes
            token = page["token"]?.text
            guard page["more"] == .bool(true), found.count <= expected.count else { break }
            guard !changes.isEmpty else { return "an empty page says that there is more" }
        }
        guard token == model.tag(model.currentRevision) else {
            return "the last token is \(token ?? "none")"
        }
        let revisions = found.map { $0["revision"]?.number ?? 0 }
        guard since == nil || revisions == revisions.sorted() else {
            return "the changes are not in the order of revisions: \(Node.list(found).json)"
        }
        return (since == nil ? found : Model.byRevision(found)) == expected
            ? nil : "the changes are \(Node.list(found).json), not \(Node.list(expected).json)"
    }

    private func compare(_ response: TestResponse, _ expected: Model.Answer) -> String? {
        let body = response.body.isEmpty ? nil : response.json
        var answer = Model.Answer(status: response.status, body: body)
        if let type = body?["type"]?.text {
            answer.problem = String(type.dropFirst("/problems/".count))
            let foreseen = expected.body?.members ?? [:]
            let own: Set = ["items", "revision", "pointer"]
            answer.body = .map((body?.members ?? [:]).filter { own.contains($0.key) })
            if foreseen["items"] != nil, case .list(let ids)? = answer.body?["items"] {
                answer.body = answer.body?.replacing("items", ids.sorted { $0.json < $1.json })
            }
        }
        if let restored = body?["restored"]?.elements {
            answer.body = body?.replacing("restored", restored.sorted { $0.json < $1.json })
        }
        answer.etag = response["ETag"].map { String($0.dropFirst().dropLast()) }
        answer.revision = response["ToDo-Revision"].flatMap { text in
            text.split(separator: ".").last.flatMap { Int($0) }
        }
        answer.undo = response["Link"].flatMap {
            $0.firstMatch(of: /<\/undo\/(\d+)>; rel="undo"/).flatMap { Int($0.output.1) }
        }
        var expected = expected
        if expected.body == nil, response.body.isEmpty { answer.body = nil }
        if let ids = expected.body?["items"]?.elements {
            expected.body = expected.body?.replacing("items", ids.sorted { $0.json < $1.json })
        }
        return answer == expected
            ? nil : "the answer is\n\(response)\nbut was to be\n\(expected.summary)"
    }
}

extension Model.Answer {
    fileprivate var summary: String {
        let facts = [
            ("problem", problem), ("ETag", etag), ("revision", revision.map { "\($0)" }),
            ("undo", undo.map { "\($0)" }),
        ]
        let known = facts.compactMap { name, fact in fact.map { "\(name) \($0)" } }
        return "\(status) " + known.joined(separator: ", ") + "\n" + (body?.json ?? "no content")
    }
}

extension Model {
    /// Executes a write under a key, or returns its stored response.
    fileprivate mutating func once(
        _ key: String, _ body: String, _ write: (inout Model) -> Answer
    ) -> Answer {
        if let known = kept[key] {
            return known.body == body ? known.answer : .refused(422, "idempotency-key-reused")
        }
        let answer = write(&self)
        if answer.status < 300 { kept[key] = (body, answer) }
        return answer
    }
}

extension Node {
    fileprivate func replacing(_ name: String, _ elements: [Node]) -> Node {
        var members = members
        members[name] = .list(elements)
        return .map(members)
    }
}
