import HTTP
import Items

/// A list that is being written in one go: bounded in items and in bytes.
///
/// A page that reaches its bytes ends early and links to the next one; a list without a limit that
/// reaches either bound is given up and streamed instead.
struct ListPage {
    /// Items of a list that nobody limited.
    private static let itemsAtOnce = 500
    private static let bytesAtOnce = 1 << 20

    /// The items that were asked for.
    let limit: Int
    /// Whether there are items that were not written.
    private(set) var hasMore = false
    /// Where the last item that was written stands.
    private(set) var last = ListPosition(done: false, place: 0)
    private var count = 0

    init(limit: Int?) {
        self.limit = limit ?? Self.itemsAtOnce
    }

    /// Writes one more item; false when there is no room for it.
    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) -> Bool {
        guard count < limit, body.count < Self.bytesAtOnce else {
            hasMore = true
            return false
        }
        body.append(count == 0 ? "[" : ",")
        body.appendJSON(row)
        count += 1
        last = ListPosition(done: row.facts.done, place: row.facts.place)
        return true
    }

    /// Ends the array.
    func finish(_ body: inout ByteWriter) {
        body.append(count == 0 ? "[]" : "]")
    }
}
