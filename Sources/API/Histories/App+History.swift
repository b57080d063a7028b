import HTTP
import Items

/// `GET /history`, `GET /items/{id}/history` and `GET /trash`.
extension App {
    func listHistory(
        _ kind: HistoryKind, of owner: Owner, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        let query = try HistoryListQuery(kind, of: owner, request)
        let conditions = try Conditions(request, epoch: owner.epoch)
        return perform(
            .revision(owner), request.handle, &response,
            HistoryReply(query: query, owner: owner, conditions: conditions, deferred: deferred))
    }
}

/// Answers 304, or asks for the page.
private struct HistoryReply: Reply {
    let query: HistoryListQuery
    let owner: Owner
    let conditions: Conditions
    let deferred: DeferredResponse

    func write(
        _ items: any ItemRows, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let revision = try app.stored { () throws(StorageFailure) in
            try items.revision(of: owner)
        }
        // A page of an unknown item is 404, whatever the client has.
        if query.kind.item == nil, try conditions.isNotModified(at: revision) {
            return app.writeNotModified(
                &response, RevisionETag(epoch: owner.epoch, revision: revision))
        }
        let (query, conditions, report) = (query, conditions, app.report)
        app.items.history(query.request) { [deferred] result in
            deferred.send { response in
                let answer = HistoryAnswer(query: query, conditions: conditions)
                do throws(Problem) {
                    try answer.write(result, to: &response)
                } catch {
                    if case .storage(let failure) = error { report(failure) }
                    response.startOver()
                    error.write(to: &response)
                }
            }
        }
        return .deferred
    }
}

/// The response with a page of a history.
private struct HistoryAnswer {
    /// A page ends early when it has this size.
    private static let mostBytes = 1 << 20

    let query: HistoryListQuery
    let conditions: Conditions

    func write(
        _ result: Result<HistoryPage?, StorageFailure>, to response: inout ResponseWriter
    ) throws(Problem) {
        let found: HistoryPage?
        do throws(StorageFailure) { found = try result.get() } catch { throw .storage(error) }
        guard let page = found else { throw .itemNotFound }
        let tag = RevisionETag(epoch: query.request.owner.epoch, revision: page.revision)
        let isNotModified = try conditions.isNotModified(at: page.revision)
        if isNotModified {
            response.start(.notModified)
            writeFields(tag, &response)
            return response.finish()
        }
        response.start(.ok)
        let next = write(page, to: &response.body)
        response.field("Content-Type", "application/json")
        if let next {
            response.field("Link") { query.writeNext(after: next, to: &$0) }
        }
        writeFields(tag, &response)
        response.finish()
    }

    private func writeFields(_ tag: RevisionETag, _ response: inout ResponseWriter) {
        response.field("ETag") { tag.writeQuoted(to: &$0) }
        response.field("Cache-Control", "private, no-cache")
    }

    /// Writes the elements as an array; returns where the next page begins.
    private func write(_ page: HistoryPage, to body: inout ByteWriter) -> HistoryPosition? {
        switch page.elements {
        case .writes(let writes):
            return array(writes, page.next, to: &body) {
                $1.append($0)
                return HistoryPosition(revision: $0.revision, shown: 1)
            }
        case .versions(let versions):
            return array(versions, page.next, to: &body) {
                $1.append($0)
                return HistoryPosition(revision: $0.revision, shown: 1)
            }
        case .trash(let items):
            return array(items, page.next, to: &body) {
                $1.append($0)
                return HistoryPosition(revision: $0.deletedIn, shown: $0.place)
            }
        }
    }

    /// `write` writes an element and returns the position behind it.
    private func array<Element>(
        _ elements: [Element], _ next: HistoryPosition?, to body: inout ByteWriter,
        _ write: (Element, inout ByteWriter) -> HistoryPosition
    ) -> HistoryPosition? {
        body.append("[")
        var end: HistoryPosition?
        for (index, element) in elements.enumerated() {
            guard body.count < Self.mostBytes else {
                body.append("]")
                return end
            }
            if index > 0 { body.append(",") }
            end = write(element, &body)
        }
        body.append("]")
        return next
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ write: LoggedWrite) {
        appendHead(write.revision, write.at, write.origin)
        append(",\"created\":")
        append(decimal: write.created)
        append(",\"changed\":")
        append(decimal: write.changed)
        append(",\"deleted\":")
        append(decimal: write.deleted)
        append(",\"items\":")
        appendJSON(array: write.items) { body, item in
            body.append("{\"id\":")
            body.appendJSON(uuid: item.id.high, low: item.id.low)
            body.append(",\"title\":")
            body.appendJSON(item.title)
            body.append(item.kind, item.members)
            body.append("}")
        }
        append("}")
    }

    fileprivate mutating func append(_ version: ItemVersion) {
        appendHead(version.revision, version.at, version.origin)
        append(version.kind, version.members)
        if let before = version.before {
            append(",\"before\":")
            before.withRow { appendPast($0) }
            append("}")
        }
        append("}")
    }

    fileprivate mutating func append(_ deleted: DeletedItem) {
        deleted.item.withRow { appendPast($0) }
        append(",\"deletedAt\":")
        appendJSON(deleted.deletedAt)
        append(",\"deletedIn\":")
        append(decimal: deleted.deletedIn)
        append("}")
    }

    private mutating func appendHead(_ revision: Int, _ at: Double, _ origin: WriteOrigin) {
        append("{\"revision\":")
        append(decimal: revision)
        append(",\"at\":")
        appendJSON(at)
        if let label = origin.label {
            append(",\"by\":")
            appendJSON(label)
        }
        if let undone = origin.undoes {
            append(",\"undoes\":")
            append(decimal: undone)
        }
    }

    private mutating func append(_ kind: WriteEffectKind, _ members: ItemContent.Members) {
        append(",\"kind\":\"")
        append(text: kind.rawValue)
        append("\"")
        guard kind == .changed else { return }
        append(",\"members\":")
        appendJSON(array: ItemMember.allCases.filter { members.contains($0) }) {
            $0.appendJSON($1.rawValue)
        }
    }
}
