/// A step of the schema, from the file of the same name in `migrations/`.
package struct Migration: Equatable, Sendable {
    package let number: Int
    package let name: String
    package let sql: String
    /// FNV-1a of the SQL, 64 bits in hexadecimal.
    ///
    /// It detects an accidental edit of an applied step. It does not protect against an attacker,
    /// because an attacker could edit the data as well.
    package let checksum: String
    /// All steps in order. The build embeds each file in `migrations/`; a new one is listed here.
    package static let all = [
        Migration(number: 1, name: "0001_schema", bytes: PackageResources._001_schema_sql),
        Migration(number: 2, name: "0002_views", bytes: PackageResources._002_views_sql),
    ]

    /// A step that has no file, for tests.
    package init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
        checksum = Self.checksum(of: sql)
    }

    private init(number: Int, name: String, bytes: [UInt8]) {
        self.init(number: number, name: name, sql: String(decoding: bytes, as: UTF8.self))
    }

    private static func checksum(of sql: String) -> String {
        let bytes = sql.utf8.span
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
