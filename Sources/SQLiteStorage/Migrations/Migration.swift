/// One step of the schema, from the file of the same name in `migrations/`.
package struct Migration: Equatable, Sendable {
    package let number: Int
    package let name: String
    package let sql: String
    /// Tells whether the text is still the one that was applied: FNV-1a, 64 bits, in 16
    /// hexadecimal digits.
    ///
    /// It guards against an edit by mistake, not against an attacker, who
    /// could edit the data as well.
    package let checksum: String
    /// What SQL cannot do, in the same transaction.
    package let afterwards: Afterwards

    /// Work of ours that belongs to a step.
    package enum Afterwards: Equatable, Sendable {
        case nothing
        /// The orders of the items that there are, of owners who have none yet.
        case fillsOrders
        /// The cards of the items that there are.
        case fillsCards
    }

    /// Every step, in order. A new file is embedded by the build, and listed here by hand.
    package static let all = [
        Migration(number: 1, name: "0001_items", bytes: PackageResources._001_items_sql),
        Migration(number: 2, name: "0002_horizon", bytes: PackageResources._002_horizon_sql),
        Migration(
            number: 3, name: "0003_coordinates", bytes: PackageResources._003_coordinates_sql),
        Migration(number: 4, name: "0004_search", bytes: PackageResources._004_search_sql),
        Migration(number: 5, name: "0005_accounts", bytes: PackageResources._005_accounts_sql),
        Migration(number: 6, name: "0006_orders", bytes: PackageResources._006_orders_sql),
        Migration(
            number: 7, name: "0007_cards", bytes: PackageResources._007_cards_sql,
            afterwards: .fillsCards),
        Migration(
            number: 8, name: "0008_searchable", bytes: PackageResources._008_searchable_sql),
        Migration(
            number: 9, name: "0009_newest", bytes: PackageResources._009_newest_sql,
            afterwards: .fillsOrders),
        Migration(number: 10, name: "0010_stale", bytes: PackageResources._010_stale_sql),
        Migration(number: 11, name: "0011_renewals", bytes: PackageResources._011_renewals_sql),
    ]

    /// A step that was never a file, for tests.
    package init(number: Int, name: String, sql: String, afterwards: Afterwards = .nothing) {
        self.number = number
        self.name = name
        self.sql = sql
        self.afterwards = afterwards
        checksum = Self.checksum(of: sql)
    }

    private init(number: Int, name: String, bytes: [UInt8], afterwards: Afterwards = .nothing) {
        self.init(
            number: number, name: name, sql: String(decoding: bytes, as: UTF8.self),
            afterwards: afterwards)
    }

    /// Whether that is the checksum of this text; once its first zeros were left out.
    func hasChecksum(_ text: String) -> Bool {
        text.utf8.count <= 16 && UInt64(text, radix: 16) == UInt64(checksum, radix: 16)
    }

    private static func checksum(of sql: String) -> String {
        let bytes = sql.utf8.span
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
