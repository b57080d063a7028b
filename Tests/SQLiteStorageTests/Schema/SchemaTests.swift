import SQLite
import SQLiteStorage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `The schema` {
    static let allowed = [
        Case(.items, [:]),
        Case(.items, ["slot": slot(owner: 2_147_483_647, sequence: 2_147_483_647)]),
        Case(.items, ["title": "'x'"]),
        Case(.items, ["title": text("x", 500)]),
        Case(.items, ["title": text("😀", 500)]),
        Case(.items, ["description": "NULL"]),
        Case(.items, ["description": "''"]),
        Case(.items, ["description": text("x", 256)]),
        Case(.items, ["description": text("é", 128)]),
        Case(.items, ["details": "0"]),
        Case(.items, ["description": "NULL", "details": "257"]),
        Case(.items, ["description": "NULL", "details": "65536"]),
        Case(.items, ["updated_at": "NULL"]),
        Case(.items, ["timestamp": "NULL"]),
        Case(.items, ["timestamp": "-62135596800.0"]),
        Case(.items, ["timestamp": "253402300799.99997"]),
        Case(.items, ["timestamp": "7"]),
        Case(.items, ["day": "0"]),
        Case(.items, ["day": "0", "timestamp": "-50400"]),
        Case(.items, ["day": "0", "timestamp": "43200"]),
        Case(.items, ["day": "2932896", "timestamp": "253402214400"]),
        Case(.items, ["repeat": "'{\"frequency\":\"daily\"}'"]),
        Case(.items, ["location_name": "''"]),
        Case(.items, ["location_name": text("😀", 500)]),
        Case(.items, ["latitude": "NULL", "longitude": "NULL"]),
        Case(.items, ["latitude": "NULL", "longitude": "NULL", "location_name": "NULL"]),
        Case(.items, ["latitude": "-90.0", "longitude": "-180.0"]),
        Case(.items, ["latitude": "90.0", "longitude": "180.0"]),
        Case(.items, ["slot": slot(owner: 1, done: true, sequence: 1), "done_at": "1.0"]),
        Case(.details, [:]),
        Case(.details, ["tags": "NULL", "position": "NULL", "remind": "NULL"]),
        Case(.details, ["description": "NULL", "tags": text("é", 409), "remind": "NULL"]),
        Case(.details, ["description": "NULL", "tags": "NULL", "position": text("z", 64)]),
        Case(.details, ["remind": "-10080"]),
        Case(.details, ["remind": "40320"]),
        Case(.details, ["description": text("é", 32_768)]),
        Case(.ids, [:]),
        Case(.ids, ["deleted_by": "1", "sequence": "2147483647"]),
        Case(.log, [:]),
        Case(.log, ["entry": "9", "previous": "8", "members": "256", "title": "'milk'"]),
        Case(.log, ["members": "16777215", "created_at": "1.0", "id": "randomblob(16)"]),
        Case(.log, ["members": "0", "sequence": "2147483647"]),
        Case(.marks, [:]),
        Case(.owners, [:]),
        Case(.owners, ["epoch": "'abcdefghij01234'"]),
        Case(.owners, ["owner": "2147483646", "last_sequence": "2147483647"]),
        Case(.owners, ["leaving": "1"]),
        Case(.answers, [:]),
        Case(.answers, ["key": text("k", 255), "status": "299"]),
        Case(.answers, ["content": "NULL"]),
        Case(.coordinates, [:]),
        Case(.coordinates, ["latitude": "NULL", "longitude": "NULL"]),
        Case(.coordinates, ["address": text("ä", 500), "latitude": "-90", "longitude": "180"]),
        Case(.accounts, [:]),
        Case(.accounts, ["name": text("😀", 200), "email": "'a@b'"]),
        Case(.accounts, ["email": text("x", 254)]),
        Case(.tokens, [:]),
        Case(.tokens, ["label": "'phone'"]),
        Case(.tokens, ["is_fixed": "1"]),
        Case(.tokens, ["scope": "'all'", "label": "'phone'"]),
        Case(.tokens, ["scope": "'items'", "label": "'phone'"]),
        Case(.tokens, ["scope": "'read'", "label": "'phone'"]),
        Case(.tokens, ["made_by": "randomblob(16)", "label": "'phone'"]),
    ]

    @Test(arguments: allowed)
    func `accepts values that the domain accepts`(example: Case) throws {
        let session = try SQLiteConnection.migratedInMemory()
        _ = try session.addOwner(2)

        try session.execute(example.row.insert(example.changes))

        #expect(try session.integer("SELECT count(*) FROM \(example.row.table)") ?? 0 > 0)
    }

    static let refused = [
        Case(.items, ["slot": slot(owner: 1, sequence: 0)], .check),
        Case(.items, ["slot": slot(owner: 1, done: true, sequence: 0), "done_at": "1.0"], .check),
        Case(.items, ["slot": slot(owner: 0, sequence: 1)], .check),
        Case(.items, ["slot": slot(owner: -1, sequence: 1)], .check),
        Case(.items, ["slot": slot(owner: 1, done: true, sequence: 1)], .check),
        Case(.items, ["done_at": "1.0"], .check),
        Case(.items, ["done_at": "'yes'"], .dataType),
        Case(.items, ["id": "zeroblob(15)"], .check),
        Case(.items, ["id": "zeroblob(17)"], .check),
        Case(.items, ["id": "'0123456789abcdef'"], .dataType),
        Case(.items, ["id": "NULL"], .notNull),
        Case(.items, ["title": "NULL"], .notNull),
        Case(.items, ["title": "''"], .check),
        Case(.items, ["title": text("x", 501)], .check),
        Case(.items, ["title": text("😀", 501)], .check),
        Case(.items, ["title": "'a' || char(0)"], .check),
        Case(.items, ["title": "'a' || char(0) || \(text("x", 600))"], .check),
        Case(.items, ["title": "x'61'"], .dataType),
        Case(.items, ["description": text("x", 257)], .check),
        Case(.items, ["description": text("é", 129)], .check),
        Case(.items, ["description": "'a' || char(0) || 'b'"], .check),
        Case(.items, ["details": "300"], .check),
        Case(.items, ["description": "NULL", "details": "256"], .check),
        Case(.items, ["description": "NULL", "details": "65537"], .check),
        Case(.items, ["timestamp": "-62135596800.1"], .check),
        Case(.items, ["timestamp": "253402300800.0"], .check),
        Case(.items, ["timestamp": "9e999"], .check),
        Case(.items, ["timestamp": "-9e999"], .check),
        Case(.items, ["timestamp": "'soon'"], .dataType),
        Case(.items, ["day": "0", "timestamp": "NULL"], .check),
        Case(.items, ["day": "0", "timestamp": "-50400.5"], .check),
        Case(.items, ["day": "0", "timestamp": "43200.5"], .check),
        Case(.items, ["day": "'soon'"], .dataType),
        Case(.items, ["repeat": "'daily'"], .check),
        Case(.items, ["repeat": text("x", 301)], .check),
        Case(.items, ["repeat": text("x", 30), "timestamp": "NULL"], .check),
        Case(
            .items,
            [
                "repeat": text("x", 30), "done_at": "1.0",
                "slot": slot(owner: 1, done: true, sequence: 1),
            ], .check),
        Case(.items, ["location_name": text("x", 501)], .check),
        Case(.items, ["location_name": "char(0)"], .check),
        Case(.items, ["location_name": "NULL"], .check),
        Case(.items, ["latitude": "90.00000000000002"], .check),
        Case(.items, ["latitude": "-90.00000000000002"], .check),
        Case(.items, ["latitude": "9e999"], .check),
        Case(.items, ["latitude": "NULL"], .check),
        Case(.items, ["longitude": "180.00000000000003"], .check),
        Case(.items, ["longitude": "-180.00000000000003"], .check),
        Case(.items, ["longitude": "NULL"], .check),
        Case(.items, ["created_at": "NULL"], .notNull),
        Case(.items, ["revision": "0"], .check),
        Case(.items, ["revision": "1.5"], .dataType),
        Case(.details, ["description": text("x", 256)], .check),
        Case(.details, ["description": text("x", 65_537)], .check),
        Case(.details, ["description": text("é", 128)], .check),
        Case(.details, ["description": "char(0) || \(text("x", 300))"], .check),
        Case(.details, ["tags": "''"], .check),
        Case(.details, ["tags": text("x", 410)], .check),
        Case(.details, ["tags": "'a' || char(0)"], .check),
        Case(.details, ["position": "'a'"], .check),
        Case(.details, ["position": text("x", 65)], .check),
        Case(.details, ["position": "'a-'"], .check),
        Case(.details, ["remind": "-10081"], .check),
        Case(.details, ["remind": "40321"], .check),
        Case(.ids, ["id": "zeroblob(15)"], .check),
        Case(.ids, ["sequence": "0"], .check),
        Case(.ids, ["sequence": "2147483648"], .check),
        Case(.ids, ["deleted_by": "0"], .check),
        Case(.log, ["entry": "0"], .check),
        Case(.log, ["previous": "1"], .check),
        Case(.log, ["previous": "-1"], .check),
        Case(.log, ["revision": "0"], .check),
        Case(.log, ["sequence": "0"], .check),
        Case(.log, ["sequence": "2147483648"], .check),
        Case(.log, ["members": "-1"], .check),
        Case(.log, ["members": "16777216"], .check),
        Case(.log, ["members": "2"], .check),
        Case(.log, ["members": "2", "created_at": "1.0"], .check),
        Case(.log, ["members": "2", "id": "randomblob(16)"], .check),
        Case(.log, ["created_at": "1.0"], .check),
        Case(.log, ["id": "randomblob(16)", "created_at": "1.0"], .check),
        Case(.log, ["owner": "NULL"], .notNull),
        Case(.owners, ["owner": "1"], .unique),
        Case(.owners, ["owner": "0"], .check),
        Case(.owners, ["owner": "2147483648"], .check),
        Case(.owners, ["leaving": "2"], .check),
        Case(.accounts, ["name": "''"], .check),
        Case(.accounts, ["name": text("x", 201)], .check),
        Case(.accounts, ["email": "'a@'"], .check),
        Case(.accounts, ["email": text("é", 128)], .check),
        Case(.accounts, ["email_key": "x''"], .check),
        Case(.accounts, ["password": "''"], .check),
        Case(.accounts, ["password": "'a' || char(0)"], .check),
        Case(.accounts, ["owner": "9"], .foreignKey),
        Case(
            .accounts, ["owner": "2", "email_key": "CAST('owner2@example.org' AS BLOB)"], .unique),
        Case(.tokens, ["selector": "randomblob(15)"], .check),
        Case(.tokens, ["digest": "randomblob(31)"], .check),
        Case(.tokens, ["is_fixed": "2"], .check),
        Case(.tokens, ["scope": "'write'", "label": "'phone'"], .check),
        Case(.tokens, ["scope": "'items'"], .check),
        Case(.tokens, ["scope": "NULL", "label": "'phone'"], .notNull),
        Case(.tokens, ["made_by": "randomblob(15)", "label": "'phone'"], .check),
        Case(.tokens, ["made_by": "randomblob(16)"], .check),
        Case(.tokens, ["owner": "1"], .foreignKey),
        Case(.access, ["one": "2"], .check),
        Case(.access, [:], .unique),
        Case(.owners, ["epoch": "'abc'"], .check),
        Case(.owners, ["epoch": "'abcdefghij012345'"], .check),
        Case(.owners, ["epoch": "'ab.cd'"], .check),
        Case(.owners, ["epoch": "'ABCD'"], .check),
        Case(.owners, ["revision": "-1"], .check),
        Case(.owners, ["last_sequence": "-1"], .check),
        Case(.owners, ["last_sequence": "2147483648"], .check),
        Case(.owners, ["last_entry": "-1"], .check),
        Case(.owners, ["unmarked": "-1"], .check),
        Case(.owners, ["item_count": "-1"], .check),
        Case(.owners, ["item_bytes": "-1"], .check),
        Case(.owners, ["history_bytes": "-1"], .check),
        Case(.owners, ["answer_bytes": "-1"], .check),
        Case(.answers, ["key": "''"], .check),
        Case(.answers, ["key": text("k", 256)], .check),
        Case(.answers, ["status": "199"], .check),
        Case(.answers, ["status": "300"], .check),
        Case(.answers, ["owner": "9"], .foreignKey),
        Case(.coordinates, ["address": "''"], .check),
        Case(.coordinates, ["address": text("x", 501)], .check),
        Case(.coordinates, ["latitude": "NULL"], .check),
        Case(.coordinates, ["longitude": "NULL"], .check),
        Case(.coordinates, ["latitude": "90.1"], .check),
        Case(.coordinates, ["longitude": "-180.1"], .check),
        Case(.coordinates, ["found_at": "NULL"], .notNull),
    ]

    @Test(arguments: refused)
    func `refuses values that the domain refuses`(example: Case) throws {
        let session = try SQLiteConnection.migratedInMemory()
        _ = try session.addOwner(2)

        let error = failure { () throws(DatabaseError) in
            try session.execute(example.row.insert(example.changes))
        }

        let constraint = try #require(example.breaks)
        #expect(error?.kind == .constraint(constraint), "\(String(describing: error))")
    }

    @Test(arguments: [
        (Row.items, ["id": "zeroblob(16)"]), (.details, [:]), (.ids, ["sequence": "2"]),
        (.log, ["revision": "2"]), (.marks, [:]), (.answers, [:]),
    ])
    func `has unique keys`(row: Row, second: [String: String]) throws {
        let session = try SQLiteConnection.migratedInMemory()
        let fixed = row.table == "ids" ? ["id": "zeroblob(16)"] : [:]
        try session.execute(row.insert(fixed))

        let error = failure { () throws(DatabaseError) in
            try session.execute(row.insert(second.merging(fixed) { $1 }))
        }

        #expect(error?.kind == .constraint(.unique))
    }

    @Test func `is strict in every table`() throws {
        let session = try SQLiteConnection.migratedInMemory()

        let lax = try session.rows(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND NOT strict
            """, columns: 1)

        #expect(lax == ["sqlite_schema"])
    }

    /// The tables of items have no foreign keys, because a removed account is erased in steps.
    @Test func `deletes an owner's account, tokens and stored responses with the owner`() throws {
        let session = try SQLiteConnection.migratedInMemory()
        let rows = [Row.answers, .accounts]
        for row in rows { try session.execute(row.insert()) }
        try session.execute(Row.tokens.insert(["owner": "1"]))

        try session.execute("DELETE FROM owners")

        for table in rows.map(\.table) + ["tokens"] {
            #expect(try session.integer("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
    }

    private func failure(_ body: () throws(DatabaseError) -> Void) -> DatabaseError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
