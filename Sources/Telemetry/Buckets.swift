/// The buckets of a histogram: each counts the values up to its bound.
///
/// All histograms have the same number of buckets, so that they are contiguous in memory. With
/// fewer bounds, the remaining buckets are unused.
@usableFromInline
package struct Buckets: Sendable {
    /// The maximum number of bounds.
    package static let size = 20

    let bounds: [Int]
    /// The counted units in one exported unit: 1,000,000 for microseconds exported as seconds.
    let unit: Double

    /// Ascending bounds in the counted unit; `unit` of these are one exported unit.
    package init(_ bounds: [Int], unit: Double = 1) {
        precondition(bounds.count <= Self.size && bounds == bounds.sorted())
        self.bounds = bounds
        self.unit = unit
    }

    /// Durations in microseconds, exported as seconds.
    ///
    /// From 50 µs, a response from memory, to 10 s, when clients have given up.
    package static let seconds = Buckets(
        [
            50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
            500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
        ], unit: 1_000_000)

    /// Sizes, such as the jobs of a batch.
    package static let sizes = Buckets([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])

    /// The bucket of a value; values above all bounds have the last one.
    @usableFromInline
    func bucket(of value: Int) -> Int {
        var index = 0
        // A linear search: most values are small, so it ends early, unlike a binary search.
        while index < bounds.count, bounds[index] < value { index += 1 }
        return index
    }
}
