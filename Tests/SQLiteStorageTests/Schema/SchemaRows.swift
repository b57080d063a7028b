import SQLite
import Testing

/// What is tried on the schema: a row of each table, and what is otherwise in it.
extension `The schema` {
    /// A table, and a row of it that is allowed, column by column in SQL.
    struct Row: Sendable {
        let table: String
        let columns: [String: String]

        static let items = Row(
            table: "items",
            columns: [
                "place": "1", "owner": "1", "id": "randomblob(16)", "title": "'milk'",
                "description": "'two'", "timestamp": "0.5", "place_name": "'home'",
                "latitude": "1.0", "longitude": "2.0", "done": "0", "created_at": "1.0",
                "updated_at": "1.0", "done_at": "NULL", "revision": "1",
            ])
        static let tombstones = Row(
            table: "tombstones",
            columns: [
                "place": "1", "owner": "1", "id": "randomblob(16)", "revision": "1",
                "deleted_at": "1.0",
            ])
        static let changes = Row(
            table: "changes",
            columns: [
                "owner": "1", "revision": "1", "id": "randomblob(16)", "changed_at": "1.0",
                "place": "1", "title": "'milk'", "done": "0", "was_revision": "1",
            ])
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
        static let trigrams = Row(
            table: "trigrams",
            columns: ["owner": "1", "trigram": "97", "run": "1", "places": "x'01'"])
        static let unsearchable = Row(
            table: "unsearchable", columns: ["owner": "1", "place": "1"])
        static let renewals = Row(
            table: "renewals",
            columns: ["owner": "1", "old_runs": "1", "place": "0", "last_place": "0"])
        static let terms = Row(
            table: "terms",
            columns: ["owner": "1", "run": "1", "first": "x'01'", "rest": "x'01'"])
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
            ])
        static let access = Row(
            table: "access", columns: ["one": "1", "last_owner": "1", "revocations": "0"])

        /// An INSERT of this row with some columns otherwise.
        func insert(_ changes: [String: String] = [:]) -> String {
            let row = columns.merging(changes) { $1 }.sorted { $0.key < $1.key }
            let names = row.map(\.key).joined(separator: ", ")
            let values = row.map(\.value).joined(separator: ", ")
            return "INSERT INTO \(table) (\(names)) VALUES (\(values))"
        }
    }

    /// A row with some columns otherwise, and the rule it breaks; nil when it is allowed.
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
