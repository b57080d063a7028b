import HTTP
import Items

/// `GET /items/{id}`, and the lists: `GET /items` and `GET /screens/list`.
extension App {
    func readItem(
        _ id: ItemID, of owner: Owner, _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        var revision = 0
        let isFound = try stored { () throws(StorageFailure) in
            try items.read(id, of: owner) { row in
                revision = row.fields.revision
                response.body.appendJSON(row)
            }
        }
        guard isFound else { throw .itemNotFound }
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let tag = RevisionETag(epoch: owner.epoch, revision: revision)
        // A 304 has no content and no `Content-Type` (RFC 9110 §15.4.5).
        if try tag.isNotModified(for: request, &scratch) {
            response.start(.notModified)
        } else {
            response.start(.ok)
            response.field("Content-Type", "application/json")
        }
        writePrivateFields(&response, tag)
        response.finish()
        return .written
    }

    func listItems(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        if try writeCachedList(of: owner, request, &response) { return .written }
        return try list(
            try ListQuery(request), of: owner, as: ItemArray(), request, &response, deferred)
    }

    func listScreen(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        if try writeCachedList(of: owner, request, &response) { return .written }
        try refuseParameters(request)
        return try list(ListQuery(), of: owner, as: ListScreen(), request, &response, deferred)
    }

    /// Answers with a page or the complete list: at once if it is short, otherwise from a snapshot.
    private func list<Encoding: ListEncoding>(
        _ query: ListQuery, of owner: Owner, as encoding: Encoding,
        _ request: borrowing Request, _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        if try writeNotModified(of: owner, request, &response) { return .written }
        var page = ListPage(limit: query.limit, in: query.items.sort, as: encoding)
        var notModified: Result<Bool, Problem> = .success(false)
        var revision = 0
        let isRead = try stored { () throws(StorageFailure) in
            try items.list(
                query.items, of: owner, after: query.position, limit: page.limit + 1,
                begin: { now in
                    revision = now
                    notModified = check(RevisionETag(epoch: owner.epoch, revision: now), request)
                    return notModified == .success(false)
                },
                { row in page.add(row, to: &response.body) })
        }
        let isNotModified = try notModified.get()
        let tag = RevisionETag(epoch: owner.epoch, revision: revision)
        guard isNotModified || query.limit != nil || isRead && !page.hasMore else {
            return try stream(query.items, of: owner, revision, as: encoding, request, &response)
        }
        guard isNotModified || isRead else {
            return try search(query, of: owner, as: encoding, request, &response, deferred)
        }
        if isNotModified {
            response.start(.notModified)
            writePrivateFields(&response, tag)
            response.finish()
        } else {
            writePage(page, of: query, tag, &response)
            listCache.insert(
                request.listTarget, of: owner, at: revision, fields: response.fieldLines,
                content: response.body.span)
            response.finish()
        }
        return .written
    }

    /// Writes 304 if the client has the current list; false if it does not, or sent no condition.
    ///
    /// A remote read returns a list together with its revision, so the revision is read first.
    private func writeNotModified(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> Bool {
        guard reads != nil, request.value(.ifNoneMatch) != nil else { return false }
        let revision = try stored { () throws(StorageFailure) in try items.revision(of: owner) }
        let tag = RevisionETag(epoch: owner.epoch, revision: revision)
        guard try tag.isNotModified(for: request, &scratch) else { return false }
        response.start(.notModified)
        writePrivateFields(&response, tag)
        response.finish()
        return true
    }

    /// Completes the response of a page whose items are in the body already, except `finish`.
    func writePage<Encoding: ListEncoding>(
        _ page: ListPage<Encoding>, of query: ListQuery, _ tag: RevisionETag,
        _ response: inout ResponseWriter
    ) {
        response.start(.ok)
        page.finish(&response.body)
        response.field("Content-Type", "application/json")
        if page.hasMore {
            response.field("Link") {
                query.writeNext(limit: page.limit, after: page.last, to: &$0)
            }
        }
        writePrivateFields(&response, tag)
    }

    func check(_ tag: RevisionETag, _ request: borrowing Request) -> Result<Bool, Problem> {
        do throws(Problem) {
            return .success(try tag.isNotModified(for: request, &scratch))
        } catch {
            return .failure(error)
        }
    }

    private func stream<Encoding: ListEncoding>(
        _ query: ItemQuery, of owner: Owner, _ revision: Int, as encoding: Encoding,
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        // HEAD needs no content, and snapshots are limited.
        guard !response.context.isHead else {
            beginStream(RevisionETag(epoch: owner.epoch, revision: revision), &response)
            return .written
        }
        let snapshot = try stored { () throws(StorageFailure) in
            try items.snapshot(query, of: owner, after: nil, limit: nil)
        }
        beginStream(
            RevisionETag(epoch: owner.epoch, revision: snapshot.revision), &response)
        return .stream(
            ItemListStream(
                snapshot, as: encoding,
                StreamReads(reads, of: request.handle, report: report)))
    }

    private func beginStream(_ tag: RevisionETag, _ response: inout ResponseWriter) {
        response.startParts(.ok)
        response.field("Content-Type", "application/json")
        writePrivateFields(&response, tag)
        response.finishHead()
    }

    func writePrivateFields(_ response: inout ResponseWriter, _ tag: RevisionETag) {
        response.field("ETag") { tag.writeQuoted(to: &$0) }
        response.field("Cache-Control", "private, no-cache")
    }

    /// Maps a storage failure of `work` to a problem.
    func stored<Value>(
        _ work: () throws(StorageFailure) -> Value
    ) throws(Problem) -> Value {
        do throws(StorageFailure) {
            return try work()
        } catch {
            throw .storage(error)
        }
    }
}
