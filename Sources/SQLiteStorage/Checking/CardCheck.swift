import Items
import SQLite

/// Whether each item's card says what its columns say.
struct CardCheck {
    static let sentence = "every item's card says what its columns say"

    let session: any StorageSession

    /// How many do not, and the first of them.
    func breaches() throws(DatabaseError) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        var card: [UInt8] = []
        var items = try session.prepare(
            "SELECT \(ItemColumns.list), card FROM items NOT INDEXED ORDER BY place")
        while try session.step(&items) {
            let item = try ItemColumns.item(items)
            card.removeAll(keepingCapacity: true)
            ItemCard.append(item, to: &card)
            guard items.blob(at: ItemColumns.count).compared(to: card.span) != 0 else { continue }
            if count == 0 { example = "place \(item.place)" }
            count += 1
        }
        return (count, example)
    }
}
