extension Lane {
    /// Puts off the further requests of a connection until others have had their turn.
    func standInLine(_ connection: Connection) {
        guard !connection.isInLine else { return }
        connection.isInLine = true
        line.append(connection)
    }

    /// Those who go on in this round; who has to wait again stands in the next line.
    func takeLine() -> [Connection] {
        guard !line.isEmpty else { return [] }
        var inLine: [Connection] = []
        swap(&inLine, &line)
        return inLine
    }

    /// Goes on with the requests that have come already.
    func takeTurn(_ connection: Connection) {
        connection.isInLine = false
        guard isOpen(connection) else { return }
        // While an answer is on its way it is not this connection's turn; the answer's end is.
        if connection.state.phase == .head, !connection.hasOutput { resume(connection) }
        if isOpen(connection) { park(connection) }
    }
}
