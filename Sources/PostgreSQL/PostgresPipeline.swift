/// The interface through which a lane sends commands to a server without blocking.
///
/// In production it is a connection; tests use one that refuses, drops or stalls.
package protocol PostgresPipeline: AnyObject {
    /// Whether commands can be sent; false for good after the connection was lost.
    var isConnected: Bool { get }

    /// The socket, to be polled. After the first use of this property, only `close` closes it.
    var descriptor: Int32 { get }

    /// Queues commands for one round trip; each gets a reply, in this order.
    ///
    /// They are one transaction. If one is refused, those after it are not run.
    func queue(_ commands: [PostgresCommand]) throws(PostgresFailure)

    /// Sends what the socket takes; returns whether that was all.
    func flush() throws(PostgresFailure) -> Bool

    /// Takes what has arrived, and calls `body` with each reply that is complete.
    func receive(_ body: (PostgresReply) -> Void) throws(PostgresFailure)

    /// Makes the session prepare the statement again at its next use.
    func forget(_ sql: String)

    func close()
}

/// The reply to one command of a round trip.
package enum PostgresReply: Sendable {
    case rows(PostgresRows)
    /// The server refused the command.
    case refused(PostgresFailure)
    /// It was not run, because one before it was refused.
    case skipped
}
