import Items
import Testing

@Suite struct `Conditions` {
    /// Conditions, and the revisions among nil, 1 and 2 for which they hold.
    struct Case: Sendable {
        typealias States = Items.Conditions.States

        let ifMatch: States?
        let ifNoneMatch: States?
        let holds: [Int?]
    }

    static let cases = [
        Case(ifMatch: nil, ifNoneMatch: nil, holds: [nil, 1, 2]),
        Case(ifMatch: .any, ifNoneMatch: nil, holds: [1, 2]),
        Case(ifMatch: .revisions([1]), ifNoneMatch: nil, holds: [1]),
        Case(ifMatch: .revisions([3, 2, 1]), ifNoneMatch: nil, holds: [1, 2]),
        Case(ifMatch: .revisions([]), ifNoneMatch: nil, holds: []),
        Case(ifMatch: nil, ifNoneMatch: .any, holds: [nil]),
        Case(ifMatch: nil, ifNoneMatch: .revisions([1]), holds: [nil, 2]),
        Case(ifMatch: nil, ifNoneMatch: .revisions([]), holds: [nil, 1, 2]),
        Case(ifMatch: .any, ifNoneMatch: .any, holds: []),
        Case(ifMatch: .any, ifNoneMatch: .revisions([1]), holds: [2]),
        Case(ifMatch: .revisions([1]), ifNoneMatch: .revisions([2]), holds: [1]),
    ]

    @Test(arguments: cases)
    func `hold for the revisions that they name`(example: Case) {
        let conditions = Items.Conditions(
            ifMatch: example.ifMatch, ifNoneMatch: example.ifNoneMatch)

        let holds = [nil, 1, 2].filter { conditions.hold(for: $0) }

        #expect(holds == example.holds)
    }
}
