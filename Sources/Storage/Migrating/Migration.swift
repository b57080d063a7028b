/// A step of the schema of a storage, from a file in `migrations/`.
package struct Migration: Equatable, Sendable {
    package let number: Int
    package let name: String
    /// What the step runs.
    package private(set) var sql: String
    /// FNV-1a of the file, 64 bits in hexadecimal.
    ///
    /// It detects an accidental edit of an applied step. It does not protect against an attacker,
    /// because an attacker could edit the data as well.
    package let checksum: String

    package init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in sql.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        checksum = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A step from an embedded file.
    package init(number: Int, name: String, bytes: [UInt8]) {
        self.init(number: number, name: name, sql: String(decoding: bytes, as: UTF8.self))
    }

    /// The step of the same file that runs other SQL.
    package func running(_ sql: String) -> Migration {
        var migration = self
        migration.sql = sql
        return migration
    }
}

/// A step of the schema and its state in a database.
package struct MigrationStep: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// Applied with the same text; the time is in seconds since 1970.
        case applied(at: Double)
        case pending
        /// Applied with another text.
        case edited
        /// Applied by a program that has more steps than this one.
        case unknown
    }

    package let name: String
    package let checksum: String
    package let state: State

    package init(name: String, checksum: String, state: State) {
        self.name = name
        self.checksum = checksum
        self.state = state
    }
}
