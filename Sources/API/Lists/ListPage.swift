import HTTP
import Items

/// A list written at once, limited in items and in bytes.
///
/// A page that reaches its bytes ends early and links to the next one. A list without `limit` that
/// reaches either limit is discarded and streamed instead.
struct ListPage {
    /// The most items of a list without `limit`.
    private static let defaultLimit = 500
    private static let maximumBytes = 1 << 20

    /// The most items of this page.
    let limit: Int
    /// Whether items were left out.
    private(set) var hasMore = false
    /// The cursor's position: the last item that was written or scanned.
    private(set) var last = ListPosition(done: false, sequence: 0)
    private var count = 0
    private let sort: ItemSort?
    private var items = ItemArray()

    init(limit: Int?, in sort: ItemSort?) {
        self.limit = limit ?? Self.defaultLimit
        self.sort = sort
    }

    /// Appends an item; false if the page is full.
    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) -> Bool {
        guard count < limit, body.count < Self.maximumBytes else {
            hasMore = true
            return false
        }
        items.add(row, to: &body)
        count += 1
        last = ListPosition(of: row, in: sort)
        return true
    }

    /// Ends the page early; the next one continues behind this position.
    mutating func stop(at position: ListPosition) {
        hasMore = true
        last = position
    }

    /// Appends the end of the text.
    func finish(_ body: inout ByteWriter) {
        items.finish(&body)
    }
}
