import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

/// The tables are partitioned by owner, as if they were distributed over several servers.
@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `Tables in sixteen parts` {
    @Test func `are touched by each plan of a request only where its owners are`() throws {
        let world = try PostgresWorld(partitions: 16)

        let entries = try Conversation.record(on: world, hasPlans: true)

        var faults: Set<String> = []
        for entry in entries where !StatementRules.isChore(entry.sql) {
            let own = try world.parts(of: entry.owners)
            for plan in entry.plans {
                let others = plan.tables.compactMap(Self.part).filter { !own.contains($0) }
                guard !others.isEmpty else { continue }
                faults.insert(
                    """
                    \(entry.step): \(plan.kind) plan touches \(Set(others).count) other parts: \
                    \(entry.sql): \(plan.summary)
                    """)
            }
        }
        #expect(faults == [])
        #expect(try world.violations() == [])
    }

    @Test func `are all touched by a statement that names no owner`() throws {
        let world = try PostgresWorld(partitions: 16)

        let plans = try PlanProbe(world.connection).plans(
            of: PostgresCommand("SELECT count(*) FROM items"))

        #expect(plans.map { Set($0.tables.compactMap(Self.part)).count } == [16, 16])
    }

    /// The number of a table's part, such as 7 for `items_7`; nil for a whole table.
    private static func part(_ table: String) -> Int? {
        table.split(separator: "_").last.flatMap { Int($0) }
    }
}

extension PostgresWorld {
    /// The numbers of the parts that contain the rows of these owners.
    fileprivate func parts(of owners: [Int]) throws -> Set<Int> {
        let rows = try connection.run(
            PostgresCommand(
                """
                SELECT DISTINCT part::bigint FROM generate_series(0, 15) part, unnest($1) owner \
                WHERE satisfies_hash_partition('owners'::regclass, 16, part, owner)
                """
            ) { $0.append(owners) { $0 } })
        return try Set((0..<rows.count).map { try rows.integer($0, 0) })
    }
}
