import SQLite
import SQLiteStorage
import TestSupport
import Testing

@Suite struct `The schema` {
    /// The letter so many times, in SQL.
    private static func text(_ letter: String, _ count: Int) -> String {
        "replace(hex(zeroblob(\(count))), '00', '\(letter)')"
    }

    static let allowed = [
        Case(.items, [:]),
        Case(.items, ["title": "'x'"]),
        Case(.items, ["title": text("x", 500)]),
        Case(.items, ["title": text("😀", 500)]),
        Case(.items, ["description": "NULL"]),
        Case(.items, ["description": "''"]),
        Case(.items, ["description": text("x", 65_536)]),
        Case(.items, ["description": text("é", 32_768)]),
        Case(.items, ["timestamp": "NULL"]),
        Case(.items, ["timestamp": "-62135596800.0"]),
        Case(.items, ["timestamp": "253402300799.99997"]),
        Case(.items, ["timestamp": "7"]),
        Case(.items, ["place_name": "''"]),
        Case(.items, ["place_name": text("😀", 500)]),
        Case(.items, ["latitude": "NULL", "longitude": "NULL"]),
        Case(.items, ["latitude": "NULL", "longitude": "NULL", "place_name": "NULL"]),
        Case(.items, ["latitude": "-90.0", "longitude": "-180.0"]),
        Case(.items, ["latitude": "90.0", "longitude": "180.0"]),
        Case(.items, ["done": "1", "done_at": "1.0"]),
        Case(.tombstones, [:]),
        Case(.changes, [:]),
        Case(.changes, ["place": "NULL", "title": "NULL", "was_revision": "NULL"]),
        Case(.changes, ["place": "NULL", "title": "NULL"]),
        Case(.owners, [:]),
        Case(.owners, ["revision": "7", "horizon": "7"]),
        Case(.owners, ["epoch": "'abcdefghij01234'"]),
        Case(.answers, [:]),
        Case(.answers, ["key": text("k", 255), "status": "299"]),
        Case(.answers, ["content": "NULL"]),
        Case(.coordinates, [:]),
        Case(.coordinates, ["latitude": "NULL", "longitude": "NULL"]),
        Case(.coordinates, ["address": text("ä", 500), "latitude": "-90", "longitude": "180"]),
        Case(.trigrams, ["trigram": "0"]),
        Case(.trigrams, ["trigram": "16777215"]),
        Case(.unsearchable, [:]),
        Case(.renewals, ["place": "7", "last_place": "7"]),
        Case(.terms, [:]),
        Case(.owners, ["runs": "x'00'"]),
        Case(.accounts, [:]),
        Case(.accounts, ["name": text("😀", 200), "email": "'a@b'"]),
        Case(.accounts, ["email": text("x", 254)]),
        Case(.tokens, [:]),
        Case(.tokens, ["label": "'phone'"]),
        Case(.owners, ["leaving": "1"]),
    ]

    @Test(arguments: allowed)
    func `accepts what the domain accepts`(example: Case) throws {
        let session = try Connection.migratedInMemory()
        _ = try session.addOwner(2)

        try session.execute(example.row.insert(example.changes))

        #expect(try session.integer("SELECT count(*) FROM \(example.row.table)") ?? 0 > 0)
    }

