package import Items
package import SQLite
package import Storage

/// A statement of shared SQL, with the row that it is on.
package final class StatementRow {
    fileprivate(set) var statement: Statement

    fileprivate init(_ statement: consuming Statement) {
        self.statement = statement
    }

    fileprivate func bind(_ values: [SQLValue]) throws(DatabaseError) {
        for (index, value) in zip((1 as Int32)..., values) {
            switch value {
            case .integer(let value): try statement.bind(value, at: index)
            case .double(let value): try statement.bind(value, at: index)
            case .bool(let value): try statement.bind(value ? 1 : 0, at: index)
            case .text(let value): try statement.bind(text: value, at: index)
            case .bytes(let value): try statement.bind(blob: value?.span, at: index)
            case .uuid(let value): try statement.bind(uuid: value, at: index)
            }
        }
    }
}

extension StatementRow: SQLRow {
    package typealias Failure = DatabaseError

    package func integer(_ column: Int) throws(DatabaseError) -> Int {
        try statement.counter(at: Int32(column))
    }

    package func double(_ column: Int) -> Double { statement.double(at: Int32(column)) }
    package func optionalDouble(_ column: Int) -> Double? {
        statement.isNull(at: Int32(column)) ? nil : double(column)
    }

    package func optionalBytes(_ column: Int) -> [UInt8]? {
        statement.isNull(at: Int32(column)) ? nil : bytes(column)
    }

    package func bool(_ column: Int) -> Bool { statement.integer(at: Int32(column)) != 0 }

    package func text(_ column: Int) throws(DatabaseError) -> String {
        try statement.validString(at: Int32(column))
    }

    package func optionalText(_ column: Int) throws(DatabaseError) -> String? {
        try statement.optionalString(at: Int32(column))
    }

    package func bytes(_ column: Int) -> [UInt8] { statement.bytes(at: Int32(column)) }

    package func uuid(_ column: Int) throws(DatabaseError) -> (high: UInt64, low: UInt64) {
        let id = try statement.itemID(at: Int32(column))
        return (id.high, id.low)
    }

    package func optionalUUID(
        _ column: Int
    ) throws(DatabaseError) -> (high: UInt64, low: UInt64)? {
        statement.isNull(at: Int32(column)) ? nil : try uuid(column)
    }

    package func epoch(_ column: Int) throws(DatabaseError) -> String {
        try statement.epoch(at: Int32(column))
    }

    package func malformed(_ what: String) -> DatabaseError { statement.corruption(what) }
}

extension StorageSession {
    /// Prepares a statement of shared SQL for repeated use.
    func prepareShared(_ sql: String) throws(DatabaseError) -> StatementRow {
        // `$1` would be a name here.
        let bytes = sql.utf8.map { $0 == UInt8(ascii: "$") ? UInt8(ascii: "?") : $0 }
        return StatementRow(try prepare(String(decoding: bytes, as: UTF8.self)))
    }

    /// Runs a prepared statement, which can run again afterwards.
    func run(
        _ row: StatementRow, _ values: [SQLValue],
        _ body: (StatementRow) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try row.bind(values)
        do throws(DatabaseError) {
            while try step(&row.statement) { try body(row) }
        } catch {
            try? row.statement.reset()
            throw error
        }
    }

    package func run(
        _ sql: String, _ values: [SQLValue],
        _ body: (StatementRow) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> Int {
        try run(prepareShared(sql), values, body)
        return changes
    }

    package func run(_ sql: String, each lists: [[SQLValue]]) throws(DatabaseError) {
        if lists.isEmpty { return }
        let statement = try prepareShared(sql)
        for values in lists { try run(statement, values) { _ in } }
    }
}

/// The facts about the schema that shared SQL needs.
extension StorageSession {
    package static var lock: String { "" }
    package static var lockUnlocked: String { "" }
    package static var isShared: Bool { false }
    package static var revocation: String {
        "UPDATE access SET revocations = revocations + 1 WHERE one = 1"
    }

    package static var beginMoment: String { "BEGIN" }

    package static func time(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%SZ', \(column), 'unixepoch')"
    }

    package static func items(of key: String) -> String {
        "slot >= \(key) << 32 AND slot < (\(key) + 1) << 32"
    }

