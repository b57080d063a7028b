import Foundation
import Testing

/// What storage promises when the process, the power or the disk fails.
///
/// The suites are in the files beside this one. `swift test` runs a short form of them,
/// `scripts/crash-test` a long one.
@Suite struct Crashes {
    /// How much longer than usual the tests take their time; nil when this is a usual run.
    static let rounds = ProcessInfo.processInfo.environment["TOODOO_CRASH_ROUNDS"].flatMap {
        Int($0)
    }

    /// Some seeds that come again with every run, and some that never did.
    static func seeds(_ usual: Int, for rounds: Int? = Crashes.rounds) -> [UInt64] {
        let count = max(usual, rounds ?? 0)
        return (0..<count).map { number in
            number < usual - 1 ? UInt64(number) : .random(in: 1_000 ... .max)
        }
    }

    /// Says what was tried, in a long run.
    static func report(_ line: String) {
        if rounds != nil { print("crash test: \(line)") }
    }
}
