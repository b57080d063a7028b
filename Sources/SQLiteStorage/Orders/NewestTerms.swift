import SQLite

/// What was last written to the orders of an owner, or taken away; in `owners.newest`.
///
///     length × 2, + 1 if it was taken away (two bytes) | term | …     what comes later holds
///
/// So a write that comes alone has no row of its own in the orders: what it notes is appended in the
/// row that has the owner's clock, unsorted. Once these are too many, they become a run.
struct NewestTerms {
    /// So many bytes are read and sorted by whoever asks for an order, and written by each write.
    static let room = 1_000

    private(set) var bytes: [UInt8] = []

    /// None.
    init() {}

    /// What was stored.
    init(_ stored: Span<UInt8>) { bytes.append(stored) }

    /// The terms of a block.
    init(_ block: RunBlock) {
        for index in 0..<block.count {
            append(block.term(index), isRemoved: block.isRemoved(index))
        }
    }

    var isTooLong: Bool { bytes.count > Self.room }
    /// Whether others have room behind them for a while.
    var isShort: Bool { bytes.count <= Self.room / 2 }

    /// Appends what was written or taken away last.
    mutating func append(_ term: Span<UInt8>, isRemoved: Bool) {
        bytes.append(lowest: 2, of: UInt64(term.count << 1 | (isRemoved ? 1 : 0)))
        bytes.append(term)
    }
}

extension RunBlock {
    /// The newest terms in their order; nil when these bytes are none.
    init?(newest: Span<UInt8>) {
        var notes = TermNotes()
        guard notes.append(newest: newest) else { return nil }
        self = notes.block(of: notes.latest(of: notes.sorted()[...]))
    }
}
