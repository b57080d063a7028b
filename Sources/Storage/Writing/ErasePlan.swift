/// When the next erase step is due.
///
///     plan ──► (the pause) ──► begin ──► isDue ──► take
struct ErasePlan {
    private(set) var isDue = false
    /// The number and the pause in milliseconds of the planned step.
    private var planned: (number: Int, pause: Int)?
    /// The number of steps planned so far.
    private var count = 0

    /// Plans a step after a pause; returns its number, or nil if one is due or comes earlier.
    mutating func plan(after pause: Int) -> Int? {
        if isDue { return nil }
        if let planned, planned.pause <= pause { return nil }
        count += 1
        planned = (count, pause)
        return count
    }

    /// The pause of a step is over; nothing happens if another step was planned instead.
    mutating func begin(_ number: Int, isStopped: Bool) {
        guard planned?.number == number else { return }
        planned = nil
        isDue = !isStopped
    }

    /// Takes the step that is due; false without one.
    mutating func take() -> Bool {
        defer { isDue = false }
        return isDue
    }
}
