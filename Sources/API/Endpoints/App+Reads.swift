import HTTP
import Items

/// `GET /items/{id}`.
extension App {
    func readItem(
        _ id: ItemID, of owner: Owner, _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let conditions = try Conditions(request, epoch: owner.epoch)
        return perform(
            .item(id, owner), request.handle, &response,
            ItemReply(id: id, owner: owner, conditions: conditions))
    }

    func writePrivateFields(_ response: inout ResponseWriter, _ tag: RevisionETag) {
        response.field("ETag") { tag.writeQuoted(to: &$0) }
        response.field("Cache-Control", "private, no-cache")
    }

    /// Writes 304, which has no content and no `Content-Type` (RFC 9110 §15.4.5).
    func writeNotModified(_ response: inout ResponseWriter, _ tag: RevisionETag) -> HandlerResult {
        response.start(.notModified)
        writePrivateFields(&response, tag)
        response.finish()
        return .written
    }
}

/// The item, or 304.
private struct ItemReply: Reply {
    let id: ItemID
    let owner: Owner
    let conditions: Conditions

    func write(
        _ items: any ItemRows, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        var revision = 0
        let isFound = try app.stored { () throws(StorageFailure) in
            try items.read(id, of: owner) { row in
                revision = row.fields.revision
                response.body.appendJSON(row)
            }
        }
        guard isFound else { throw .itemNotFound }
        let tag = RevisionETag(epoch: owner.epoch, revision: revision)
        if try conditions.isNotModified(at: revision) {
            return app.writeNotModified(&response, tag)
        }
        response.start(.ok)
        response.field("Content-Type", "application/json")
        app.writePrivateFields(&response, tag)
        response.finish()
        return .written
    }
}
