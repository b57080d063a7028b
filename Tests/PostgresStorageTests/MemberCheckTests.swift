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
            \(member.invalidValue) WHERE revision = 2
            """)

        let violations = try world.violations()
        #expect(violations.contains { $0.contains(MemberCheck.description) }, "\(violations)")
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

extension ItemMember {
    /// An assignment to a column.
    fileprivate var invalidValue: String {
        switch self {
        case .title: "title = ' '"
        case .itemDescription: "description = repeat('x', 65537)"
        case .timestamp: "timestamp = 253402300800.0"
        case .day: "timestamp = 5, day = 2932897"
        case .repetition: "timestamp = 5, repeat = '{\"frequency\":\"hourly\"}'"
        case .location: "location_name = 'x', latitude = 91, longitude = 1"
        case .tags: "tags = 'a  b'"
        case .position: "position = 'a00'"
        case .remind: "timestamp = 5, remind = 40321"
        case .done: "done_at = 'infinity'"
        }
    }
}
