import TestSupport

extension Model {
    /// One operation of a batch.
    struct Step: Equatable {
        enum Kind: String, CaseIterable {
            case put
            case patch
            case delete
        }

        var kind: Kind
        var id: String
        var content: [String: Node]
        var ifRevision: Int?

        var node: Node {
            var members: [String: Node] = ["op": .text(kind.rawValue)]
            switch kind {
            case .put: members["item"] = .map(content.merging(["id": .text(id)]) { $1 })
            case .patch:
                members["id"] = .text(id)
                members["patch"] = .map(content)
            case .delete: members["id"] = .text(id)
            }
            members["ifRevision"] = ifRevision.map { .number(Double($0)) }
            return .map(members)
        }
    }

    /// `POST /items/batch`.
    mutating func batch(_ steps: [Step]) -> Answer {
        let before = items
        return write { model in
            var results: [Node] = []
            for (number, step) in steps.enumerated() {
                var next = model
                var answer = next.perform(step)
                let isCurrent = step.ifRevision.map { $0 == before[step.id]?.revision } ?? true
                if answer.status < 300, !isCurrent {
                    answer = model.conditionFailed(before[step.id]?.revision)
                } else {
                    model = next
                }
                guard answer.status < 300 else {
                    if case .map(let members)? = answer.body {
                        answer.body = .map(members.merging(["pointer": .text("/\(number)")]) { $1 })
                    }
                    return answer
                }
                results.append(answer.body ?? .null)
            }
            return Answer(status: 200, body: .list(results))
        }
    }

    private mutating func perform(_ step: Step) -> Answer {
        switch step.kind {
        case .put:
            guard canPut(step.content, items[step.id]) else { return .refused(422, "invalid") }
            let item = store(step.id, step.content)
            return done(step.id, ["item": .map(item.members)])
        case .patch:
            guard let known = items[step.id] else { return .refused(404, "item-not-found") }
            guard let content = merged(known, step.content) else { return .refused(422, "invalid") }
            return done(step.id, ["item": .map(store(step.id, content).members)])
        case .delete:
            // An item that this batch itself deleted has no tombstone of an earlier write.
            guard items[step.id] != nil else {
                return tombstones[step.id] == currentRevision
                    ? .refused(404, "item-not-found") : missing(step.id)
            }
            set(step.id, nil)
            return done(step.id, ["deleted": .bool(true)])
        }
    }

    private func done(_ id: String, _ members: [String: Node]) -> Answer {
        Answer(status: 200, body: .map(members.merging(["id": .text(id)]) { $1 }))
    }
}
