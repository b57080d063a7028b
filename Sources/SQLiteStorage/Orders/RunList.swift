import SQLite

/// The runs of an owner, the oldest first; in `owners.runs`.
///
/// What a newer run says of a term holds. Runs are merged so that none is followed by a larger one
/// and there are at most three of a size, sizes being powers of four, and seven of each of the two
/// smallest: of a million items about twenty, when no merge waits.
///
///     whole, whole, leaving, leaving, whole, whole
///                   └── move to ──────▶ └ more have come since
///
/// A merge goes on while others write: the run behind those that are leaving takes the
/// first of their terms, some with each batch, so that each term is always in one of them.
struct RunList: Equatable {
    /// One run, and how many terms it has.
    struct Run: Equatable {
        let number: Int
        var count: Int
        var isLeaving = false
    }

    /// Runs that are to be one.
    struct Merge: Equatable {
        /// Those whose terms move.
        let sources: Range<Int>
        /// Whether the run behind them is the one that their terms move to.
        let isBegun: Bool
    }

    /// So many runs of one size are merged; of the two smallest sizes more,
    /// since these are dearer to merge than to read.
    private static let (alike, alikeSmall) = (4, 8)
    /// No more are merged at once, however many there are.
    private static let most = 16
    /// Runs with less are of one size.
    static let small = 64

    var runs: [Run] = []

    /// A number that no run has.
    var nextNumber: Int { (runs.map(\.number).max() ?? 0) + 1 }

    /// What is to be merged next, nil when all is well: new runs first,
    /// since a large merge takes long.
    var nextMerge: Merge? {
        var news: [(run: Int, size: Int)] = []
        news.reserveCapacity(runs.count)
        var index = runs.count - 1
        while index >= 0 {
            var first = index
            while first > 0, runs[first - 1].isLeaving { first -= 1 }
            if first < index {
                return Self.merge(of: news) ?? Merge(sources: first..<index, isBegun: true)
            }
            news.append((index, Self.size(runs[index].count)))
            index -= 1
        }
        return Self.merge(of: news)
    }

    /// The first merge among runs none of which is leaving, the newest first.
    private static func merge(of runs: [(run: Int, size: Int)]) -> Merge? {
        for newer in runs.indices {
            let older = runs[(newer + 1)...].prefix(most - 1)
            let smaller = older.prefix { $0.size < runs[newer].size }
            if let last = smaller.last {
                return Merge(sources: last.run..<runs[newer].run + 1, isBegun: false)
            }
            let equal = older.prefix { $0.size == runs[newer].size }
            let enough = runs[newer].size <= 1 ? alikeSmall : alike
            if equal.count >= enough - 1, let last = equal.last {
                return Merge(sources: last.run..<runs[newer].run + 1, isBegun: false)
            }
        }
        return nil
    }

    private static func size(_ count: Int) -> Int {
        var size = 0
        var rest = count / small
        while rest > 0 {
            size += 1
            rest /= 4
        }
        return size
    }
}

extension RunList {
    /// The list as it is stored: of each run its number, and its terms times two, one more if it is
    /// leaving; as 64 bits each, the highest first.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 * runs.count)
        for run in runs {
            bytes.append(lowest: 8, of: UInt64(run.number))
            bytes.append(lowest: 8, of: UInt64(run.count << 1 | (run.isLeaving ? 1 : 0)))
        }
        return bytes
    }

    /// The list that is stored there; nil when it is none.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count % 16 == 0 else { return nil }
        // With room for one more, since a large batch adds one.
        runs.reserveCapacity(bytes.count / 16 + 1)
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let number = Int(truncatingIfNeeded: bytes.number(at: start))
            let count = Int(truncatingIfNeeded: bytes.number(at: start + 8))
            guard Self.numbers.contains(number), count >= 0, count < Self.numbers.upperBound else {
                return nil
            }
            runs.append(Run(number: number, count: count >> 1, isLeaving: count & 1 == 1))
        }
        guard runs.last?.isLeaving != true, Set(runs.map(\.number)).count == runs.count else {
            return nil
        }
    }

    /// What can be counted to, and has room for as many more as will ever come.
    private static let numbers = 1..<1 << 62
}
