import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

/// A valid row of each table, and changes that break a rule.
extension `The schema` {
    /// The letter repeated `count` times, in SQL.
    static func text(_ letter: String, _ count: Int) -> String {
        "replace(hex(zeroblob(\(count))), '00', '\(letter)')"
    }

    /// The key of an item, in SQL.
    static func slot(owner: Int, done: Bool = false, sequence: Int) -> String {
        "\(owner << 32 | (done ? 1 << 31 : 0) | sequence)"
    }

    /// A table, and a valid row of it, with the columns in SQL.
    struct Row: Sendable {
        let table: String
        let columns: [String: String]

        static let items = Row(
            table: "items",
            columns: [
                "slot": slot(owner: 1, sequence: 1), "id": "randomblob(16)", "revision": "1",
                "created_at": "1.0", "updated_at": "1.0", "details": "NULL",
            ].merging(columns(of: { !ItemDetails.members.contains($0) })) { $1 })
        static let details = Row(
            table: "details",
            columns: ["number": "1 << 32 | 1", "description": text("x", 257)].merging(
                columns(of: ItemDetails.members.contains)
            ) { $1 })
        static let ids = Row(
            table: "ids",
            columns: [
                "owner": "1", "id": "randomblob(16)", "sequence": "1", "deleted_by": "NULL",
            ])
        static let log = Row(
            table: "log",
            columns: [
                "entry": "1", "owner": "1", "previous": "0", "revision": "1", "changed_at": "1.0",
                "sequence": "1", "members": "1",
            ])
        static let marks = Row(
            table: "marks", columns: ["owner": "1", "revision": "1", "entry": "1"])
        static let owners = Row(
            table: "owners", columns: ["owner": "3", "epoch": "'abcd'", "revision": "0"])
        static let answers = Row(
            table: "answers",
            columns: [
                "owner": "1", "key": "'k'", "method": "'POST'", "target": "'/items'",
                "fingerprint": "x'00'", "answered_at": "1.0", "status": "201", "head": "x''",
                "content": "x''",
            ])

        static let coordinates = Row(
            table: "coordinates",
            columns: [
                "address": "'home'", "latitude": "1.0", "longitude": "2.0", "found_at": "1.0",
            ])
        static let accounts = Row(
            table: "accounts",
            columns: [
                "owner": "1", "name": "'Ann'", "email": "'Ann@x'", "email_key": "x'616e6e'",
                "password": "'$y$'", "created_at": "1.0",
            ])
        static let tokens = Row(
            table: "tokens",
            columns: [
                "selector": "randomblob(16)", "owner": "2", "digest": "randomblob(32)",
                "created_at": "1.0", "last_used_at": "1.0", "expires_at": "1.0",
                "scope": "'all'",
            ])
        static let access = Row(
            table: "access",
            columns: [
                "one": "1", "last_owner": "1", "last_entry": "0", "revocations": "0",
            ])

        /// The columns of some members.
        private static func columns(of isIncluded: (ItemMember) -> Bool) -> [String: String] {
            Dictionary(
                ItemMember.allCases.filter(isIncluded).flatMap(\.columns).map {
                    ($0.name, $0.value)
                }
            ) { $1 }
        }

        /// An INSERT of this row with some columns changed.
        func insert(_ changes: [String: String] = [:]) -> String {
            let row = columns.merging(changes) { $1 }.sorted { $0.key < $1.key }
            let names = row.map(\.key).joined(separator: ", ")
            let values = row.map(\.value).joined(separator: ", ")
            return "INSERT INTO \(table) (\(names)) VALUES (\(values))"
        }
    }

    /// A row with some columns changed, and the rule that it breaks; nil if it is valid.
    struct Case: Sendable, CustomTestStringConvertible {
        let row: Row
        let changes: [String: String]
        let breaks: DatabaseError.Constraint?

        init(_ row: Row, _ changes: [String: String], _ breaks: DatabaseError.Constraint? = nil) {
            self.row = row
            self.changes = changes
            self.breaks = breaks
        }

        var testDescription: String {
            let changes = changes.sorted { $0.key < $1.key }.map { "\($0) = \($1)" }
            return "\(row.table): \(changes.joined(separator: ", "))"
        }
    }
}
