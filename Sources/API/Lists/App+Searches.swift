import HTTP
import Items

/// Pages that need more than one time slice of the lane: searches, and sorted lists that scan all
/// items.
extension App {
    /// Builds a page in time slices of about 1 ms, between which the lane serves other requests.
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
            snapshot, page, target: [UInt8](copying: request.listTarget), of: owner, query,
            request.handle)
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
            if error == .pending, let reads {
                return reads.wait(search.handle) { [self] in schedule(search, deferred) }
            }
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

/// Round-robin scheduling of a lane's searches: one time slice in each round.
///
///     round 1   A runs    B posted again    at its end: A posted again
///     round 2   B runs    A posted again    at its end: B posted again
///
/// A search that has run is posted at the end of the round, behind the waiting ones.
struct SearchThrottle {
    private var isTaken = false
    private var next: (() -> Void)?

    /// Takes the time slice of this round; false if another search has it.
    mutating func tryAcquire() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    /// Reposts the search at the end of this round.
    mutating func resumeLater(_ post: @escaping () -> Void) {
        next = post
    }

    /// Frees the time slice and reposts the search that used it.
    mutating func endRound() {
        isTaken = false
        guard let post = next else { return }
        next = nil
        post()
    }
}

/// A page being built from a snapshot.
private final class ListSearch<Encoding: ListEncoding> {
    /// A page ends early after this many time slices and links to the next one. While a snapshot
    /// still sorts, it has no position to continue from, and the page goes on.
    private static var maximumSteps: Int { 200 }

    let owner: Owner
    let query: ListQuery
    let target: [UInt8]
    /// The request that it answers.
    let handle: RequestHandle
    private(set) var page: ListPage<Encoding>
    private(set) var body = ByteWriter(capacity: 4_096)
    private let snapshot: any ItemSnapshot
    private var steps = 0

    init(
        _ snapshot: any ItemSnapshot, _ page: ListPage<Encoding>, target: [UInt8], of owner: Owner,
        _ query: ListQuery, _ handle: RequestHandle
    ) {
        self.handle = handle
        self.snapshot = snapshot
        self.page = page
        self.target = target
        self.owner = owner
        self.query = query
    }

    var revision: Int { snapshot.revision }

    /// Scans one time slice of items; true if the page is complete.
    func isAtEnd() throws(StorageFailure) -> Bool {
        let hasMore = try snapshot.next(page.limit + 1) { row in page.add(row, to: &body) }
        guard hasMore, !page.hasMore else { return true }
        steps += 1
        guard steps >= Self.maximumSteps, let position = snapshot.position else { return false }
        page.stop(at: position)
        return true
    }
}

/// A value that is sent through its own lane's mailbox.
private struct LaneBound<Value>: @unchecked Sendable {
    // Proof: a reply is written on the lane of its request, which is the lane that made this value.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
