import HTTP
import Items

/// `GET /items`.
extension App {
    /// Answers with a page or the complete list: at once if it is short, otherwise by a stream.
    func listItems(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        let reply = ListReply(
            query: try ListQuery(request), owner: owner,
            conditions: try Conditions(request, epoch: owner.epoch),
            target: ListTarget(request.listTarget), deferred: deferred)
        let cached = listCache.find(request.listTarget, of: owner)
        // The revision alone may decide.
        guard cached != nil || reply.conditions.ifNoneMatch != nil else {
            return perform(reply.read, request.handle, &response, reply)
        }
        return perform(
            .revision(owner), request.handle, &response,
            KnownListReply(list: reply, cached: cached))
    }

    fileprivate func writeHead(_ response: inout ResponseWriter, _ tag: RevisionETag) {
        response.startParts(.ok)
        response.field("Content-Type", "application/json")
        writePrivateFields(&response, tag)
        response.finishHead()
    }

    /// Completes the response of a page whose items are in the body.
    fileprivate func writePage(
        _ page: ListPage, of list: ListReply, at revision: Int, _ response: inout ResponseWriter
    ) {
        response.start(.ok)
        page.finish(&response.body)
        response.field("Content-Type", "application/json")
        let extent = page.extent
        if extent.hasMore {
            response.field("Link") {
                list.query.writeNext(limit: extent.limit, after: extent.last, to: &$0)
            }
        }
        writePrivateFields(&response, RevisionETag(epoch: list.owner.epoch, revision: revision))
        listCache.insert(
            list.target.bytes, of: list.owner, at: revision, fields: response.fieldLines,
            content: response.body.span)
        response.finish()
    }
}

/// The reply for a list that is in the cache or that the client has, if the revision is still the
/// same.
///
/// The revision is read in the transaction in which the items would be read, so a response
/// contains every write committed before it, by any process.
private struct KnownListReply: Reply {
    let list: ListReply
    let cached: CachedListResponse?

    func write(
        _ items: any ItemRows, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let owner = list.owner
        let revision = try app.stored { () throws(StorageFailure) in
            try items.revision(of: owner)
        }
        if try list.conditions.isNotModified(at: revision) {
            return app.writeNotModified(
                &response, RevisionETag(epoch: owner.epoch, revision: revision))
        }
        guard let cached, cached.revision == revision else {
            return app.perform(list.read, list.deferred.handle, &response, list)
        }
        let (fields, content) = (cached.fields, cached.content)
        response.start(.ok)
        response.fieldLines(fields.span)
        response.finish(with: content.span)
        return .written
    }
}

private struct ListReply: Reply {
    let query: ListQuery
    let owner: Owner
    let conditions: Conditions
    /// The path and query as they were sent: the key of the cached response.
    let target: ListTarget
    let deferred: DeferredResponse

    /// The page without items.
    private var page: ListPage { ListPage(limit: query.limit, in: query.items.sort) }

    var read: ItemRead {
        .list(query.items, owner, after: query.position, limit: page.extent.limit + 1)
    }

    func write(
        _ items: any ItemRows, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        var page = page
        var notModified: Result<Bool, Problem> = .success(false)
        var revision = 0
        let isRead = try app.stored { () throws(StorageFailure) in
            try items.list(
                query.items, of: owner, after: query.position, limit: page.extent.limit + 1,
                begin: { now in
                    revision = now
                    notModified = Result { () throws(Problem) in
                        try conditions.isNotModified(at: now)
                    }
                    return notModified == .success(false)
                },
                { row in page.add(row, to: &response.body) })
        }
        if try notModified.get() {
            return app.writeNotModified(
                &response, RevisionETag(epoch: owner.epoch, revision: revision))
        }
        if query.limit == nil, !isRead || page.extent.hasMore {
            return try stream(app, at: revision, &response)
        }
        guard isRead else { return try search(app, &response) }
        app.writePage(page, of: self, at: revision, &response)
        return .written
    }

    private func stream(
        _ app: App, at revision: Int, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        response.startOver()
        // HEAD needs no content, and snapshots are limited.
        guard !response.context.isHead else {
            app.writeHead(&response, RevisionETag(epoch: owner.epoch, revision: revision))
            return .written
        }
        return .stream(
            ListStream(
                try app.snapshot(query.items, of: owner, after: nil, limit: nil, deferred),
                of: owner, app))
    }

    /// Looks for the items of a page in several turns.
    private func search(
        _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        response.startOver()
        let snapshot = try app.snapshot(
            query.items, of: owner, after: query.position, limit: page.extent.limit + 1, deferred)
        return .stream(
            PageStream(snapshot, page) { page, revision, response in
                app.writePage(page, of: self, at: revision, &response)
            } refuse: { problem, response in
                _ = app.refuse(problem, &response)
            })
    }
}

/// A complete list, streamed from a snapshot in chunks.
private final class ListStream: ResponseStream {
    /// A chunk ends with the item that reaches this size; one item can be 400 KB of JSON.
    private static let chunkBytes = 16_384
    private static let itemsPerChunk = 128

    private let app: App
    private let owner: Owner
    private let snapshot: any ItemSnapshot
    private var items = ItemArray()
    private var hasHead = false

    init(_ snapshot: any ItemSnapshot, of owner: Owner, _ app: App) {
        self.snapshot = snapshot
        self.owner = owner
        self.app = app
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        do throws(StorageFailure) {
            if !hasHead {
                guard let revision = try snapshot.revision else { return .wait }
                app.writeHead(&response, RevisionETag(epoch: owner.epoch, revision: revision))
                hasHead = true
            }
            let step = try snapshot.next(Self.itemsPerChunk) { row in
                items.add(row, to: &response.body)
                return response.body.count < Self.chunkBytes
            }
            switch step {
            case .more: return .more
            case .wait: return .wait
            case .end:
                items.finish(&response.body)
                return .end
            }
        } catch {
            if !hasHead {
                _ = app.refuse(.storage(error), &response)
                return .end
            }
            app.report(error)
            return .failed
        }
    }
}
