import HTTP

extension Lane {
    /// Writes the answers that came from other threads, and goes on with those connections.
    ///
    /// Once in a round: a letter that comes meanwhile rings, and others have their turn before it.
    func deliver(_ papers: inout Papers) {
        mailbox.collect(&letters)
        guard !letters.isEmpty else { return }
        let stint = Stint(self)
        var moment = time.fine()
        papers.outbox.open(for: letters.count, at: moment)
        for letter in letters {
            deliver(letter, stint, &papers)
            moment = time.fine()
            emptyOutbox(at: &moment, &papers)
        }
        papers.outbox.close()
        emptyOutbox(at: &moment, &papers)
        letters.removeAll(keepingCapacity: true)
    }

    private func deliver(
        _ letter: LaneMailbox.Letter, _ stint: Stint, _ papers: inout Papers
    ) {
        let slot = Int(letter.handle.slot)
        guard slot < connections.count, let connection = connections[slot],
            connection.asked == letter.handle.generation,
            connection.state.phase == .answering
        else { return }
        var context = connection.context
        if drainDeadline != nil, RequestParser.hasNoRequest(connection.input.span, from: 0) {
            context.closes = true
        }
        connection.note.bytes -= papers.response.out.count
        papers.response.begin(context)
        letter.write(&papers.response)
        // It has not come to its end, and is to be posted again.
        guard papers.response.status != nil else {
            connection.note.bytes += papers.response.out.count
            return
        }
        connection.note.take(papers.response.status, to: papers.response.out.count)
        noteEnd(connection)
        connection.state.answered(closes: papers.response.context.closes)
        if connection.state.phase == .head, !connection.input.isEmpty, stint.isOver(self) {
            // The requests behind it have their turn when others have had theirs.
            flush(connection, &papers)
            if !connection.isClosed { standInLine(connection) }
        } else {
            resume(connection, &papers)
        }
        if !connection.isClosed { park(connection) }
    }
}
