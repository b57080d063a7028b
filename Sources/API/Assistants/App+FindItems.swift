import HTTP
import Items

/// The tool `find_items`: a page of a list.
extension App {
    func find(
        _ search: ItemSearch, of owner: Owner, _ reply: ToolReply,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) -> HandlerResult {
        let read = ItemRead.list(
            search.query, owner, after: search.position, limit: search.rows)
        return perform(
            read, deferred.handle, &response,
            FoundReply(search: search, owner: owner, reply: reply, deferred: deferred))
    }
}

/// A page of found items, whose descriptions are shortened while they are read.
///
/// Until the last item it is unknown how much of each description will fit. What is kept is at most
/// twice that of a result: when it grows beyond, the longest description that is kept is halved.
/// The share that each item has in the end is smaller, so nothing is left out too early.
struct FoundItems {
    let search: ItemSearch
    private(set) var items: [ItemExcerpt] = []
    /// The position after the last row that was read; nil if there are no more.
    private(set) var next: ListPosition?
    private var last: ListPosition?
    private var rows = 0
    /// The most bytes that are kept of a description.
    private var longest = ItemRules.descriptionBytes
    /// The bytes of descriptions that are kept.
    private var kept = 0

    init(_ search: ItemSearch) {
        self.search = search
    }

    /// Takes a row; false if the page is full.
    mutating func add(_ row: borrowing ItemRow) -> Bool {
        let isFound = search.hasInRange(row)
        guard items.count < search.limit || !isFound else {
            next = last
            return false
        }
        if isFound { keep(ItemExcerpt(row, atMost: longest)) }
        last = ListPosition(of: row, in: search.query.sort)
        rows += 1
        if rows == search.rows { next = last }
        return true
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

    /// Ends the page early; the next one continues behind this position.
    mutating func stop(at position: ListPosition) {
        next = position
    }
}

private struct FoundReply: Reply {
    let search: ItemSearch
    let owner: Owner
    let reply: ToolReply
    let deferred: DeferredResponse

    func write(
        _ reads: any ItemReads, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        do throws(Problem) {
            var (found, slice) = (FoundItems(search), ReadSlice())
            let isRead = try app.stored { () throws(StorageFailure) in
                try reads.list(
                    search.query, of: owner, after: search.position, limit: search.rows,
                    begin: { _ in true }, { found.add($0) && slice.add($0) })
            }
            guard isRead, !slice.isFull || found.next != nil else {
                return .stream(FoundStream(try snapshot(app), self))
            }
            reply.write(found, to: &response)
        } catch {
            reply.refuse(error, &response)
        }
        return .written
    }

    private func snapshot(_ app: App) throws(Problem) -> any ItemSnapshot {
        try app.stored { () throws(StorageFailure) in
            try app.items.snapshot(
                search.query, of: owner, after: search.position, limit: search.rows
            ) { [deferred] in deferred.resume() }
        }
    }
}

/// The rows that a page reads in one turn of the lane, in bytes of their texts.
private struct ReadSlice {
    /// It takes about a tenth of a millisecond. One row can have 64 KiB.
    private static let limit = 128 << 10
    private var bytes = 0

    var isFull: Bool { bytes >= Self.limit }

    /// Counts a row; false if the next one has to wait for another turn.
    mutating func add(_ row: borrowing ItemRow) -> Bool {
        bytes += row.title.count + (row.itemDescription?.count ?? 0)
        return !isFull
    }
}

/// A page that takes more than one time slice of the lane, as `ListSearch`.
private final class FoundStream: ResponseStream {
    /// A page ends early after this many time slices.
    private static let maximumSlices = 200

    private let snapshot: any ItemSnapshot
    private let reply: ToolReply
    private var found: FoundItems
    private var slices = 0

    init(_ snapshot: any ItemSnapshot, _ page: FoundReply) {
        self.snapshot = snapshot
        reply = page.reply
        found = FoundItems(page.search)
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        do throws(StorageFailure) {
            guard try snapshot.revision != nil else { return .wait }
            var slice = ReadSlice()
            let step = try snapshot.next(found.search.rows) { found.add($0) && slice.add($0) }
            if step == .wait { return .wait }
            if step == .more, found.next == nil {
                slices += 1
                guard slices >= Self.maximumSlices, let position = snapshot.position else {
                    return .more
                }
                found.stop(at: position)
            }
            reply.write(found, to: &response)
        } catch {
            reply.refuse(.storage(error), &response)
        }
        return .end
    }
}
