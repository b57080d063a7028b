import Foundation
import ToDoClient

/// An operation of a batch.
struct BatchOperation: Decodable {
    let op: String
    let id: UUID?
    let item: ItemBody?
    let patch: ItemBody?
    let ifRevision: Int?
}

/// A result of a batch.
struct BatchResponse: Encodable {
    let id: String
    var item: StoredItem?
    var deleted: Bool?
}

extension Owner.Draft {
    /// Applies all operations, or refuses the first one that is not possible.
    mutating func batch(
        _ operations: [BatchOperation], _ rules: ServerRules
    ) throws(Refusal) -> [BatchResponse] {
        var faults: [ServerFault] = []
        for (index, operation) in operations.enumerated() {
            faults += operation.faults(at: "/\(index)", rules)
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        var results: [BatchResponse] = []
        for (index, operation) in operations.enumerated() {
            do {
                results.append(try perform(operation, rules))
            } catch .problem(var problem) {
                problem.pointer = "/\(index)"
                throw .problem(problem)
            } catch .invalid(let faults) {
                let member = operation.item == nil ? "patch" : "item"
                throw .invalid(
                    faults.map {
                        ServerFault("/\(index)/\(member)\($0.pointer)", $0.detail)
                    })
            }
        }
        return results
    }

    private mutating func perform(
        _ operation: BatchOperation, _ rules: ServerRules
    ) throws(Refusal) -> BatchResponse {
        if let body = operation.item {
            let isKnown = body.id.map { items[$0] != nil } ?? false
            let item = try body.item(id: nil, at: "", rules, replaces: isKnown)
            try check(operation.ifRevision, item.id)
            return BatchResponse(id: item.id.text, item: write(item))
        }
        guard let id = operation.id else { throw .of("item-not-found", 404) }
        if let patch = operation.patch {
            let item = try self.patch(id, patch, rules, ifRevision: operation.ifRevision)
            return BatchResponse(id: id.text, item: item)
        }
        guard items[id] != nil else { throw missing(id, isDeletion: true) }
        try check(operation.ifRevision, id)
        delete(id)
        return BatchResponse(id: id.text, deleted: true)
    }

    /// Changes an item. A fault of the content comes before the condition.
    mutating func patch(
        _ id: UUID, _ patch: ItemBody, _ rules: ServerRules, ifRevision: Int? = nil
    ) throws(Refusal) -> StoredItem {
        guard let old = items[id] else { throw missing(id, isDeletion: false) }
        let item = try patch.patched(old.item, at: "", rules)
        try check(ifRevision, id)
        return write(item)
    }

    /// The refusal of a write to a missing item.
    func missing(_ id: UUID, isDeletion: Bool) -> Refusal {
        guard isDeletion, let deletedBy = tombstones[id] else {
            return .of("item-not-found", 404)
        }
        var problem = ProblemBody(type: "/problems/item-gone", status: 410)
        problem.revision = deletedBy
        return .problem(problem)
    }

    /// Checks the condition against the state before the batch.
    private func check(_ expected: Int?, _ id: UUID) throws(Refusal) {
        guard let expected else { return }
        guard let stored = before[id] else { throw missing(id, isDeletion: false) }
        guard stored.revision != expected else { return }
        var problem = ProblemBody(type: "/problems/condition-failed", status: 412)
        problem.revision = stored.revision
        throw .problem(problem)
    }
}

extension BatchOperation {
    fileprivate func faults(at path: String, _ rules: ServerRules) -> [ServerFault] {
        switch (op, item, patch) {
        case ("put", let body?, nil):
            do throws(Refusal) {
                _ = try body.item(id: nil, at: path + "/item", rules, replaces: true)
            } catch {
                if case .invalid(let faults) = error { return faults }
            }
            return []
        case ("patch", nil, let patch?):
            return patch.patchFaults(at: path + "/patch", id: id, rules) + missingID(at: path)
        case ("delete", nil, nil):
            return missingID(at: path)
        default:
            return [ServerFault(path + "/op", "must be put, patch or delete")]
        }
    }

    private func missingID(at path: String) -> [ServerFault] {
        id == nil ? [ServerFault(path + "/id", "is required")] : []
    }
}
