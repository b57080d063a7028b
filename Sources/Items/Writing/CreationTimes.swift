/// The creation times of the items of one write.
///
/// They are 1 µs apart, so that `createdAt` alone shows the order of creation within a write. A
/// client needs it to restore a deleted item at its position.
struct CreationTimes {
    private let start: Double
    private var count = 0.0

    /// The times of a write at `start`.
    init(from start: Double) {
        self.start = start
    }

    /// The time of the next item.
    ///
    /// Microseconds are counted as integers, which a Double holds exactly, so each time has at most
    /// six decimals. They differ until the year 2242.
    mutating func next() -> Double {
        defer { count += 1 }
        return count == 0 ? start : ((start * 1e6).rounded() + count) / 1e6
    }
}
