/// How many texts of each owner came since somebody looked whether they are enough for a run.
///
/// To look costs as much as some writes, so not every batch does.
struct NewTexts {
    /// Of more owners it forgets all: they are looked at with their next text, as after a start.
    private static let owners = 16_384

    private let enough: Int
    private var counts: [Int: Int] = [:]
    /// The owners who are to be looked at, the next one first.
    private(set) var due: [Int] = []

    /// Counts for owners who are looked at when half of `enough` texts have come.
    init(enough: Int) {
        self.enough = enough
    }

    /// A text came.
    mutating func count(of owner: Int) {
        guard let count = counts[owner] else {
            if counts.count == Self.owners { self = NewTexts(enough: enough) }
            // The file may have some from before.
            counts[owner] = enough
            due.append(owner)
            return
        }
        counts[owner] = count + 1
        let wasDue = count * 2 >= enough
        if !wasDue, (count + 1) * 2 >= enough { due.append(owner) }
    }

    /// The next owner has too few.
    mutating func clearFirst() {
        guard !due.isEmpty else { return }
        counts[due.removeFirst()] = 0
    }

    /// The next owner may have more, but others come before.
    mutating func postponeFirst() {
        guard due.count > 1 else { return }
        due.append(due.removeFirst())
    }

    /// Waits for as many texts of each again.
    mutating func clear() {
        for owner in due { counts[owner] = 0 }
        due.removeAll(keepingCapacity: true)
    }
}
