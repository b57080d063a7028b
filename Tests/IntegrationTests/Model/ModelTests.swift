import FoundationEssentials
import StorageTestSupport
import TestSupport
import Testing

/// Long sequences of everything that a client can do, drawn at random, with
/// each answer compared with that of a plain model of the contract.
///
/// What comes out differently is made as short as it gets and shown as
/// commands. `MODEL_SEQUENCES=1000` makes more of them, `MODEL_SEED=7` others.
@Suite struct `The server and a model of it` {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["MODEL_SEQUENCES"].flatMap { Int($0) } ?? 12
    private static let seed = environment["MODEL_SEED"].flatMap { UInt64($0) } ?? 1

    // proves: clock-1, clock-3
    @Test(arguments: ItemWorld.Kind.engines)
    func `answer the same to whatever is done`(kind: ItemWorld.Kind) throws {
        for number in 0..<Self.count {
            var random = SplitMix64(seed: Self.seed &* 1_000_003 &+ UInt64(number))
            let operations = (0..<120).map { _ in Operation.random(&random) }

            guard try ModelRun.mismatch(operations, on: kind) != nil else { continue }

            let shrunk = try ModelRun.shrunk(operations, on: kind)
            let mismatch = try #require(try ModelRun.mismatch(shrunk, on: kind))
            Issue.record(
                """
                \(mismatch.text)
                after
                \(mismatch.requests.joined(separator: "\n"))
                """)
            return
        }
    }
}
