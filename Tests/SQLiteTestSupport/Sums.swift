package import Items
package import SQLite
import SQLiteStorage

/// The sizes of an owner's data.
package struct Sums: Equatable {
    package let items: Int
    package let history: Int

    /// These sizes.
    package init(items: Int, history: Int) {
        self.items = items
        self.history = history
    }
}

extension SQLiteConnection {
    /// The size of a log entry, in SQL.
    package static let historyBytes =
        "64 + \(textBytes) + \(bytes(of: "description")) + \(bytes(of: "written_by"))"

    /// The bytes of the texts of a row, without those of its description.
    private static let textBytes =
        ["title", "location_name", "repeat", "position"].map(bytes)
        .joined(separator: " + ") + " + " + bytes(of: "replace(tags, ' ', '')")

    private static func bytes(of text: String) -> String {
        "coalesce(length(CAST(\(text) AS BLOB)), 0)"
    }

    /// The sizes that are stored in the owner's row.
    package func storedSums(of owner: Owner) throws -> Sums {
        let row = "FROM owners WHERE owner = \(owner.key)"
        return Sums(
            items: try integer("SELECT item_bytes \(row)") ?? -1,
            history: try integer("SELECT history_bytes \(row)") ?? -1)
    }

    /// The sizes, counted from all rows.
    package func countedSums(of owner: Owner) throws -> Sums {
        let items = try integer(
            """
            SELECT sum(128 + \(Self.textBytes) + \(Self.bytes(of: "items.description"))
            + \(Self.bytes(of: "details.description")))
            FROM items LEFT JOIN details ON number = slot & ~2147483648
            WHERE slot >> 32 = \(owner.key)
            """)
        let history = try integer(
            "SELECT sum(\(Self.historyBytes)) FROM log WHERE owner = \(owner.key)")
        return Sums(items: items ?? 0, history: history ?? 0)
    }

    /// The revision of the oldest entry of an owner; 0 if there is none.
    package func oldestRevision(of owner: Owner) throws -> Int {
        try integer("SELECT min(revision) FROM log WHERE owner = \(owner.key)") ?? 0
    }
}
