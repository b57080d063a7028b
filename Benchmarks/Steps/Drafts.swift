import Items

/// New items: short and long ones, with titles, dates and locations in pseudo-random order.
struct Drafts {
    /// A draft with all members that a client can set.
    static let json = """
        {"title":"Buy milk and bread","itemDescription":"the one with the blue lid, two of them",\
        "timestamp":1764150000.5,"location":{"name":"Shop","coordinate":\
        {"latitude":51.22172,"longitude":6.77616}},"done":false}
        """

    private static let words = [
        "buy", "milk", "call", "write", "report", "fix", "read", "plan", "trip", "clean", "water",
        "pay", "rent", "book", "table", "order",
    ]

    private var number: Int

    /// Drafts that differ from those of every run that began at an earlier revision.
    init(after revision: Int) {
        number = revision
    }

    mutating func next() -> NewItem {
        number += 1
        // An odd factor permutes the numbers.
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let part = Double(mixed >> 40) / Double(1 << 24)
        var content = ItemContent(title: Self.text(mixed >> 32, of: 4))
        if number % 10 < 7 { content.itemDescription = Self.text(mixed, of: 8) }
        if number % 5 < 4 { content.timestamp = 1_764_000_000 + part * 1e7 }
        if number % 5 < 2 {
            let point = Coordinate(latitude: part * 180 - 90, longitude: part * 360 - 180)
            content.location = Location(name: "Shop", coordinate: point)
        }
        // As the server makes them, one millisecond apart.
        let id = ItemID(high: 0x019A_C000_0000_7000 + UInt64(number) << 16, low: mixed)
        return NewItem(id: id, hasGeneratedID: true, content: content)
    }

    private static func text(_ bits: UInt64, of count: Int) -> String {
        (0..<count).map { words[Int((bits >> (4 * UInt64($0))) & 15)] }.joined(separator: " ")
    }
}
