/// The creation times of the items of one write.
///
/// They are 1 µs apart, so that `createdAt` alone shows the order of creation within a write. A
/// client needs it to restore a deleted item at its position.
struct CreationTimes {
    private let start: Double
    /// The number of times given out.
    private(set) var count = 0
    /// The next items of completed ones, among the items that the write has created.
    var following: [ToDoItem] = []
    /// The sequence of the first item that the write has created.
    var firstSequence = Int.max

    /// The times of a write at `start`.
    init(from start: Double) {
        self.start = start
    }

    /// The time of the next item, with at most six decimals if it is not the first.
    mutating func next() -> Double {
        defer { count += 1 }
        return count == 0 ? start : WriteTimes.time(start, plus: count)
    }
}
