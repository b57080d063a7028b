/// How the values of a histogram are sorted: each bucket takes those up to its bound.
///
/// The buckets of all histograms are as many, so that they lie side by side in memory; `Buckets`
/// with fewer bounds leave the rest unused.
@usableFromInline
package struct Buckets: Sendable {
    /// How many bounds there are at most.
    package static let size = 20

    let bounds: [Int]
    /// How many of the counted unit are one of the told unit, such as microseconds in a second.
    let unit: Double

    /// Rising bounds, in the unit that is counted; `unit` of those are one
    /// of the unit that is told.
    package init(_ bounds: [Int], unit: Double = 1) {
        precondition(bounds.count <= Self.size && bounds == bounds.sorted())
        self.bounds = bounds
        self.unit = unit
    }

    /// Microseconds from 50 µs, which an answer from memory takes, to 10 s,
    /// after which nobody waits.
    package static let seconds = Buckets(
        [
            50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
            500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
        ], unit: 1_000_000)

    /// How many are done together.
    package static let sizes = Buckets([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])

    /// The bucket of a value; the last one, behind all bounds, takes the rest.
    @usableFromInline
    func bucket(of value: Int) -> Int {
        var index = 0
        // Most values are small, so this ends early; halving would not.
        while index < bounds.count, bounds[index] < value { index += 1 }
        return index
    }
}
