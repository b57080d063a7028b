import HTTP
import Items

/// A list written at once, limited in items and in bytes.
///
/// A page that reaches its bytes ends early and links to the next one. A list without `limit` that
/// reaches either limit is discarded and streamed instead.
struct ListPage: PageBuilder {
    /// The most items of a list without `limit`.
    private static let defaultLimit = 500
    private static let maximumBytes = 1 << 20

    var extent: PageExtent
    private var items = ItemArray()

    init(limit: Int?, in sort: ItemSort?) {
        extent = PageExtent(limit: limit ?? Self.defaultLimit, in: sort)
    }

    mutating func add(_ row: borrowing ItemRow, to text: inout ByteWriter) -> Bool {
        guard extent.take(row, isFull: text.count >= Self.maximumBytes) else { return false }
        items.add(row, to: &text)
        return true
    }

    /// Appends the end of the text.
    func finish(_ text: inout ByteWriter) {
        items.finish(&text)
    }
}
