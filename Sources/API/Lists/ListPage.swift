import HTTP
import Items

/// A list that is being written in one go: bounded in items and in bytes.
///
/// A page that reaches its bytes ends early and links to the next one; a list without a limit that
/// reaches either bound is given up and streamed instead.
struct ListPage<Encoding: ListEncoding> {
    /// Items of a list that nobody limited.
    private static var defaultLimit: Int { 500 }
    private static var maximumBytes: Int { 1 << 20 }

    /// The items that were asked for.
    let limit: Int
    /// Whether there are items that were not written.
    private(set) var hasMore = false
    /// Where the next page begins: behind the last item that was written, or that was looked at.
    private(set) var last = ListPosition(done: false, sequence: 0)
    private var count = 0
    private let sort: ItemSort?
    private var encoding: Encoding

    init(limit: Int?, in sort: ItemSort?, as encoding: Encoding) {
        self.limit = limit ?? Self.defaultLimit
        self.sort = sort
        self.encoding = encoding
    }

    /// Writes one more item; false when there is no room for it.
    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) -> Bool {
        guard count < limit, body.count < Self.maximumBytes else {
            hasMore = true
            return false
        }
        encoding.add(row, to: &body)
        count += 1
        last = ListPosition(of: row, in: sort)
        return true
    }

    /// Notes that the rest was not looked through, from this position on.
    mutating func stop(at position: ListPosition) {
        hasMore = true
        last = position
    }

    /// Writes what follows the last item.
    func finish(_ body: inout ByteWriter) {
        encoding.finish(&body)
    }
}
