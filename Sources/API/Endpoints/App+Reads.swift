import HTTP
import Items

/// `GET /items` and `GET /items/{id}`.
extension App {
    /// So many items are written at once; a list that is longer is streamed from a snapshot.
    private static let itemsAtOnce = 500

    func readItem(
        _ id: ItemID, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> Answering {
        var revision = 0
        let isFound = try stored { () throws(StorageFailure) in
            try items.read(id, of: owner) { row in
                revision = row.facts.revision
                response.body.appendJSON(row)
            }
        }
        guard isFound else { throw .itemNotFound }
        try checkTransfer(request)
        try checkAccept(request)
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
        let tag = ClockTag(epoch: owner.epoch, revision: revision)
        // A 304 says nothing of the content that it does not have (RFC 9110 §15.4.5).
        if try tag.isKnown(to: request, &scratch) {
            response.start(.notModified)
        } else {
            response.start(.ok)
            response.field("Content-Type", "application/json")
        }
        personal(&response, tag)
        response.finish()
        return .written
    }

    func listItems(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> Answering {
        try checkTransfer(request)
        try checkAccept(request)
        let query = try ListQuery(request)
        let clock = try stored { () throws(StorageFailure) in try items.clock(of: owner) }
        let tag = ClockTag(epoch: owner.epoch, revision: clock)
        if try tag.isKnown(to: request, &scratch) {
            response.start(.notModified)
            personal(&response, tag)
            response.finish()
            return .written
        }
        let limit = query.limit ?? Self.itemsAtOnce
        let (count, last) = try writeList(after: query.position, limit: limit, &response)
        if count > limit {
            guard query.limit != nil else { return try streamItems(&response) }
            response.start(.ok)
            response.field("Link") { $0.appendNext(limit: limit, after: last) }
        } else {
            response.start(.ok)
        }
        response.field("Content-Type", "application/json")
        personal(&response, tag)
        response.finish()
        return .written
    }

    /// Writes up to `limit` items as an array; returns how many there were, up to one more, and where the last one written stands.
    private func writeList(
        after position: ListPosition?, limit: Int, _ response: inout ResponseWriter
    ) throws(Problem) -> (count: Int, last: ListPosition) {
        var count = 0
        var last = ListPosition(done: false, place: 0)
        response.body.append("[")
        try stored { () throws(StorageFailure) in
            try items.list(of: owner, after: position, limit: limit + 1) { row in
                count += 1
                guard count <= limit else { return }
                if count > 1 { response.body.append(",") }
                response.body.appendJSON(row)
                last = ListPosition(done: row.facts.done, place: row.facts.place)
            }
        }
        response.body.append("]")
        return (count, last)
    }

    private func streamItems(_ response: inout ResponseWriter) throws(Problem) -> Answering {
        let snapshot = try stored { () throws(StorageFailure) in try items.snapshot(of: owner) }
        response.startParts(.ok)
        response.field("Content-Type", "application/json")
        personal(&response, ClockTag(epoch: owner.epoch, revision: snapshot.clock))
        response.finishHead()
        guard !response.terms.isHead else { return .written }
        return .stream(ItemListStream(snapshot, report: report))
    }

    private func personal(_ response: inout ResponseWriter, _ tag: ClockTag) {
        response.field("ETag") { tag.writeQuoted(to: &$0) }
        response.field("Cache-Control", "private, no-cache")
    }

    /// Does storage work and makes a problem of its failure.
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

/// A list of items on its way to a client, in parts of a snapshot.
final class ItemListStream: BodyStream {
    private static let itemsInPart = 128

    private let snapshot: any ItemSnapshot
    private let report: @Sendable (StorageFailure) -> Void
    private var isFirst = true

    init(_ snapshot: any ItemSnapshot, report: @escaping @Sendable (StorageFailure) -> Void) {
        self.snapshot = snapshot
        self.report = report
    }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        do throws(StorageFailure) {
            let goesOn = try snapshot.next(Self.itemsInPart) { row in
                body.append(isFirst ? "[" : ",")
                isFirst = false
                body.appendJSON(row)
            }
            guard !goesOn else { return .more }
            body.append(isFirst ? "[]" : "]")
            return .end
        } catch {
            report(error)
            return .failed
        }
    }
}
