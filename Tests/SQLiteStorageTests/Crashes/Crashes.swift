import Foundation
import Testing

/// The guarantees of storage when the process, the power or the disk fails.
///
/// The suites are in the other files of this folder. `swift test` runs a short form of them,
/// `scripts/crash-test` a long one.
@Suite struct Crashes {
    /// The number of rounds of a long run; nil in a usual run.
    static let rounds = ProcessInfo.processInfo.environment["TOODOO_CRASH_ROUNDS"].flatMap {
        Int($0)
    }

    /// Fixed seeds, and new ones in each run.
    static func seeds(_ usual: Int, for rounds: Int? = Crashes.rounds) -> [UInt64] {
        let count = max(usual, rounds ?? 0)
        return (0..<count).map { number in
            number < usual - 1 ? UInt64(number) : .random(in: 1_000 ... .max)
        }
    }

    /// Prints the number of trials, in a long run.
    static func report(_ line: String) {
        if rounds != nil { print("crash test: \(line)") }
    }
}
