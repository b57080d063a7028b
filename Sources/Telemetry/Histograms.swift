/// Histograms of one scale side by side, which one thread adds to and everyone may read.
///
/// Adding is inlined into other modules, for what is generic and is not
/// costs more to look up, at each addition, than to add.
@usableFromInline
package struct Histograms<let count: Int>: ~Copyable, Sendable {
    /// The buckets of one after those of the other; one more than bounds, for what is beyond them.
    @usableFromInline let buckets: InlineArray<count, Cells<21>>
    @usableFromInline let sums = Cells<count>()
    @usableFromInline package let scale: Scale

    /// Histograms without a value.
    package init(_ scale: Scale) {
        buckets = InlineArray { _ in Cells<21>() }
        self.scale = scale
    }

    /// Takes a value in; on the one thread that writes.
    @inlinable
    package func add(_ value: Int, at index: Int) {
        buckets[index].add(1, at: scale.bucket(of: value))
        sums.add(value, at: index)
    }

    /// What one of them holds, from any thread.
    package func tally(at index: Int) -> Tally {
        var tally = Tally(scale)
        for bucket in 0...scale.bounds.count { tally.counts[bucket] = buckets[index][bucket] }
        tally.sum = sums[index]
        return tally
    }
}

/// What a histogram held at one moment.
package struct Tally: Equatable, Sendable {
    let bounds: [Int]
    let unit: Double
    /// How many values are in each bucket, and last those beyond all bounds.
    package internal(set) var counts: [Int]
    /// What the values add up to.
    package internal(set) var sum = 0

    /// A tally without a value.
    package init(_ scale: Scale) {
        bounds = scale.bounds
        unit = scale.unit
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    /// How many values there are.
    package var count: Int { counts.reduce(0, +) }

    /// Takes in what another thread has counted on the same scale.
    package mutating func add(_ other: Tally) {
        precondition(bounds == other.bounds)
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}
