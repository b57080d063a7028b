/// The times of creation of the items that one write makes.
///
/// They are 1 µs apart, so that `createdAt` alone tells the order in which the items of one write
/// were made. A client needs it when it puts a deleted item back into its list.
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
