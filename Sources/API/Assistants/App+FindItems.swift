import HTTP
import Items

/// The tool `find_items`: a page of a list.
extension App {
    func find(
        _ search: ItemSearch, of owner: Owner, _ reply: ToolReply,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) -> HandlerResult {
        let reply = FoundReply(search: search, owner: owner, reply: reply, deferred: deferred)
        return perform(
            .list(search.query, owner, after: search.position, limit: search.rows + 1),
            deferred.handle, &response, reply)
    }
}

/// A page of found items, whose descriptions are shortened while they are read.
///
/// Until the last item it is unknown how much of each description will fit. What is kept is at most
/// twice that of a result: when it grows beyond, the longest description that is kept is halved.
/// The share that each item has in the end is smaller, so nothing is left out too early.
struct FoundItems: PageBuilder {
    /// The most bytes of texts that are read in one turn of the lane, which takes about a tenth of
    /// a millisecond. One row can have 64 KiB.
    private static let bytesPerTurn = 128 << 10

    let search: ItemSearch
    var extent: PageExtent
    private(set) var items: [ItemExcerpt] = []
    /// The most bytes that are kept of a description.
    private var longest = ItemRules.descriptionBytes
    /// The bytes of descriptions that are kept.
    private var kept = 0
    /// The bytes of texts that were read in this turn.
    private var read = 0

    init(_ search: ItemSearch) {
        self.search = search
        extent = PageExtent(limit: search.rows, in: search.query.sort)
    }

    /// Whether the next row has to wait for another turn.
    var isTurnOver: Bool { read >= Self.bytesPerTurn }

    mutating func beginTurn() {
        read = 0
    }

    mutating func add(_ row: borrowing ItemRow, to text: inout ByteWriter) -> Bool {
        let isFound = search.hasInRange(row)
        guard extent.take(row, isFull: isFound && items.count == search.limit) else { return false }
        if isFound { keep(ItemExcerpt(row, atMost: longest)) }
        read += row.title.count + (row.itemDescription?.count ?? 0)
        return !isTurnOver
    }

    private mutating func keep(_ item: ItemExcerpt) {
        items.append(item)
        kept += item.keptBytes
        while kept > 2 * SizeLimit.most {
            longest /= 2
            for index in items.indices { items[index].shorten(toBytes: longest) }
            kept = items.reduce(0) { $0 + $1.keptBytes }
        }
    }
}

private struct FoundReply: Reply {
    let search: ItemSearch
    let owner: Owner
    let reply: ToolReply
    let deferred: DeferredResponse

    func write(
        _ reads: any ItemRows, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        do throws(Problem) {
            var found = FoundItems(search)
            let isRead = try app.stored { () throws(StorageFailure) in
                try reads.list(
                    search.query, of: owner, after: search.position, limit: search.rows + 1,
                    begin: { _ in true }, { found.add($0, to: &response.body) })
            }
            guard isRead, !found.isTurnOver || found.extent.hasMore else {
                return .stream(try stream(app))
            }
            reply.write(found, to: &response)
        } catch {
            reply.refuse(error, &response)
        }
        return .written
    }

    private func stream(_ app: App) throws(Problem) -> any ResponseStream {
        let snapshot = try app.snapshot(
            search.query, of: owner, after: search.position, limit: search.rows + 1, deferred)
        return PageStream(snapshot, FoundItems(search)) { [reply] found, _, response in
            reply.write(found, to: &response)
        } refuse: { [reply] problem, response in
            reply.refuse(problem, &response)
        }
    }
}
