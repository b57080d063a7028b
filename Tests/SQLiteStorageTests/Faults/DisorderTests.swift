import Items
import SQLite
import SQLiteStorage
import TestSupport
import Testing

/// Orders that SQLite promises, and takes from indexes and pages that may be damaged.
@Suite struct `Places that are not in order` {
    @Test func `make nothing searchable, and end no write`() throws {
        let world = try SearchWorld(run: 4) {
            RewordedSession($0, "ORDER BY place LIMIT ?2", "ORDER BY place DESC LIMIT ?2")
        }

        let outcomes = world.write(
            (1...9).map { ItemWrite(owner: world.owner, action: .put(id($0), content("milk"))) })

        #expect(outcomes.allSatisfy { (try? $0.get()) != nil })
        #expect(try world.count("trigrams") == 0)
        #expect(try world.find("milk") == 9)
    }

    @Test func `are found by a check, which ends`() throws {
        let world = try SearchWorld(run: 4)
        for number in 1...9 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("milk")))
        }
        let end = try #require(try world.session.integer("SELECT searchable_to FROM owners"))
        let order = "AND place <= \(end) ORDER BY place"
        let session = RewordedSession(world.session, order, order + " DESC")

        let findings = DatabaseCheck.run(session).findings

        #expect(findings.count == 1)
        #expect("\(findings)".contains("a search finds every item"), "\(findings)")
    }
}

/// A session that says some words of SQL in other words.
private final class RewordedSession: StorageSession {
    private let session: any StorageSession
    private let words: String
    private let others: String

    init(_ session: any StorageSession, _ words: String, _ others: String) {
        self.session = session
        self.words = words
        self.others = others
    }

    var changes: Int { session.changes }
    var isInTransaction: Bool { session.isInTransaction }

    func execute(_ sql: String) throws(DatabaseError) { try session.execute(sql) }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try session.prepare(sql.replacing(words, with: others))
    }

    func define(_ function: String, _ asked: Asked) throws(DatabaseError) {
        try session.define(function, asked)
    }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        try session.step(&statement)
    }
}
