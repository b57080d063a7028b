/// Places that one writer gives out without storing each of them.
///
///     … 41 42 43 | 44 45 46 47 48 |    stored is 48: whoever else gives out places begins behind it
///             last               end
///
/// A block is half as large as the one after it, up to a limit. Where several processes
/// write in turn, each begins anew with a block of one, so no place is left out for it.
struct PlaceBlock {
    /// The last place that the database says was given out.
    private(set) var stored: Int
    /// The last place that is ours.
    private(set) var end: Int
    private var last: Int
    private var size = 1
    private let most: Int

    /// An empty block behind the place that the database says was given out
    /// last, from which on at most so many are reserved at once.
    init(behind stored: Int, atMost most: Int) {
        self.most = most
        self.stored = stored
        end = stored
        last = stored
    }

    /// Gives out a place.
    mutating func next() -> Int {
        last += 1
        if last > end {
            end += size
            size = min(size * 2, most)
        }
        return last
    }

    /// To be called when the database has the end.
    mutating func noteStored() {
        stored = end
    }
}
