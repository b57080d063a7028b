import Items
import PostgreSQL
import PostgresStorage
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable))
struct `A member whose value no write leaves` {
    /// The server itself refuses most of them in `items`.
    @Test func `is found in an item`() throws {
        let world = try Self.world()

        _ = try world.connection.run("UPDATE items SET title = ' '")

        let violations = try world.violations()
        #expect(violations.contains { $0.contains(MemberCheck.description) }, "\(violations)")
    }

    @Test(arguments: ItemMember.allCases)
    func `is found in the history`(member: ItemMember) throws {
        let world = try Self.world()

        _ = try world.connection.run(
            """
            UPDATE changes SET members = members | \(ChangeMembers.all.rawValue), \
            \(member.invalidAssignment(infinity: "'infinity'")) WHERE revision = 2
            """)

        let violations = try world.violations()
        #expect(violations.contains { $0.contains(MemberCheck.description) }, "\(violations)")
    }

    @Test func `is looked for in each item and change, which the progress counts`() throws {
        let world = try Self.world()
        var steps: [CheckProgress] = []

        _ = PostgresCheck.run(world.connection) { steps.append($0) }

        #expect(
            steps.first
                == .invariant(
                    1,
                    of: steps.count { step in
                        if case .invariant = step { true } else { false }
                    }))
        #expect(steps.suffix(5) == [.accounts, .items(1), .changes(1), .changes(2), .counts])
    }

    /// A database without a violation, with an item that was renamed.
    private static func world() throws -> PostgresWorld {
        let world = try PostgresWorld()
        let repository = world.database.repository()
        for title in ["one", "two"] {
            let write = ItemWrite(
                owner: world.database.localOwner, action: .put(id(1), content(title)))
            _ = try repository.perform(write).get()
        }
        #expect(try world.violations() == [])
        return world
    }
}