    package static func equal(_ column: String, _ value: String) -> String {
        "\(column) = \(value)"
    }

    package static var reminders: String {
        """
        SELECT reminders.at, reminders.owner, reminders.sequence, items.id, items.created_at \
        FROM reminders JOIN items ON slot = reminders.owner << 32 | reminders.sequence
        """
    }

    package static var openItems: String {
        """
        SELECT ids.owner, ids.id, title, timestamp, day, items.revision, \
        timestamp - 60.0 * remind AS at FROM ids \
        JOIN items ON slot = ids.owner << 32 | ids.sequence JOIN details ON number = slot \
        WHERE deleted_by IS NULL AND remind IS NOT NULL
        """
    }

    package func time(_ given: Double) -> Double { given }

    package func addOwner(_ epoch: String) throws(DatabaseError) -> Int {
        try execute("UPDATE access SET last_owner = last_owner + 1 WHERE one = 1")
        guard let owner = try integer("SELECT last_owner FROM access WHERE one = 1") else {
            throw DatabaseError(code: 11, message: "there is no counter of owners")
        }
        guard owner < Slot.limit - 1 else {
            throw DatabaseError(code: 1, message: "there are no keys left for owners")
        }
        try run(
            "INSERT INTO owners (owner, epoch) VALUES ($1, $2)", [.integer(owner), .text(epoch)])
        return owner
    }

    package func read(
        _ sql: String, _ body: (StatementRow) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        let row = try prepareShared(sql)
        while try step(&row.statement), try body(row) {}
    }

    package func readItems(
        of owner: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) {
        let long = try ItemDetails(self)
        try read(
            """
            SELECT \(SQLiteItemColumns.list) FROM items WHERE \(Self.items(of: "\(owner)")) ORDER BY slot
            """
        ) { row throws(DatabaseError) in
            try SQLiteItemColumns.visit(row.statement, long, self, to: body)
        }
    }

    package func readItems(_ body: (Int, ToDoItem) -> Bool) throws(DatabaseError) {
        let long = try ItemDetails(self)
        try read(
            """
            SELECT \(SQLiteItemColumns.list) FROM items \
            WHERE slot >> 32 IN (SELECT owner FROM owners WHERE leaving = 0) ORDER BY slot
            """
        ) { row throws(DatabaseError) in
            body(
                Slot(row.statement.integer(at: SQLiteItemColumns.At.slot)).owner,
                try SQLiteItemColumns.item(row.statement, long, self))
        }
    }

    package func checkMembers(
        _ progress: (CheckProgress) -> Void, _ note: (String) -> Void
    ) throws(DatabaseError) {
        var (items, changes) = (0, 0)
        func check(
            _ place: String, _ invalidMember: () throws(DatabaseError) -> ItemMember?
        ) throws(DatabaseError) {
            do throws(DatabaseError) {
                if let member = try invalidMember() { note("\(place), \(member.rawValue)") }
            } catch  where error.kind == .corrupt {
                note("\(place): \(error.message)")
            }
        }
        let owners = "(SELECT owner FROM owners WHERE leaving = 0)"
        let long = try ItemDetails(self)
        try read("SELECT \(SQLiteItemColumns.list) FROM items WHERE slot >> 32 IN \(owners)") {
            row throws(DatabaseError) in
            let slot = Slot(row.statement.integer(at: SQLiteItemColumns.At.slot))
            try check("owner \(slot.owner), sequence \(slot.sequence)") {
                () throws(DatabaseError) in
                try SQLiteItemColumns.item(row.statement, long, self).invalidMember
            }
            items += 1
            progress(.items(items))
            return true
        }
        try read("SELECT \(LogColumns.image.list), owner, entry FROM log WHERE owner IN \(owners)")
        {
            row throws(DatabaseError) in
            let column = Int32(LogColumns.image.count)
            let owner = row.statement.integer(at: column)
            try check("owner \(owner), entry \(row.statement.integer(at: column + 1))") {
                () throws(DatabaseError) in
                try LogColumns.image(row.statement).invalidMember
            }
            changes += 1
            progress(.changes(changes))
            return true
        }
    }
}
