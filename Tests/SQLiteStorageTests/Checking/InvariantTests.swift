import Storage
import Accounts
import Items
import SQLite
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

/// Plants one violation in a database with two owners; only Ann's rows are touched.
@Suite struct `An invariant` {
    /// SQL that violates one invariant, and the start of the example that the check reports.
    struct Violation: Sendable, CustomTestStringConvertible {
        let invariant: String
        let sql: String
        let example: String

        init(_ invariant: String, _ sql: String, _ example: String = "owner 2") {
            (self.invariant, self.sql, self.example) = (invariant, sql, example)
        }

        var testDescription: String { "\(invariant): \(sql)" }
    }

    @Test(arguments: violations)
    func `finds its violation, with an example`(violation: Violation) throws {
        let world = try InvariantWorld()
        #expect(world.findings() == [])

        try world.plant(violation.sql)

        let broken = world.findings().filter {
            guard case .violated(violation.invariant, _, let example) = $0 else { return false }
            return example.hasPrefix(violation.example)
        }
        #expect(broken.count == 1, "\(world.findings())")
    }

    @Test func `is planted by at least one violation`() {
        let planted = Set(Self.violations.map(\.invariant))

        let all =
            Invariant.all.map(\.description) + [
                HistoryCheck.description, EmailCheck.description, MemberCheck.description,
            ]

        #expect(Set(all).subtracting(planted) == [])
        #expect(planted.subtracting(all) == [])
    }

    @Test(arguments: ["items", "log"], ItemMember.allCases)
    func `finds a member whose value no write leaves`(table: String, member: ItemMember) throws {
        let world = try InvariantWorld()
        let value = member.invalidAssignment(infinity: "9e999")
        let row =
            table == "items"
            ? "slot = \(Self.open4)"
            : "entry = 608; UPDATE log SET members = members | \(ChangeMembers.all.rawValue) "
                + "WHERE entry = 608"

        if table == "items", ItemDetails.members.contains(member) {
            // Only what is due reminds.
            try world.plant(
                """
                INSERT INTO details (number) VALUES (\(Self.open4));
                UPDATE items SET details = 0, timestamp = 5 WHERE slot = \(Self.open4);
                UPDATE details SET \(value) WHERE number = \(Self.open4)
                """)
        } else {
            try world.plant("UPDATE \(table) SET \(value) WHERE \(row)")
        }

        let found = world.findings().contains {
            if case .violated(MemberCheck.description, _, _) = $0 { true } else { false }
        }
        #expect(found, "\(member.rawValue) in \(table): \(world.findings())")
    }

    /// Rows without an owner are always a violation; rows of a removed account are being erased.
    @Test(arguments: violations.filter(\.isOfItems))
    func `does not hold for the rows of a removed account`(violation: Violation) throws {
        let world = try InvariantWorld()
        try world.database.execute(
            "DELETE FROM accounts WHERE owner = 2; UPDATE owners SET leaving = 1 WHERE owner = 2")
        #expect(world.findings() == [])

        try world.plant(violation.sql)

        #expect(world.findings() == [])
    }
}

extension `An invariant`.Violation {
    /// Whether it is in rows that are erased with a removed account.
    fileprivate var isOfItems: Bool {
        !invariant.hasSuffix("belongs to an owner") && invariant != EmailCheck.description
            && !Invariant.accounts.contains { $0.description == invariant }
    }
}

/// Ann's and the local owner's items: 300 are added, 1 is done, 2 gets a long description, 3 is
/// deleted, and 4 is renamed.
private struct InvariantWorld {
    let database: SQLiteConnection

    init() throws {
        let world = try AccountDatabase()
        for owner in [world.local, try world.add("ann@example.org")] {
            #expect([1, 2].contains(owner.key))
            let items = (1...300).map { NewItem($0, "item \($0)") }
            let actions: [ItemWrite.Action] = [
                .add(items, onConflict: .refuse), .patch(id(1), .changing { $0.done = true }),
                .patch(id(2), .changing { $0.itemDescription = .set(.long) }), .delete(id(3)),
                .put(id(4), content("renamed")),
            ]
            for (number, action) in actions.enumerated() {
                _ = try world.write(action, of: owner, once: "key \(number)").get()
            }
        }
        try world.repository.endRound()
        database = world.database
    }

    /// Executes SQL without constraints.
    func plant(_ sql: String) throws {
        try database.execute(
            """
            PRAGMA foreign_keys = OFF;
            PRAGMA ignore_check_constraints = ON;
            \(sql);
            PRAGMA ignore_check_constraints = OFF;
            """)
    }

    /// All findings except violated constraints.
    func findings() -> [DatabaseCheck.Finding] {
        DatabaseCheck.run(database).findings.filter {
            switch $0 {
            case .corruption, .orphans: false
            case .violated, .failedQuery, .schema: true
            }
        }
    }
}
