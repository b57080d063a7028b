import HTTP
import Items

/// Pages that take longer to find than a lane has time for at once: those of a search, and of an order
/// for which all items have to be looked at.
extension App {
    /// Answers with a page that is looked for in parts of about a millisecond, between which the lane
    /// serves others.
    func search<Encoding: ListEncoding>(
        _ query: ListQuery, of owner: Owner, as encoding: Encoding, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let page = ListPage(limit: query.limit, in: query.items.sort, as: encoding)
        let snapshot = try stored { () throws(StorageFailure) in
            try items.snapshot(
                query.items, of: owner, after: query.position, limit: page.limit + 1)
        }
        let search = ListSearch(
            snapshot, page, target: [UInt8](copying: request.listTarget), of: owner, query)
        schedule(search, deferred)
        return .deferred
    }

    private func schedule<Encoding: ListEncoding>(
        _ search: ListSearch<Encoding>, _ deferred: DeferredResponse
    ) {
        let lane = LaneBound((app: self, search: search))
        deferred.send { response in
            let (app, search) = lane.value
            app.resume(search, &response, deferred)
        }
    }

    private func resume<Encoding: ListEncoding>(
        _ search: ListSearch<Encoding>, _ response: inout ResponseWriter,
        _ deferred: DeferredResponse
    ) {
        guard searchThrottle.tryAcquire() else { return schedule(search, deferred) }
        do throws(StorageFailure) {
            guard try search.isAtEnd() else {
                return searchThrottle.resumeLater { [self] in schedule(search, deferred) }
            }
        } catch {
            report(error)
            return Problem.storage(error).write(to: &response)
        }
        response.body.append(search.body)
        let tag = RevisionETag(epoch: search.owner.epoch, revision: search.revision)
        writePage(search.page, of: search.query, tag, &response)
        let target = search.target
        listCache.insert(
            target.span, of: search.owner, at: search.revision, fields: response.fieldLines,
            content: response.body.span)
        response.finish()
    }
}

/// The turns of a lane's searches: one part in each round, and each search in turn.
///
///     round 1   A has a part    B posted again    at its end: A posted again
///     round 2   B has a part    A posted again    at its end: B posted again
///
/// A search that has had its part is posted at the end of the round, behind those that wait.
struct SearchThrottle {
    private var isTaken = false
    private var next: (() -> Void)?

    /// Takes the part of this round; false when another search has had it.
    mutating func tryAcquire() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    /// Has a search that has had its part of this round posted at the end of it.
    mutating func resumeLater(_ post: @escaping () -> Void) {
        next = post
    }

    /// Ends the round.
    mutating func endRound() {
        isTaken = false
        guard let post = next else { return }
        next = nil
        post()
    }
}

/// A page that is looked for in a snapshot.
private final class ListSearch<Encoding: ListEncoding> {
    /// After so many parts a page ends early, and has a link to the next one. Where another order has
    /// to be found first, there is no item before all are looked at.
    private static var maximumSteps: Int { 200 }

    let owner: Owner
    let query: ListQuery
    let target: [UInt8]
    private(set) var page: ListPage<Encoding>
    private(set) var body = ByteWriter(capacity: 4_096)
    private let snapshot: any ItemSnapshot
    private var steps = 0

    init(
        _ snapshot: any ItemSnapshot, _ page: ListPage<Encoding>, target: [UInt8], of owner: Owner,
        _ query: ListQuery
    ) {
        self.snapshot = snapshot
        self.page = page
        self.target = target
        self.owner = owner
        self.query = query
    }

    var revision: Int { snapshot.revision }

    /// Looks at some more items; true when the page is whole.
    func isAtEnd() throws(StorageFailure) -> Bool {
        let hasMore = try snapshot.next(page.limit + 1) { row in page.add(row, to: &body) }
        guard hasMore, !page.hasMore else { return true }
        steps += 1
        guard steps >= Self.maximumSteps, let position = snapshot.position else { return false }
        page.stop(at: position)
        return true
    }
}

/// Something of one lane on its way through the lane's own mailbox.
private struct LaneBound<Value>: @unchecked Sendable {
    // Proof: a reply is written on the lane that has the request, which is the one that made this.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
