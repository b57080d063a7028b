package import Items
package import PostgreSQL
package import Storage

/// Runs shared SQL on a session.
package struct PostgresSQL: DatabaseSession {
    package typealias Failure = PostgresFailure

    let session: any PostgresSession

    package func run(
        _ sql: String, _ values: [SQLValue], _ body: (PostgresRow) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) -> Int {
        let rows = try session.run(PostgresCommand(sql, values))
        for row in 0..<rows.count { try body(PostgresRow(rows: rows, row: row)) }
        return rows.changed
    }

    package func run(_ sql: String, each lists: [[SQLValue]]) throws(PostgresFailure) {
        if lists.isEmpty { return }
        _ = try session.exchange(lists.map { PostgresCommand(sql, $0) })
    }

    package static var lock: String { " FOR NO KEY UPDATE" }
    package static var lockUnlocked: String { " FOR NO KEY UPDATE SKIP LOCKED" }
    package static var isShared: Bool { true }
    package static var revocation: String {
        "UPDATE revocations SET count = count + 1 WHERE one = 1"
    }

    package static var beginMoment: String { .beginMoment }

    package static func time(_ column: String) -> String {
        """
        to_char(to_timestamp(floor(\(column))) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        """
    }

    package static func items(of key: String) -> String { "items.owner = \(key)" }

    package static func equal(_ column: String, _ value: String) -> String {
        "md5(\(column)) = md5(\(value)) AND \(column) = \(value)"
    }

    package static var reminders: String {
        """
        SELECT timestamp - 60 * remind AS at, owner, sequence, id, created_at FROM items \
        WHERE remind IS NOT NULL AND NOT done
        """
    }

    package static var openItems: String {
        """
        SELECT owner, id, title, timestamp, day, revision, timestamp - 60 * remind AS at \
        FROM items WHERE remind IS NOT NULL AND NOT done
        """
    }

    package func time(_ given: Double) throws(PostgresFailure) -> Double {
        let times = try rows("SELECT extract(epoch FROM clock_timestamp())::double precision") {
            row throws(PostgresFailure) in try row.double(0)
        }
        return times.first ?? given
    }

    package func addOwner(_ epoch: String) throws(PostgresFailure) -> Int {
        let owners = try rows(
            "INSERT INTO owners (owner, epoch) VALUES (nextval('owner_keys'), $1) RETURNING owner",
            [.text(epoch)]
        ) { row throws(PostgresFailure) in try row.integer(0) }
        guard let owner = owners.first else { throw .unexpected("no key of a new owner") }
        return owner
    }

    /// Fetches the rows from a cursor.
    package func read(
        _ sql: String, _ body: (PostgresRow) throws(PostgresFailure) -> Bool
    ) throws(PostgresFailure) {
        // A session prepares each text once, so the name belongs to one query only.
        let (name, rowsPerTrip) = ("rows_\(sql.hashValue.magnitude)", 250)
        try run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)")
        while true {
            let rows = try session.run("FETCH \(rowsPerTrip) FROM \(name)")
            for row in 0..<rows.count {
                guard try body(PostgresRow(rows: rows, row: row)) else { return }
            }
            if rows.count < rowsPerTrip { return }
        }
    }

    package func readItems(
        of owner: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(PostgresFailure) {
        try read(
            "SELECT \(PostgresItemColumns.list) FROM items WHERE owner = \(owner) ORDER BY done, sequence"
        ) { row throws(PostgresFailure) in
            var goesOn = true
            try PostgresItemColumns.visit(row.rows, row.row) { goesOn = body($0) }
            return goesOn
        }
    }

    package func readItems(_ body: (Int, ToDoItem) -> Bool) throws(PostgresFailure) {
        try read(
            """
            SELECT i.owner, \(PostgresItemColumns.list(of: "i")) FROM items i \
            WHERE NOT EXISTS (SELECT 1 FROM owners o WHERE o.owner = i.owner AND o.leaving) \
            ORDER BY i.owner, i.done, i.sequence
            """
        ) { row throws(PostgresFailure) in
            body(try row.integer(0), try PostgresItemColumns.item(row.rows, row.row, from: 1))
        }
    }

    package func checkMembers(
        _ progress: (CheckProgress) -> Void, _ note: (String) -> Void
    ) throws(PostgresFailure) {
        var (items, changes) = (0, 0)
        func check(_ place: String, _ invalidMember: () throws(PostgresFailure) -> ItemMember?) {
            do throws(PostgresFailure) {
                if let member = try invalidMember() { note("\(place), \(member.rawValue)") }
            } catch {
                // The row is here, so it is its value that cannot be read.
                note("\(place): \(error)")
            }
        }
        let isActive = "NOT EXISTS (SELECT 1 FROM owners o WHERE o.owner = r.owner AND o.leaving)"
        try read(
            "SELECT owner, sequence, \(PostgresItemColumns.list) FROM items r WHERE \(isActive)"
        ) { row throws(PostgresFailure) in
            check("owner \(try row.integer(0)), sequence \(try row.integer(1))") {
                () throws(PostgresFailure) in
                try PostgresItemColumns.item(row.rows, row.row, from: 2).invalidMember
            }
            items += 1
            progress(.items(items))
            return true
        }
        try read(
            """
            SELECT \(ChangeColumns.image), owner, revision, ordinal FROM changes r WHERE \(isActive)
            """
        ) { row throws(PostgresFailure) in
            let column = ChangeColumns.imageNames.count
            let revision = try row.integer(column + 1)
            check(
                """
                owner \(try row.integer(column)), change \(try row.integer(column + 2)) \
                of revision \(revision)
                """
            ) { () throws(PostgresFailure) in
                try ChangeColumns.image(row.rows, row.row).invalidMember
            }
            changes += 1
            progress(.changes(changes))
            return true
        }
    }
}

