/// The interface through which storage talks to a server.
///
/// In production it is a connection; tests use one that fails, stalls or drops at the n-th command.
package protocol PostgresSession: AnyObject {
    /// Whether commands can be sent; false for good after the connection was lost.
    var isConnected: Bool { get }

    /// Sends the commands in one round trip and returns the result of each.
    ///
    /// If one fails, none of the later ones is run. Without a BEGIN among them, or an open
    /// transaction, they are one transaction. Blocks until the answers have arrived, or until the
    /// session's time-out, after which the session is no longer connected.
    func exchange(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows]

    /// Runs statements, separated by semicolons, as one transaction; their rows are ignored.
    func execute(script: String) throws(PostgresFailure)

    /// Waits until a notification arrives on a channel that this session listens to; returns the
    /// payloads of all that arrived, or nothing after `milliseconds`.
    func notifications(within milliseconds: Int) throws(PostgresFailure) -> [String]

    func close()
}

extension PostgresSession {
    /// Sends one command and returns its result.
    package func run(_ command: PostgresCommand) throws(PostgresFailure) -> PostgresRows {
        let results = try exchange([command])
        guard let result = results.first, results.count == 1 else {
            throw .unexpected("\(results.count) results of one command")
        }
        return result
    }

    /// Runs a statement without parameters.
    package func run(_ sql: String) throws(PostgresFailure) -> PostgresRows {
        try run(PostgresCommand(sql))
    }
}
