import Foundation
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// The plans for an owner with very many items, in a database with many owners of 50 items.
///
/// `TOODOO_PLANS=1000000 scripts/test --only PostgresStorageTests --filter LargePlan` takes
/// minutes. The number of other owners is a tenth of that number.
@Suite(
    .enabled(
        if: PostgresWorld.isAvailable && LargeDatabase.items != nil,
        "it takes minutes: TOODOO_PLANS=1000000 runs it, on PostgreSQL"))
struct `Plans for an owner with very many items` {
    @Test func `look at few rows and sort few`() throws {
        let world = try PostgresWorld()
        let items = LargeDatabase.items ?? 0
        try LargeDatabase.fill(world, items: items)
        let time = ManualClock(LargeDatabase.now)
        let log = StatementLog(hasPlans: true)
        let process = RecordedProcess(on: world, time, log)
        let owner = world.database.localOwner

        try read(process, owner, items)
        try write(process, world, owner, items)

        var faults: [String] = []
        for entry in log.entries where !entry.step.isEmpty {
            for plan in entry.plans {
                let line = Self.line(entry, plan)
                print(line)
                let bound = Double(entry.step.hasPrefix("search") ? 2_001 : 101)
                if plan.scannedRows > 12 * bound || plan.sortedRows > 2.5 * bound {
                    faults.append(line + ": " + entry.sql)
                }
            }
        }
        #expect(faults == [])
    }

    private func read(_ process: RecordedProcess, _ owner: Owner, _ items: Int) throws {
        let repository = process.repository
        let sorts: [ItemSort?] =
            [nil]
            + ItemSort.Key.allCases.flatMap { key in
                [ItemSort(key), ItemSort(key, isDescending: true)]
            }
        for depth in [0, 1, items / 2, items] {
            process.log.begin("GET", of: [])
            let item = try repository.item(LargeDatabase.id(depth), of: owner)
            for sort in sorts {
                for done in [nil, false, true] as [Bool?] {
                    var query = ItemQuery(sort: sort)
                    query.filter.done = done
                    let name =
                        sort.map { ($0.isDescending ? "-" : "") + $0.key.rawValue } ?? "default"
                    process.log.begin(
                        "list \(name) done=\(done.map { "\($0)" } ?? "any") depth \(depth)", of: [])
                    _ = try repository.list(
                        query, of: owner, after: item?.position(in: sort), limit: 100,
                        begin: { _ in true }, { _ in true })
                }
            }
            process.log.begin("changes depth \(depth)", of: [])
            _ = try repository.changes(
                of: owner, since: .after(revision: depth), limit: 100, begin: { _ in true },
                { _, _ in true })
        }
        var filter = ItemFilter()
        filter.words = SearchWords("nowhere to be found")
        process.log.begin("search", of: [])
        _ = try repository.list(
            ItemQuery(filter: filter), of: owner, after: nil, limit: 100, begin: { _ in true },
            { _ in true })
    }

    private func write(
        _ process: RecordedProcess, _ world: PostgresWorld, _ owner: Owner, _ items: Int
    ) throws {
        process.log.begin("", of: [])
        try process.write(.put(id(1), content("first")), of: owner)
        process.log.begin("write", of: [])
        try process.write(.put(id(2), content("second")), of: owner, once: .post("a"))
        try process.write(.put(id(2), content("third")), of: owner)
        let revision = try process.write(.delete(LargeDatabase.id(items / 2)), of: owner).revision
        process.log.begin("undo", of: [])
        try process.write(.undo(revision: revision), of: owner)
        process.log.begin("write together", of: [])
        let jobs = (2...33).map { key in
            WriteJob(
                apart: ItemWrite(
                    owner: Owner(key: key, epoch: "abcd"),
                    action: .delete(LargeDatabase.id(1, of: key)))
            ) { _ in }
        }
        for outcome in process.batch.run(jobs, [], isMaintenance: false).items {
            _ = try outcome.get()
        }
    }

    private static func line(_ entry: StatementLog.Entry, _ plan: QueryPlan) -> String {
        let time = String(format: "%9.3f ms", plan.milliseconds)
        let rows = "\(Int(plan.scannedRows)) scanned, \(Int(plan.sortedRows)) sorted"
        return "\(time) \(entry.step) (\(plan.kind)): \(rows): \(plan.summary)"
    }
}

/// A database with many rows.
private enum LargeDatabase {
    /// The number of the large owner's items; nil skips the test.
    static let items = numberFromEnvironment("TOODOO_PLANS").flatMap { Int(exactly: $0) }
    static let now = 2e9

    /// The id of an item, by its number.
    static func id(_ number: Int, of owner: Int = Owner.localKey) -> ItemID {
        ItemID(high: UInt64(owner), low: UInt64(number))
    }

    static func fill(_ world: PostgresWorld, items: Int) throws {
        var options = PostgresConnection.Options()
        options.answerMilliseconds = 3_600_000
        let connection = try PostgresConnection(world.url, options)
        let others = max(33, items / 10)
        let id = "(lpad(to_hex(owner), 16, '0') || lpad(to_hex(sequence), 16, '0'))::uuid"
        try connection.execute(
            script: """
                SET synchronous_commit = off;
                CREATE TEMP TABLE numbers AS
                    SELECT \(Owner.localKey)::bigint AS owner, s::bigint AS sequence
                    FROM generate_series(1, \(items)) s
                    UNION ALL SELECT o, s FROM generate_series(2, \(others) + 1) o,
                        generate_series(1, 50) s;
                INSERT INTO owners (owner, epoch, revision, last_sequence, item_bytes,
                        history_bytes)
                    SELECT owner, 'abcd', count(*), count(*), 1 << 30, 1 << 30
                    FROM numbers GROUP BY owner
                    ON CONFLICT (owner) DO UPDATE SET revision = excluded.revision,
                        last_sequence = excluded.last_sequence, item_bytes = excluded.item_bytes,
                        history_bytes = excluded.history_bytes;
                INSERT INTO items (owner, id, sequence, revision, created_at, updated_at, done_at,
                        done, timestamp, title, description)
                    SELECT owner, \(id), sequence, sequence, \(now), \(now),
                        CASE WHEN sequence % 10 < 3 THEN \(now) END, sequence % 10 < 3,
                        CASE WHEN sequence % 3 > 0 THEN 1e9 + sequence * 7919 % 1000003 END,
                        substr(md5(sequence::text), 1, 12) || ' milk', 'number ' || sequence
                    FROM numbers;
                INSERT INTO changes (owner, revision, ordinal, id, sequence, changed_at, members,
                        bytes)
                    SELECT owner, sequence, 1, \(id), sequence, \(now), 32, 64 FROM numbers;
                UPDATE numbers SET sequence = sequence + \(10 * items);
                INSERT INTO tombstones (owner, id, revision, ordinal)
                    SELECT owner, \(id), sequence - \(10 * items), 2 FROM numbers;
                DROP TABLE numbers;
                ANALYZE;
                """)
    }
}
