import Items
import SQLite
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The progress of a check` {
    @Test func `has each step, and the number of rows`() throws {
        let world = try AccountDatabase()
        let ann = try world.add("ann@example.org")
        _ = try world.write(
            .add((1...30).map { NewItem($0, "item \($0)") }, onConflict: .refuse), of: ann,
            once: "1"
        ).get()
        _ = try world.write(.delete(id(3)), of: ann, once: "2").get()
        try world.repository.endRound()
        var steps: [CheckProgress] = []

        let report = DatabaseCheck.run(world.database) { steps.append($0) }

        #expect(report.findings == [])
        let invariants = Invariant.all.count
        let texts = steps.compactMap { step in
            if case .texts(let count) = step { count } else { nil }
        }
        let expected: [CheckProgress] =
            [.file, .references] + (1...invariants).map { .invariant($0, of: invariants) }
            + (1...31).map { .history($0) } + [.accounts] + (1...29).map { .items($0) }
            + (1...31).map { .changes($0) } + texts.map { .texts($0) } + [.counts]
        #expect(steps == expected)
        #expect(texts == texts.indices.map { $0 + 1 })
        #expect(texts.count >= 29 + 31)
    }
}
