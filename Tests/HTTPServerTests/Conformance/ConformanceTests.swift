import HTTP
import TestSupport
import Testing

@Suite struct `HTTP/1.1 seen from outside` {
    // proves: http-1
    @Test(arguments: CaseRun.all)
    func `follows each row of the table`(run: CaseRun) throws {
        let world = try ServerWorld(
            [
                "/empty": .status(.noContent), "/known": .status(.notModified),
                "/parts": .parts(["milk ", "and eggs"]),
            ],
            otherwise: .report, admissions: ["/unread": .unread, "/small": .body(atMost: 4)])

        let found = try run.play(in: world)

        #expect(found == run.expected)
    }

    @Test func `has a table of distinct rows`() {
        let counts = CaseGroup.all.map { "\($0.cases.count) \($0.name)" }
        let sayings = CaseGroup.all.flatMap { group in
            group.cases.map { "\(group.name) \($0.sent) \($0.then) \($0.ending)" }
        }

        print("Conformance: \(sayings.count) rows: \(counts.joined(separator: ", "))")
        #expect(CaseGroup.all.allSatisfy { !$0.cases.isEmpty })
        #expect(Set(sayings).count == sayings.count)
        #expect(sayings.count > 1_000)
    }
}
