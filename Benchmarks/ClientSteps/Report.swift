import Foundation

/// Prints measurements.
struct Report {
    /// Prints a measurement with its budget.
    func add(_ name: String, _ value: Double, _ unit: String, atMost budget: Double) {
        print("\(name)\t\(Self.text(value))\t\(unit)\t\(Self.text(budget))")
    }

    private static func text(_ value: Double) -> String {
        value < 10 ? String(format: "%.2f", value) : String(format: "%.0f", value)
    }

    /// The seconds of processor time that a call takes, in the best of some rounds.
    ///
    /// Other processes may use the machine, so wall-clock time would include theirs.
    static func best(of rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
        try (0..<rounds).map { _ in
            let start = clock()
            try body()
            // POSIX has a million of them a second.
            return Double(clock() - start) / 1_000_000
        }
        .min() ?? .infinity
    }
}
