import HTTP
import Items

/// `GET /items/changes`, as pages and as server-sent events.
extension App {
    /// The most changes of a page without `limit`.
    private static let defaultLimit = 500
    private static let maximumBytes = 1 << 20

    func readChanges(
        of caller: Caller, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let bytes = request.bytes
        let json = request.head.quality(of: "application", "json", in: bytes)
        let events = request.head.quality(of: "text", "event-stream", in: bytes)
        response.vary(.accept)
        try checkBodyAndAccept(request, isAcceptable: max(json, events) > 0)
        // EventSource accepts events alone; `*/*` gets JSON.
        if events > json { return try streamChanges(of: caller, request, &response) }
        return try pageOfChanges(of: caller.owner, request, &response)
    }

    private func pageOfChanges(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let query = try ChangesQuery(request, epoch: owner.epoch)
        guard query.since != .otherEpoch else { throw .tokenExpired }
        let limit = query.limit ?? Self.defaultLimit
        var since: ChangePosition?
        if case .position(let position)? = query.since { since = position }
        var revision = 0
        var changes = ByteWriter(capacity: 4_096)
        var notModified: Result<Bool, Problem> = .success(false)
        let position = try stored { () throws(StorageFailure) in
            try items.changes(
                of: owner, since: since, limit: limit,
                begin: { now in
                    revision = now
                    notModified = check(RevisionETag(epoch: owner.epoch, revision: now), request)
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
        let isNotModified = try notModified.get()
        response.start(isNotModified ? .notModified : .ok)
        if !isNotModified {
            response.field("Content-Type", "application/json")
            let page = ChangePage(position: position, revision: revision)
            write(page, of: owner, changes, to: &response.body)
        }
        writePrivateFields(&response, RevisionETag(epoch: owner.epoch, revision: revision))
        response.finish()
        return .written
    }

    private func write(
        _ page: ChangePage, of owner: Owner, _ changes: borrowing ByteWriter,
        to body: inout ByteWriter
    ) {
        body.append("{\"token\":\"")
        ChangeToken(epoch: owner.epoch, position: page.position).write(to: &body)
        body.append("\",\"more\":")
        body.appendJSON(page.hasMore)
        body.append(",\"changes\":[")
        body.append(changes)
        body.append("]}")
    }

    private func streamChanges(
        of caller: Caller, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let owner = caller.owner
        let query = try ChangesQuery(live: request, epoch: owner.epoch)
        // Read before the head, so that a storage failure is a problem and no aborted stream.
        let revision = try stored { () throws(StorageFailure) in try feed.revision(of: owner) }
        // A stream is never 304; only the errors of the conditions apply.
        _ = try RevisionETag(epoch: owner.epoch, revision: revision).isNotModified(
            for: request, &scratch)
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
        return .stream(
            ChangeStream(
                feed, StreamReads(reads, of: request.handle, report: report), of: owner,
                from: position
            ) { [authMode] () throws(StorageFailure) in
                try authMode.isStillAuthorized(caller)
            })
    }
}
