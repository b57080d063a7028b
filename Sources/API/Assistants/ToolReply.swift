import HTTP
import Items

/// The result of a call, for a model: the items that were found, the effect of a write, or the
/// faults of the arguments.
///
///     "content":[{"type":"text","text":"<the same JSON>"}],"structuredContent":{…},"isError":false
///
/// Created on the lane, carried by a write, written on the lane.
struct ToolReply: Sendable {
    let reply: MCPReply
    let tool: Tool
    let report: @Sendable (StorageFailure) -> Void

    /// Writes the complete response with the items that were found.
    func write(_ found: FoundItems, to response: inout ResponseWriter) {
        var content = ByteWriter(capacity: 4_096)
        content.append("{\"items\":")
        content.append(found.items, SizeLimit(of: found.items))
        if found.extent.hasMore {
            content.append(",\"nextCursor\":\"")
            found.extent.last.writeCursor(of: found.search.query, to: &content)
            content.append("\"")
        }
        content.append("}")
        write(content.span, to: &response)
    }

    func write(_ outcome: Result<WriteOutcome, WriteFailure>, to response: inout ResponseWriter) {
        switch outcome {
        case .success(let outcome):
            if case .replayed(let stored) = outcome.result {
                return write(stored.content.span, to: &response)
            }
            let content = content(outcome)
            write(content.span, to: &response)
        case .failure(let failure):
            refuse(Problem(failure, isArray: tool == .addItems), isOfWrite: true, &response)
        }
    }

    /// Makes a write that happens once for its key.
    ///
    /// The key stands for the items, in whatever spelling: the body also has the request's id.
    func once(_ write: ItemWrite, _ key: String?) -> IdempotentRequest? {
        guard let key, case .add(let items, _) = write.action else { return nil }
        var canonical = ByteWriter(capacity: 1_024)
        for item in items {
            canonical.appendJSON(
                ToDoItem(
                    id: ItemID(high: 0, low: 0), sequence: 0, content: item.content, now: 0,
                    revision: 0))
        }
        return IdempotentRequest(
            key: IdempotencyKey(key, method: "POST", target: "/mcp"),
            fingerprint: SHA256.digest(canonical.span).bytes
        ) { outcome in
            StoredResponse(
                status: Status.ok.rawValue, head: [],
                content: [UInt8](copying: content(outcome)))
        }
    }

    /// The structured content of the result of a write.
    private func content(_ outcome: WriteOutcome) -> ByteWriter {
        var items: [ItemExcerpt] = []
        var ids: [ItemID] = []
        switch outcome.result {
        case .added(let added): items = added.map { ItemExcerpt($0) }
        case .batch(let results):
            for result in results {
                switch result {
                case .item(let item): items.append(ItemExcerpt(item))
                case .deleted(let id): ids.append(id)
                }
            }
        case .undone(let restored): ids = Array(restored.prefix(Self.mostIDs))
        case .put, .patched, .patchedAll, .deleted, .replayed, .imported:
            preconditionFailure("a write that no tool makes")
        }
        let following = outcome.following.map { ItemExcerpt($0) }
        let limit = SizeLimit(of: items + following)
        var content = ByteWriter(capacity: 4_096)
        content.append("{")
        if outcome.changed {
            content.append("\"revision\":\"")
            content.append(decimal: outcome.revision)
            content.append("\",")
        }
        switch tool {
        case .deleteItems, .undo:
            content.append(tool == .undo ? "\"restored\":" : "\"deleted\":")
            content.appendJSON(array: ids) { $0.appendJSON(uuid: $1.high, low: $1.low) }
        case .findItems, .addItems, .changeItems, .completeItems:
            content.append("\"items\":")
            content.append(items, limit)
            if !following.isEmpty {
                content.append(",\"next\":")
                content.append(following, limit)
            }
        }
        if outcome.changed {
            content.append(",\"undo\":\"call undo with revision ")
            content.append(decimal: outcome.revision)
            content.append("\"")
        }
        content.append("}")
        return content
    }

    /// The most ids that an undo names; other clients can delete more than assistants can.
    private static let mostIDs = 1_000

    func write(_ content: Span<UInt8>, to response: inout ResponseWriter) {
        reply.writeResult(to: &response) { body in
            body.append("\"content\":[{\"type\":\"text\",\"text\":")
            body.appendJSON(string: content)
            body.append("}],\"structuredContent\":")
            body.append(content)
            body.append(",\"isError\":false")
        }
    }
}

