import FoundationEssentials
import StorageTestSupport
import TestSupport
import Testing

/// Long random sequences of all operations of a client. Each response is compared with the response
/// of a plain model of the contract.
///
/// A differing sequence is shrunk and printed as commands. `MODEL_SEQUENCES=1000` runs more
/// sequences, `MODEL_SEED=7` others.
@Suite struct `The server and a model of it` {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["MODEL_SEQUENCES"].flatMap { Int($0) } ?? 12
    private static let seed = environment["MODEL_SEED"].flatMap { UInt64($0) } ?? 1

    // proves: writes-1
    @Test(arguments: ItemWorld.Kind.engines)
    func `respond the same to every operation`(kind: ItemWorld.Kind) throws {
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
