import HTTP
import Items

/// The arguments of `find_items` with `deleted`.
struct TrashSearch: Sendable {
    var words: SearchWords?
    var limit = 50
    /// `nextCursor` of the page before. It is bound to the owner, so it is read by the call.
    var cursor: String?
}

extension BodyDecoder {
    /// Reads the arguments of `find_items` about deleted items; others are refused.
    mutating func trashSearch(_ value: borrowing JSONValue) -> TrashSearch {
        var search = TrashSearch()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "deleted": break
            case "text": search.words = words(value)
            case "limit": search.limit = whole(value, "limit", 1...ItemSearch.most) ?? search.limit
            case "cursor":
                search.cursor = value.string()
                if search.cursor == nil, !value.isNull { report(Self.notACursor, at: "cursor") }
            case "tag", "done", "dueFrom", "dueTo", "timeZone":
                guard !value.isNull else { continue }
                report(.wrongType(expected: "left out with `deleted`"), at: member.name.string())
            default: refuseUnknown(member)
            }
        }
        return search
    }
}

extension App {
    func findDeleted(
        _ search: TrashSearch, of owner: Owner, _ reply: ToolReply,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) -> HandlerResult {
        let query = HistoryQuery.trash(search.words)
        var position: HistoryPosition?
        if let cursor = search.cursor {
            position = HistoryPosition(cursor: cursor.utf8.span, of: query, owner.epoch)
            guard position != nil else {
                reply.refuse(
                    .invalid(
                        [Fault(pointer: "/cursor", reason: BodyDecoder.notACursor)], of: 1),
                    &response)
                return .written
            }
        }
        let request = HistoryRequest(query, of: owner, after: position, limit: search.limit)
        items.history(request) { result in
            deferred.send { response in
                do throws(StorageFailure) {
                    guard let page = try result.get(), case .trash(let items) = page.elements
                    else { preconditionFailure("a trash that is none") }
                    reply.write(items, page.next, of: request, to: &response)
                } catch {
                    reply.refuse(.storage(error), &response)
                }
            }
        }
        return .deferred
    }
}

extension ToolReply {
    /// Writes the complete response with deleted items.
    fileprivate func write(
        _ items: [DeletedItem], _ next: HistoryPosition?, of request: HistoryRequest,
        to response: inout ResponseWriter
    ) {
        let excerpts = items.map { ItemExcerpt($0.item) }
        let limit = SizeLimit(of: excerpts)
        var content = ByteWriter(capacity: 4_096)
        content.append("{\"items\":")
        content.appendJSON(array: Array(zip(items, excerpts))) { body, element in
            let (deleted, excerpt) = element
            body.append(excerpt, limit) {
                $0.append(",\"deletedAt\":\"")
                DueText.time(deleted.deletedAt).write(to: &$0)
                $0.append("\",\"deletedIn\":\"")
                $0.append(decimal: deleted.deletedIn)
                $0.append("\"")
            }
        }
        if let next {
            content.append(",\"nextCursor\":\"")
            next.writeCursor(of: request.query, request.owner.epoch, to: &content)
            content.append("\"")
        }
        content.append("}")
        write(content.span, to: &response)
    }
}