    static let refused = [
        Case(.items, ["place": "0"], .check),
        Case(.items, ["place": "-1"], .check),
        Case(.items, ["owner": "9"], .foreignKey),
        Case(.items, ["owner": "NULL"], .notNull),
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
        Case(.items, ["description": text("x", 65_537)], .check),
        Case(.items, ["description": text("é", 32_769)], .check),
        Case(.items, ["description": "'a' || char(0) || 'b'"], .check),
        Case(.items, ["timestamp": "-62135596800.1"], .check),
        Case(.items, ["timestamp": "253402300800.0"], .check),
        Case(.items, ["timestamp": "9e999"], .check),
        Case(.items, ["timestamp": "-9e999"], .check),
        Case(.items, ["timestamp": "'soon'"], .dataType),
        Case(.items, ["place_name": text("x", 501)], .check),
        Case(.items, ["place_name": "char(0)"], .check),
        Case(.items, ["place_name": "NULL"], .check),
        Case(.items, ["latitude": "90.00000000000002"], .check),
        Case(.items, ["latitude": "-90.00000000000002"], .check),
        Case(.items, ["latitude": "9e999"], .check),
        Case(.items, ["latitude": "NULL"], .check),
        Case(.items, ["longitude": "180.00000000000003"], .check),
        Case(.items, ["longitude": "-180.00000000000003"], .check),
        Case(.items, ["longitude": "NULL"], .check),
        Case(.items, ["done": "2"], .check),
        Case(.items, ["done": "-1"], .check),
        Case(.items, ["done": "NULL"], .notNull),
        Case(.items, ["done": "'yes'"], .dataType),
        Case(.items, ["done": "1"], .check),
        Case(.items, ["done_at": "1.0"], .check),
        Case(.items, ["card": "NULL"], .notNull),
        Case(.items, ["created_at": "NULL"], .notNull),
        Case(.items, ["updated_at": "NULL"], .notNull),
        Case(.items, ["revision": "0"], .check),
        Case(.items, ["revision": "1.5"], .dataType),
        Case(.tombstones, ["id": "zeroblob(15)"], .check),
        Case(.tombstones, ["owner": "9"], .foreignKey),
        Case(.tombstones, ["revision": "0"], .check),
        Case(.changes, ["id": "zeroblob(15)"], .check),
        Case(.changes, ["owner": "9"], .foreignKey),
        Case(.changes, ["place": "NULL"], .check),
        Case(.changes, ["title": "NULL"], .check),
        Case(.changes, ["was_revision": "NULL"], .check),
        Case(.owners, ["owner": "1"], .unique),
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
        Case(.tokens, ["owner": "1"], .foreignKey),
        Case(.access, ["one": "2"], .check),
        Case(.access, [:], .unique),
        Case(.owners, ["epoch": "'abc'"], .check),
        Case(.owners, ["epoch": "'abcdefghij012345'"], .check),
        Case(.owners, ["epoch": "'ab.cd'"], .check),
        Case(.owners, ["epoch": "'ABCD'"], .check),
        Case(.owners, ["revision": "-1"], .check),
        Case(.owners, ["revision": "7", "horizon": "8"], .check),
        Case(.owners, ["horizon": "-1"], .check),
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
        Case(.owners, ["last_run": "-1"], .check),
        Case(.owners, ["searchable_to": "-1"], .check),
        Case(.owners, ["stale": "-1"], .check),
        Case(.trigrams, ["trigram": "16777216"], .check),
        Case(.trigrams, ["run": "0"], .check),
        Case(.trigrams, ["places": "x''"], .check),
        Case(.trigrams, ["owner": "9"], .foreignKey),
        Case(.unsearchable, ["owner": "9"], .foreignKey),
        Case(.renewals, ["old_runs": "0"], .check),
        Case(.renewals, ["place": "-1"], .check),
        Case(.renewals, ["place": "8", "last_place": "7"], .check),
        Case(.renewals, ["owner": "9"], .foreignKey),
        Case(.terms, ["run": "0"], .check),
        Case(.terms, ["first": "x''"], .check),
        Case(.terms, ["rest": "x''"], .check),
        Case(.terms, ["owner": "9"], .foreignKey),
        Case(.owners, ["runs": "NULL"], .notNull),
    ]

    @Test(arguments: refused)
    func `refuses what the domain refuses`(example: Case) throws {
        let session = try Connection.migratedInMemory()
        _ = try session.addOwner(2)

        let error = failure { () throws(DatabaseError) in
            try session.execute(example.row.insert(example.changes))
        }

        let constraint = try #require(example.breaks)
        #expect(error?.kind == .constraint(constraint), "\(String(describing: error))")
    }

    @Test(arguments: [
        (Row.items, ["place": "2", "id": "zeroblob(16)"]), (.items, ["place": "1"]),
        (.tombstones, ["place": "2", "id": "zeroblob(16)"]), (.tombstones, ["place": "1"]),
        (.changes, ["id": "zeroblob(16)"]), (.answers, [:]), (.trigrams, [:]),
        (.unsearchable, [:]), (.renewals, [:]), (.terms, [:]),
    ])
    func `has every key once`(row: Row, second: [String: String]) throws {
        let session = try Connection.migratedInMemory()
        try session.execute(
            row.insert(row.columns["id"].map { _ in ["id": "zeroblob(16)"] } ?? [:]))

        let error = failure { () throws(DatabaseError) in try session.execute(row.insert(second)) }

        #expect(error?.kind == .constraint(.unique))
    }

    @Test func `is strict in every table`() throws {
        let session = try Connection.migratedInMemory()

        let lax = try session.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict", columns: 1)

        #expect(lax == ["sqlite_schema"])
    }

    @Test func `forgets all of an owner who goes`() throws {
        let session = try Connection.migratedInMemory()
        let rows = [
            Row.items, .tombstones, .changes, .answers, .trigrams, .unsearchable, .renewals, .terms,
            .accounts,
        ]
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
