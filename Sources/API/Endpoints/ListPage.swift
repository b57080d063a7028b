import HTTP
import Items

/// A list that is being written in one go: bounded in items and in bytes.
///
/// A page that reaches its bytes ends early and links to the next one; a list without a limit that
/// reaches either bound is given up and streamed instead.
struct ListPage<Form: ListForm> {
    /// Items of a list that nobody limited.
    private static var itemsAtOnce: Int { 500 }
    private static var bytesAtOnce: Int { 1 << 20 }

    /// The items that were asked for.
    let limit: Int
    /// Whether there are items that were not written.
    private(set) var hasMore = false
    /// Where the last item that was written stands.
    private(set) var last = ListPosition(done: false, place: 0)
    private var count = 0
    private var form: Form

    init(limit: Int?, as form: Form) {
        self.limit = limit ?? Self.itemsAtOnce
        self.form = form
    }

    /// Writes one more item; false when there is no room for it.
    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) -> Bool {
        guard count < limit, body.count < Self.bytesAtOnce else {
            hasMore = true
            return false
        }
        form.add(row, to: &body)
        count += 1
        last = ListPosition(done: row.facts.done, place: row.facts.place)
        return true
    }

    /// Writes what follows the last item.
    func finish(_ body: inout ByteWriter) {
        form.finish(&body)
    }
}
