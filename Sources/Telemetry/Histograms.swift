/// Contiguous histograms with the same buckets; one thread writes, any thread reads.
///
/// `add` is inlinable: unspecialized generic code spends more time on metadata lookups than on the
/// addition.
@usableFromInline
package struct Histograms<let count: Int>: ~Copyable, Sendable {
    /// The buckets of each histogram; the last one is for values above all bounds.
    @usableFromInline let counts: InlineArray<count, Counters<21>>
    @usableFromInline let sums = Counters<count>()
    @usableFromInline package let buckets: Buckets

    package init(_ buckets: Buckets) {
        counts = InlineArray { _ in Counters<21>() }
        self.buckets = buckets
    }

    /// Adds a value; only on the writing thread.
    @inlinable
    package func add(_ value: Int, at index: Int) {
        counts[index].add(1, at: buckets.bucket(of: value))
        sums.add(value, at: index)
    }

    /// A snapshot of one histogram, from any thread.
    package func snapshot(at index: Int) -> HistogramSnapshot {
        var snapshot = HistogramSnapshot(buckets)
        for bucket in 0...buckets.bounds.count { snapshot.counts[bucket] = counts[index][bucket] }
        snapshot.sum = sums[index]
        return snapshot
    }
}

/// The content of a histogram at one moment.
package struct HistogramSnapshot: Equatable, Sendable {
    let bounds: [Int]
    let unit: Double
    /// The number of values in each bucket; the last one is for values above all bounds.
    package internal(set) var counts: [Int]
    package internal(set) var sum = 0

    /// An empty snapshot.
    package init(_ buckets: Buckets) {
        bounds = buckets.bounds
        unit = buckets.unit
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    /// The number of values.
    package var count: Int { counts.reduce(0, +) }

    /// Adds the snapshot of another thread's histogram, which has the same buckets.
    package mutating func add(_ other: HistogramSnapshot) {
        precondition(bounds == other.bounds)
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}