extension ToolReply {
    /// Writes the complete response to a call that was refused or failed; nothing was changed.
    ///
    /// If the outcome of a call is unknown, there is no truthful response. If the account was
    /// removed, the client needs another token, which is not up to its model.
    func refuse(
        _ problem: Problem, isOfWrite: Bool = false, _ response: inout ResponseWriter
    ) {
        response.startOver()
        if case .storage(let failure) = problem { report(failure) }
        switch problem {
        case .storage(.outcomeUnknown), .unauthorized: return problem.write(to: &response)
        default: break
        }
        var text = ByteWriter(capacity: 512)
        text.append("{\"title\":\"")
        text.append(problem.kind.entry.title)
        text.append("\",\"detail\":")
        text.appendJSON(problem.detailOfTool)
        let faults = isOfWrite ? problem.faults(in: tool) : problem.ownFaults
        if !faults.isEmpty {
            text.append(",\"errors\":")
            text.appendJSON(array: faults) { body, fault in
                body.append("{\"pointer\":")
                body.appendJSON(fault.pointer)
                body.append(",\"detail\":")
                body.appendJSON(fault.detail)
                body.append("}")
            }
        }
        if case .changedSince(let ids) = problem {
            text.append(",\"items\":")
            text.appendJSON(array: Array(ids.prefix(Self.mostIDs))) {
                $0.appendJSON(uuid: $1.high, low: $1.low)
            }
        }
        text.append("}")
        reply.writeResult(to: &response) { body in
            body.append("\"content\":[{\"type\":\"text\",\"text\":")
            body.appendJSON(string: text.span)
            body.append("}],\"isError\":true")
        }
    }
}

/// Problems in the words of the tools.
extension Problem {
    fileprivate typealias ToolFault = (pointer: String, detail: String)

    /// The faults of the arguments themselves, whose pointers are already right.
    fileprivate var ownFaults: [ToolFault] {
        guard case .invalid(let faults, of: _) = self else { return [] }
        return faults.map { ($0.pointerOfTool, $0.detailOfTool) }
    }

    /// The faults that a write has found, with pointers into the arguments.
    fileprivate func faults(in tool: Tool) -> [ToolFault] {
        let list = "/" + tool.subject
        switch self {
        case .atStep(let step, .invalid(let faults, of: _)):
            let prefix = "/\(step)/patch"
            return faults.map {
                let pointer = $0.pointerOfTool
                let member = pointer.hasPrefix(prefix) ? pointer.dropFirst(prefix.count) : ""
                return ("\(list)/\(step)\(member)", $0.detailOfTool)
            }
        case .atStep(let step, let problem): return [("\(list)/\(step)", problem.detailOfTool)]
        case .invalid(let faults, of: _):
            return faults.map { (list + $0.pointerOfTool, $0.detailOfTool) }
        case .keyReused, .keyInUse, .answerNotKept: return [("/key", detailOfTool)]
        case .noSuchRevision, .undoExpired, .changedSince: return [(list, detailOfTool)]
        default: return []
        }
    }

    fileprivate var detailOfTool: String {
        switch self {
        case .invalid(_, of: 1): "One argument is wrong."
        case .invalid(let faults, let count) where faults.count < count:
            "\(count) arguments are wrong; errors has the first \(faults.count)."
        case .invalid(_, let count): "\(count) arguments are wrong."
        case .atStep(_, let problem): problem.detailOfTool
        case .conditionFailed(let revision?):
            "The item was changed since: its revision is \"\(revision)\"."
        case .keyReused: "This key was used for other items."
        case .keyInUse: "The first call with this key is still running."
        case .answerNotKept: "The call with this key was done, but its result is no longer stored."
        case .readOnlyToken: "This token is read-only: only find_items works with it."
        default: detail
        }
    }
}

extension Fault {
    /// The pointer with the name that the tools have for a member: the rules of writing know the name
    /// on the wire.
    fileprivate var pointerOfTool: String {
        let start = pointer.lastIndex(of: "/").map(pointer.index(after:)) ?? pointer.startIndex
        guard let name = ItemMember(rawValue: String(pointer[start...]))?.toolName else {
            return pointer
        }
        return String(pointer[..<start]) + name
    }

    fileprivate var detailOfTool: String {
        switch reason {
        case .dueDate(.repeatsWithoutDueDate), .dueDate(.remindsWithoutDueDate):
            "needs a due date: `due`"
        default: detail
        }
    }
}