extension PostgresSession {
    /// The session, to run shared SQL.
    var sql: PostgresSQL { PostgresSQL(session: self) }
}

extension PostgresCommand {
    fileprivate init(_ sql: String, _ values: [SQLValue]) {
        self.init(sql) { list in
            for value in values {
                switch value {
                case .integer(let value): list.append(value)
                case .double(let value): list.append(value)
                case .bool(let value): list.append(value)
                case .text(let value): list.append(value)
                case .bytes(let value): list.append(value.map { PostgresBytes($0) })
                case .uuid(let value):
                    list.append(value.map { PostgresUUID(high: $0.high, low: $0.low) })
                }
            }
        }
    }
}

/// One of the rows of a command.
package struct PostgresRow: SQLRow {
    package typealias Failure = PostgresFailure

    let rows: PostgresRows
    let row: Int

    package func integer(_ column: Int) throws(PostgresFailure) -> Int {
        try rows.integer(row, column)
    }

    package func double(_ column: Int) throws(PostgresFailure) -> Double {
        try rows.double(row, column)
    }

    package func optionalDouble(_ column: Int) throws(PostgresFailure) -> Double? {
        rows.isNull(row, column) ? nil : try double(column)
    }

    package func optionalBytes(_ column: Int) -> [UInt8]? {
        rows.isNull(row, column) ? nil : bytes(column)
    }

    package func bool(_ column: Int) throws(PostgresFailure) -> Bool { try rows.bool(row, column) }
    package func text(_ column: Int) -> String { rows.string(row, column) }
    package func optionalText(_ column: Int) -> String? { rows.optionalString(row, column) }
    package func bytes(_ column: Int) -> [UInt8] { rows.blob(row, column) }

    package func uuid(_ column: Int) throws(PostgresFailure) -> (high: UInt64, low: UInt64) {
        let uuid = try rows.uuid(row, column)
        return (uuid.high, uuid.low)
    }

    package func optionalUUID(
        _ column: Int
    ) throws(PostgresFailure) -> (high: UInt64, low: UInt64)? {
        rows.isNull(row, column) ? nil : try uuid(column)
    }

    package func epoch(_ column: Int) -> String { rows.string(row, column) }
    package func malformed(_ what: String) -> PostgresFailure { .unexpected(what) }
}
