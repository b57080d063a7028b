/// How much text of each owner waits to be searchable, or has gone, and who has enough for a run.
///
/// To look costs as much as some writes, so it is done a few times for each run, and once after a
/// start.
struct NewTexts {
    /// Of more owners it forgets all: they are looked at with their next text, as after a start.
    private static let owners = 16_384

    /// What is known of an owner.
    private struct Count {
        var weight = 0
        /// Whether somebody has looked; if not, there may be any number besides.
        var isWhole = false
    }

    private let enough: Int
    private var counts: [Int: Count] = [:]
    /// The owners who have enough, or of whom that is not known, the next one first.
    private(set) var due: [Int] = []

    /// Counts for runs of texts that weigh so much together.
    init(enough: Int) {
        self.enough = enough
    }

    /// A text came that weighs so much.
    mutating func count(_ weight: Int, of owner: Int) {
        guard let count = counts[owner] else {
            if counts.count == Self.owners { self = NewTexts(enough: enough) }
            // The file may have some from before.
            counts[owner] = Count()
            due.append(owner)
            return
        }
        counts[owner]?.weight += weight
        let isEnough = count.weight < enough && count.weight + weight >= enough
        if count.isWhole, isEnough { due.append(owner) }
    }

    /// The next owner has too little, so much. An eighth has to come before it is looked at again.
    mutating func clearFirst(waiting: Int) {
        guard !due.isEmpty else { return }
        let weight = min(waiting, enough - max(1, enough / 8))
        counts[due.removeFirst()] = Count(weight: weight, isWhole: true)
    }

    /// The next owner may have more, but others come before.
    mutating func postponeFirst() {
        guard let owner = due.first else { return }
        counts[owner]?.isWhole = false
        due.append(due.removeFirst())
    }
}
