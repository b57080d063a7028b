import HTTP
import Items

/// A page of items while it is read row by row: how many rows it has, and where it ends.
struct PageExtent {
    /// The most rows of the page. One row more is read, which shows whether more follow.
    let limit: Int
    /// Whether rows were left out.
    private(set) var hasMore = false
    /// The last row of the page, behind which the next page continues.
    private(set) var last = ListPosition(done: false, sequence: 0)
    private var count = 0
    private let sort: ItemSort?

    init(limit: Int, in sort: ItemSort?) {
        precondition(limit > 0)
        self.limit = limit
        self.sort = sort
    }

    /// Takes a row; false if the page is full, in rows or for another reason.
    mutating func take(_ row: borrowing ItemRow, isFull: Bool) -> Bool {
        guard count < limit, !isFull else {
            hasMore = true
            return false
        }
        count += 1
        last = ListPosition(of: row, in: sort)
        return true
    }

    /// Ends the page early; the next one continues behind this position.
    mutating func stop(at position: ListPosition) {
        precondition(!hasMore, "a page that has ended already")
        hasMore = true
        last = position
    }
}

/// What is made of the rows of a page.
protocol PageBuilder {
    var extent: PageExtent { get set }

    /// Begins another turn of the lane.
    mutating func beginTurn()

    /// Takes a row, whose text may go to `text`; false if the page is full or the turn is over.
    mutating func add(_ row: borrowing ItemRow, to text: inout ByteWriter) -> Bool
}

extension PageBuilder {
    mutating func beginTurn() {}
}

/// A page that takes more than one turn of the lane: a search, or a sorted list that scans all
/// items. It is a stream of one part.
///
/// A turn takes about a millisecond. Between turns the lane serves others, and its searches take
/// turns.
final class PageStream<Page: PageBuilder>: ResponseStream {
    private let snapshot: any ItemSnapshot
    private let write: (Page, _ revision: Int, inout ResponseWriter) -> Void
    private let refuse: (Problem, inout ResponseWriter) -> Void
    private var page: Page
    private var text = ByteWriter(capacity: 4_096)
    private var turns = 0

    /// A stream that reads the page from the snapshot; `write` completes the response, whose body
    /// already has the text.
    init(
        _ snapshot: any ItemSnapshot, _ page: Page,
        write: @escaping (Page, _ revision: Int, inout ResponseWriter) -> Void,
        refuse: @escaping (Problem, inout ResponseWriter) -> Void
    ) {
        self.snapshot = snapshot
        self.page = page
        self.write = write
        self.refuse = refuse
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        do throws(StorageFailure) {
            guard let revision = try snapshot.revision else { return .wait }
            page.beginTurn()
            let step = try snapshot.next(page.extent.limit + 1) { page.add($0, to: &text) }
            if step == .wait { return .wait }
            if step == .more, !page.extent.hasMore {
                turns += 1
                guard turns >= maximumTurns, let position = snapshot.position else { return .more }
                page.extent.stop(at: position)
            }
            response.body.append(text)
            write(page, revision, &response)
        } catch {
            refuse(.storage(error), &response)
        }
        return .end
    }
}

/// A page ends early after this many turns and links to the next one. While a snapshot still sorts,
/// it has no position to continue from, and the page continues.
private let maximumTurns = 200

extension App {
    /// A snapshot that resumes the response when it can continue.
    func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        _ deferred: DeferredResponse
    ) throws(Problem) -> any ItemSnapshot {
        try stored { () throws(StorageFailure) in
            try items.snapshot(query, of: owner, after: position, limit: limit) {
                deferred.resume()
            }
        }
    }
}
