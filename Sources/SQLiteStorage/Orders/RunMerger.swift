import SQLite

/// Merges the runs of an owner, a number of terms at a time.
struct RunMerger {
    /// No more are moved before the rows that they were in are deleted, whose keys are remembered.
    private static let most = 8_192

    let table: TermTable
    let statements: RunStatements

    /// Moves up to `effort` terms from runs to the next larger one, where runs are to be merged;
    /// returns what is left of the effort, and is done when there is some.
    func work(_ owner: Int, effort: Int) throws(DatabaseError) -> Int {
        var list = try statements.runs(of: owner)
        guard let merge = list.nextMerge else { return effort }
        var effort = effort
        var next: RunList.Merge? = merge
        while effort > 0, let merge = next {
            effort -= try move(merge, in: &list, of: owner, atMost: min(effort, Self.most))
            next = list.nextMerge
        }
        try table.set(list, of: owner)
        return effort
    }

    /// Moves terms, and returns how many.
    private func move(
        _ merge: RunList.Merge, in list: inout RunList, of owner: Int, atMost effort: Int
    ) throws(DatabaseError) -> Int {
        if !merge.isBegun {
            for index in merge.sources { list.runs[index].isLeaving = true }
            list.runs.insert(
                RunList.Run(number: list.nextNumber, count: 0), at: merge.sources.upperBound)
        }
        let target = merge.sources.upperBound
        let nothing: [UInt8] = []
        var merged = try MergedRuns(
            list.runs[merge.sources], of: owner, from: nothing.span, remembersRows: true, statements
        )
        var writer = RunWriter(list.runs[target].number, of: owner)
        // Where nothing is older, nothing need be said of what is not there.
        let isOldest = merge.sources.lowerBound == 0
        var moved = 0
        while moved < effort, try merged.next() {
            moved += 1
            if merged.isRemoved, isOldest { continue }
            try writer.append(merged.term.span, isRemoved: merged.isRemoved, table)
        }
        try writer.finish(table)
        list.runs[target].count += writer.count
        // From the newest to the oldest, since those that have nothing left go from the list.
        for (index, reader) in zip(merge.sources, merged.readers).reversed() {
            for row in 0..<reader.passedRows.count {
                try table.delete(reader.passedRows.term(row), of: reader.run, owner)
            }
            if reader.isAtEnd {
                list.runs.remove(at: index)
            } else {
                list.runs[index].count = max(0, list.runs[index].count - reader.passed)
                try cut(reader, of: owner)
            }
        }
        // All that was known may have been that something is not there.
        let index = list.runs.firstIndex { $0.number == writer.run }
        if let index, list.runs[index].count == 0, index == 0 || !list.runs[index - 1].isLeaving {
            list.runs.remove(at: index)
        }
        return moved
    }

    /// Deletes from the row in which a reader stands what it has passed.
    private func cut(_ reader: RunReader, of owner: Int) throws(DatabaseError) {
        guard reader.index > 0 else { return }
        try table.delete(reader.block.term(0), of: reader.run, owner)
        var rest = RunWriter(reader.run, of: owner)
        for index in reader.index..<reader.block.count {
            try rest.append(index, of: reader.block, table)
        }
        try rest.finish(table)
    }
}
