/// Histograms with the same buckets side by side, which one thread adds to and everyone may read.
///
/// Adding is inlined into other modules, for what is generic and is not
/// costs more to look up, at each addition, than to add.
@usableFromInline
package struct Histograms<let count: Int>: ~Copyable, Sendable {
    /// The buckets of one after those of the other; one more than bounds, for what is beyond them.
    @usableFromInline let counts: InlineArray<count, Counters<21>>
    @usableFromInline let sums = Counters<count>()
    @usableFromInline package let buckets: Buckets

    /// Histograms without a value.
    package init(_ buckets: Buckets) {
        counts = InlineArray { _ in Counters<21>() }
        self.buckets = buckets
    }

    /// Takes a value in; on the one thread that writes.
    @inlinable
    package func add(_ value: Int, at index: Int) {
        counts[index].add(1, at: buckets.bucket(of: value))
        sums.add(value, at: index)
    }

    /// What one of them holds, from any thread.
    package func snapshot(at index: Int) -> HistogramSnapshot {
        var snapshot = HistogramSnapshot(buckets)
        for bucket in 0...buckets.bounds.count { snapshot.counts[bucket] = counts[index][bucket] }
        snapshot.sum = sums[index]
        return snapshot
    }
}

/// What a histogram held at one moment.
package struct HistogramSnapshot: Equatable, Sendable {
    let bounds: [Int]
    let unit: Double
    /// How many values are in each bucket, and last those beyond all bounds.
    package internal(set) var counts: [Int]
    /// What the values add up to.
    package internal(set) var sum = 0

    /// A snapshot without a value.
    package init(_ buckets: Buckets) {
        bounds = buckets.bounds
        unit = buckets.unit
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    /// How many values there are.
    package var count: Int { counts.reduce(0, +) }

    /// Takes in what another thread has counted in the same buckets.
    package mutating func add(_ other: HistogramSnapshot) {
        precondition(bounds == other.bounds)
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}
