package import Items

/// The row of an owner, which the transaction of a batch has locked, or locks before it writes.
package struct OwnerRow: Equatable {
    package let owner: Owner
    package var counters: OwnerCounters
    /// Whether it differs from the database.
    package var isChanged = false

    /// A row as it is stored.
    package init(owner: Owner, counters: OwnerCounters) {
        self.owner = owner
        self.counters = counters
    }

    mutating func set(_ counters: OwnerCounters, isChanged: Bool) {
        self.counters = counters
        self.isChanged = isChanged
    }
}

/// What writes change of an owner's row: numbers only, so that a copy costs nothing.
package struct OwnerCounters: Equatable {
    package var revision: Int
    package var lastSequence: Int
    package var items: ItemSize
    package var historyBytes: Int
    package var answerBytes: Int

    package init(
        revision: Int, lastSequence: Int, items: ItemSize, historyBytes: Int, answerBytes: Int
    ) {
        self.revision = revision
        self.lastSequence = lastSequence
        self.items = items
        self.historyBytes = historyBytes
        self.answerBytes = answerBytes
    }
}

/// The limits of an owner's rows.
package struct OwnerLimits: Sendable {
    package var items: ItemSize
    /// Bytes, as of `answers`.
    package var history: Int
    package var answers: Int

    /// No limits, unless given.
    package init(
        items: ItemSize = .unlimited, history: Int = .max,
        answers: Int = IdempotentRequest.byteLimit
    ) {
        self.items = items
        self.history = history
        self.answers = answers
    }
}
