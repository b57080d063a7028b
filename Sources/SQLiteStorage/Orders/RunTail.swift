import SQLite

/// The newest run of an owner, while it is one row: that takes what is new, and is written again.
///
/// So a write that comes alone leaves neither a run nor rows to be merged, and of an owner who has
/// few items all terms stay in one row. One that is full stays as it is, and the next run begins.
struct RunTail {
    private var row = RunBlock()
    private var grown = RunBlockBuilder()

    /// Puts terms into the newest run; false when they are to be a run of their own.
    mutating func take(
        _ terms: [Int], from notes: TermNotes, in list: inout RunList, of owner: Int,
        _ table: TermTable, _ statements: RunStatements
    ) throws(DatabaseError) -> Bool {
        guard let run = list.tail(for: terms.count),
            try statements.readLast(of: run.number, owner, into: &row),
            // Or there are other rows.
            row.count == run.count,
            row.size + notes.mostBytes(terms) <= RunBlockBuilder.enough
        else { return false }
        let count = merge(terms, from: notes, isOldest: list.runs.count == 1)
        list.runs.removeLast()
        guard count > 0 else {
            try table.delete(run.number, owner)
            return true
        }
        try table.rewrite(row.term(0), as: grown, of: run.number, owner)
        list.runs.append(RunList.Run(number: run.number, count: count))
        return true
    }

    /// Puts together what the row and the notes say, the notes being newer; returns how many terms
    /// there are. Where nothing is older, nothing need be said of what is not there.
    private mutating func merge(
        _ terms: [Int], from notes: TermNotes, isOldest: Bool
    ) -> Int {
        grown.clear()
        var count = 0
        var index = 0
        for note in terms {
            let term = notes.term(note)
            while index < row.count {
                let order = row.term(index).compared(to: term)
                if order > 0 { break }
                if order < 0 {
                    row.copy(index, to: &grown)
                    count += 1
                }
                index += 1
            }
            if isOldest, notes.isRemoved(note) { continue }
            grown.append(term, isRemoved: notes.isRemoved(note))
            count += 1
        }
        for rest in index..<row.count {
            row.copy(rest, to: &grown)
        }
        return count + row.count - index
    }
}
