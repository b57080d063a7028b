import HTTP
import Items

/// `GET /items/changes`, as pages and as server-sent events.
extension App {
    func readChanges(
        of caller: Caller, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let bytes = request.bytes
        let json = request.head.quality(of: "application", "json", in: bytes)
        let events = request.head.quality(of: "text", "event-stream", in: bytes)
        response.vary(.accept)
        try checkBodyAndAccept(request, isAcceptable: max(json, events) > 0)
        // EventSource accepts events alone; `*/*` gets JSON.
        if events > json { return try streamChanges(of: caller, request, &response, deferred) }
        return try pageOfChanges(of: caller.owner, request, &response)
    }

    private func pageOfChanges(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let query = try ChangesQuery(request, epoch: owner.epoch)
        guard query.since != .otherEpoch else { throw .tokenExpired }
        var since: ChangePosition?
        if case .position(let position)? = query.since { since = position }
        let reply = ChangesReply(
            owner: owner, since: since, limit: query.limit ?? ChangesReply.defaultLimit,
            conditions: try Conditions(request, epoch: owner.epoch))
        return perform(
            .changes(owner, since: since, limit: reply.limit), request.handle, &response, reply)
    }

    private func streamChanges(
        of caller: Caller, _ request: borrowing Request, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let owner = caller.owner
        let query = try ChangesQuery(live: request, epoch: owner.epoch)
        let conditions = try Conditions(request, epoch: owner.epoch)
        // Read before the head is written, so that a storage failure is a problem and not an
        // aborted stream.
        return perform(.knownRevision(owner), request.handle, &response) {
            [self] items, response throws(Problem) in
            let revision = try stored { () throws(StorageFailure) in
                try items.revision(of: owner)
            }
            // A stream is never 304; only the errors of the conditions apply.
            _ = try conditions.isNotModified(at: revision)
            let position: ChangePosition? =
                switch query.since {
                case nil: .beginning(at: revision)
                case .position(let position): position
                case .otherEpoch: nil
                }
            response.startParts(.ok)
            response.field("Content-Type", "text/event-stream")
            response.field("Cache-Control", "private, no-cache")
            // nginx buffers responses unless this field disables it.
            response.field("X-Accel-Buffering", "no")
            response.finishHead()
            if response.context.isHead { return .written }
            return .stream(ChangeStream(self, of: caller, from: position, deferred.handle))
        }
    }
}

/// A page of changes, or 304.
private struct ChangesReply: Reply {
    /// The most changes of a page without `limit`.
    static let defaultLimit = 500
    private static let maximumBytes = 1 << 20

    let owner: Owner
    let since: ChangePosition?
    let limit: Int
    let conditions: Conditions

    func write(
        _ items: any ItemRows, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        var revision = 0
        var changes = ByteWriter(capacity: 4_096)
        var notModified: Result<Bool, Problem> = .success(false)
        let position = try app.stored { () throws(StorageFailure) in
            try items.changes(
                of: owner, since: since, limit: limit,
                begin: { now in
                    revision = now
                    notModified = Result { () throws(Problem) in
                        try conditions.isNotModified(at: now)
                    }
                    return notModified == .success(false)
                },
                { change, _ in
                    guard changes.count < Self.maximumBytes else { return false }
                    if changes.count > 0 { changes.append(",") }
                    changes.appendJSON(change)
                    return true
                })
        }
        guard let position else { throw .tokenExpired }
        let tag = RevisionETag(epoch: owner.epoch, revision: revision)
        if try notModified.get() { return app.writeNotModified(&response, tag) }
        response.start(.ok)
        response.field("Content-Type", "application/json")
        write(ChangePage(position: position, revision: revision), changes, to: &response.body)
        app.writePrivateFields(&response, tag)
        response.finish()
        return .written
    }

    private func write(
        _ page: ChangePage, _ changes: borrowing ByteWriter, to body: inout ByteWriter
    ) {
        body.append("{\"token\":\"")
        ChangeToken(epoch: owner.epoch, position: page.position).write(to: &body)
        body.append("\",\"more\":")
        body.appendJSON(page.hasMore)
        body.append(",\"changes\":[")
        body.append(changes)
        body.append("]}")
    }
}
