import HTTP
import Items

/// `GET /items/changes`, as pages and as server-sent events.
extension App {
    /// Changes of a page that nobody limited.
    private static let changesAtOnce = 500
    private static let bytesAtOnce = 1 << 20

    func readChanges(
        of visitor: Visitor, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let bytes = request.bytes
        let json = request.head.quality(of: "application", "json", in: bytes)
        let events = request.head.quality(of: "text", "event-stream", in: bytes)
        response.vary(.accept)
        try checkArrival(request, isAcceptable: max(json, events) > 0)
        // A browser's EventSource asks for events alone, and who asks for anything gets JSON.
        if events > json { return try streamChanges(of: visitor, request, &response) }
        return try pageOfChanges(of: visitor.owner, request, &response)
    }

    private func pageOfChanges(
        of owner: Owner, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let query = try ChangesQuery(request, epoch: owner.epoch)
        guard query.since != .foreign else { throw .tokenExpired }
        let limit = query.limit ?? Self.changesAtOnce
        var since: ChangePosition?
        if case .position(let position)? = query.since { since = position }
        var revision = 0
        var changes = ByteWriter(capacity: 4_096)
        var known: Result<Bool, Problem> = .success(false)
        let position = try stored { () throws(StorageFailure) in
            try items.changes(
                of: owner, since: since, limit: limit,
                begin: { now in
                    revision = now
                    known = check(ClockTag(epoch: owner.epoch, revision: now), request)
                    return known == .success(false)
                },
                { change, _ in
                    guard changes.count < Self.bytesAtOnce else { return false }
                    if changes.count > 0 { changes.append(",") }
                    changes.appendJSON(change)
                    return true
                })
        }
        guard let position else { throw .tokenExpired }
        let isKnown = try known.get()
        response.start(isKnown ? .notModified : .ok)
        if !isKnown {
            response.field("Content-Type", "application/json")
            let run = ChangeRun(position: position, revision: revision)
            write(run, of: owner, changes, to: &response.body)
        }
        personal(&response, ClockTag(epoch: owner.epoch, revision: revision))
        response.finish()
        return .written
    }

    private func write(
        _ run: ChangeRun, of owner: Owner, _ changes: borrowing ByteWriter,
        to body: inout ByteWriter
    ) {
        body.append("{\"token\":\"")
        ChangeToken(epoch: owner.epoch, position: run.position).write(to: &body)
        body.append("\",\"more\":")
        body.appendJSON(run.hasMore)
        body.append(",\"changes\":[")
        body.append(changes)
        body.append("]}")
    }

    private func streamChanges(
        of visitor: Visitor, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        let owner = visitor.owner
        let query = try ChangesQuery(live: request, epoch: owner.epoch)
        // Read here, so that a database that does not answer is a problem and no stream.
        let revision = try stored { () throws(StorageFailure) in try feed.revision(of: owner) }
        // Whatever the client has already, a stream tells what comes.
        _ = try ClockTag(epoch: owner.epoch, revision: revision).isKnown(to: request, &scratch)
        let position: ChangePosition? =
            switch query.since {
            case nil: .beginning(at: revision)
            case .position(let position): position
            case .foreign: nil
            }
        response.startParts(.ok)
        response.field("Content-Type", "text/event-stream")
        response.field("Cache-Control", "private, no-cache")
        // nginx would keep events back until it has a buffer full of them,
        // and this is how it is told.
        response.field("X-Accel-Buffering", "no")
        response.finishHead()
        if response.context.isHead { return .written }
        return .stream(
            ChangeStream(feed, of: owner, from: position) { [access] () throws(StorageFailure) in
                try access.stillKnows(visitor)
            })
    }
}
