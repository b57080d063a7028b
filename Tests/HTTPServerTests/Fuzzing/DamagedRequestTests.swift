import TestSupport
import Testing

@Suite struct `Requests that were damaged` {
    @Test(arguments: try Corpus.requests())
    func `by the fuzzer are handled without a violation`(file: Corpus.File) throws {
        try RequestProbe.check(file.bytes)
    }

    /// The environment sets their number (`MUTATIONS`) and seed (`MUTATION_SEED`).
    @Test func `at random are handled without a violation`() throws {
        let count = numberFromEnvironment("MUTATIONS") ?? 2_000
        let seed = numberFromEnvironment("MUTATION_SEED") ?? 1
        let originals = try Corpus.requests().map(\.bytes)

        for number in 0..<count {
            // Each has a seed of its own, so that a finding can be repeated without the others.
            var mutator = Mutator(originals, .http, seed: seed &+ number)
            let bytes = mutator.next()
            do {
                try RequestProbe.check(bytes)
            } catch {
                Issue.record("\(error), with MUTATION_SEED=\(seed &+ number): \(text(bytes))")
                return
            }
        }
    }

    @Test func `are the same for the same seed, and differ for another`() {
        let originals = [Array(get("/a").utf8), Array(post("/b", "milk").utf8)]
        let made = [1, 1, 2].map { (seed: UInt64) in
            var mutator = Mutator(originals, .http, seed: seed)
            return (0..<50).map { _ in mutator.next() }
        }

        #expect(made[0] == made[1])
        #expect(made[0] != made[2])
        #expect(Set(made[0]).count > 40)
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).debugDescription
    }
}
