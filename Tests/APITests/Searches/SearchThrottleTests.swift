import APITestSupport
import TestSupport
import Testing

@Suite struct `Searches on one lane` {
    private static let target = "GET /items?limit=1000&q=tea"

    /// A lane on which a search takes seven parts; the last one finds the end.
    private func lane() -> (world: APIWorld, rounds: LaneSimulator) {
        let world = `A page of a search in parts`.world(pending: 0)
        world.items.givesUp = true
        world.items.itemsInPart = 10
        return (world, LaneSimulator(world.app))
    }

    // proves: lists-19
    @Test func `run one part in each round`() {
        let (_, rounds) = lane()
        rounds.ask(1, Self.target)

        let answered = (0..<8).map { _ in rounds.go() }

        #expect(answered == [[], [], [], [], [], [], [1], []])
    }

    // proves: lists-21
    @Test func `run in round-robin order`() {
        let (_, rounds) = lane()
        for number in 1...3 as ClosedRange<UInt32> { rounds.ask(number, Self.target) }

        let answered = (0..<22).map { _ in rounds.go() }

        // A search that ran a part goes behind the others, so all finish at about the same time.
        #expect(answered[..<18].allSatisfy { $0 == [] })
        #expect(answered[18...] == [[1], [2], [3], []])
    }

    @Test func `run a later search in the next rounds`() {
        let (world, rounds) = lane()
        rounds.ask(1, Self.target)
        rounds.ask(2, Self.target)
        for _ in 0..<4 { rounds.go() }
        // It needs one part alone.
        world.items.itemsInPart = 1_000
        rounds.ask(3, Self.target)

        let answered = (0..<3).map { _ in rounds.go() }

        #expect(answered.contains([3]))
    }

    @Test func `do not delay other requests`() {
        let (_, rounds) = lane()
        rounds.ask(1, Self.target)
        rounds.go()

        rounds.ask(2, "GET /items/" + uuid(1))
        rounds.ask(3, "DELETE /items/" + uuid(1))
        let answered = rounds.go()

        #expect(rounds.answer(2)?.status == 200)
        #expect(answered == [3])
        #expect(rounds.answer(3)?.status == 204)
        #expect(rounds.answer(1) == nil)
    }

    // proves: lists-21
    @Test func `end with their client and release their snapshot`() {
        let (world, rounds) = lane()
        rounds.ask(1, Self.target)
        rounds.go()
        #expect(world.items.lastSnapshot != nil)

        rounds.end(1)
        rounds.go()

        #expect(world.items.lastSnapshot == nil)
        #expect(rounds.go() == [])
        #expect(rounds.answer(1) == nil)
    }

    @Test func `that end leave their rounds to the others`() {
        let (_, rounds) = lane()
        for number in 1...3 as ClosedRange<UInt32> { rounds.ask(number, Self.target) }
        for _ in 0..<3 { rounds.go() }
        rounds.end(1)
        rounds.end(3)

        let answered = (0..<7).map { _ in rounds.go() }

        #expect(answered == [[], [], [], [], [], [2], []])
    }

    @Test func `release their snapshot when they are answered`() {
        let (world, rounds) = lane()
        rounds.ask(1, Self.target)

        while rounds.answer(1) == nil { rounds.go() }

        #expect(world.items.lastSnapshot == nil)
    }
}
