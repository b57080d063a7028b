import Items

/// The operations of a batch: all are validated before any is performed.
///
///     {"op":"put","item":{"id":…,…},"ifRevision":…}      the id is required: a generated one would
///     {"op":"patch","id":…,"patch":{…},"ifRevision":…}   differ with each retry
///     {"op":"delete","id":…,"ifRevision":…}
extension BodyDecoder {
    private enum Operation: String {
        case put, patch, delete

        /// The required members in addition to `op`.
        var required: [String] {
            switch self {
            case .put: ["item"]
            case .patch: ["id", "patch"]
            case .delete: ["id"]
            }
        }
    }

    /// Decodes the steps of an array; nil if there is a fault.
    mutating func batch(_ value: borrowing JSONValue) -> [BatchStep]? {
        guard value.kind == .array else {
            report(.wrongType(expected: "an array"))
            return nil
        }
        guard value.count <= ItemRules.itemsPerRequest else {
            report(.tooManyItems)
            return nil
        }
        var steps: [BatchStep] = []
        var elements = value.elements
        var index = 0
        while let element = elements.next() {
            path.push(index)
            if let step = step(element) { steps.append(step) }
            path.pop()
            index += 1
        }
        return faults.isEmpty ? steps : nil
    }

    /// Decodes a step; the members of an unknown operation are validated as well.
    private mutating func step(_ value: borrowing JSONValue) -> BatchStep? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        let operation = operation(value)
        let id = operation == .put ? nil : stepID(value)
        var item: NewItem?
        var patch: ItemPatch?
        var ifRevision: Int?
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "op": break
            case "ifRevision": ifRevision = revision(value)
            case "id" where operation != .put: break
            case "item" where operation == .put || operation == nil:
                guard open(value, "item") else { continue }
                item = itemWithID(value)
                path.pop()
            case "patch" where operation == .patch || operation == nil:
                guard open(value, "patch") else { continue }
                patch = self.patch(value, for: id)
                path.pop()
            default: refuseUnknown(member)
            }
        }
        for name in operation?.required ?? [] where value.member(name)?.isNull ?? true {
            report(.missing, at: name)
        }
        switch (operation, id) {
        case (.put, _):
            return item.map { BatchStep(.put($0.id, $0.content), ifRevision: ifRevision) }
        case (.patch, let id?):
            return patch.map { BatchStep(.patch(id, $0), ifRevision: ifRevision) }
        case (.delete, let id?): return BatchStep(.delete(id), ifRevision: ifRevision)
        default: return nil
        }
    }

    private mutating func operation(_ value: borrowing JSONValue) -> Operation? {
        guard let op = value.member("op"), !op.isNull else {
            report(.missing, at: "op")
            return nil
        }
        let operation = op.string().flatMap { Operation(rawValue: $0) }
        if operation == nil { report(.wrongType(expected: "put, patch or delete"), at: "op") }
        return operation
    }

    /// Reads the id before the other members: a patch that precedes it must agree with it.
    private mutating func stepID(_ value: borrowing JSONValue) -> ItemID? {
        guard let id = value.member("id") else { return nil }
        return itemID(id)
    }

    private mutating func revision(_ value: borrowing JSONValue) -> Int? {
        guard !value.isNull else { return nil }
        guard let revision = value.int(), revision >= 0 else {
            report(.wrongType(expected: "a revision, a whole number"), at: "ifRevision")
            return nil
        }
        return revision
    }
}
