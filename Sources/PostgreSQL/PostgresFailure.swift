/// A failure of a connection or of a command.
package enum PostgresFailure: Error, Equatable, Sendable {
    /// libpq, with this name, is not there or too old.
    case libraryMissing(String)
    /// The URL cannot be read. libpq's words for it may quote a password, so they are not here.
    case unreadableURL
    /// The server is older than `PostgresConnection.oldestServer`.
    case oldServer(version: Int)
    /// There is no connection; the reason in libpq's words.
    case cannotConnect(String)
    /// The connection is lost; the last commands may have run or not.
    case disconnected(String)
    /// There was no answer in time; the connection was closed, and what was sent last may have been
    /// done or not.
    case timedOut
    /// The response exceeds this size; the connection was closed, and what was sent last may have
    /// been done or not.
    case tooLarge(limit: Int)
    /// The server refused a command, and ran none of those that were sent with it.
    case refused(SQLState, String)
    /// An answer that does not have the expected form.
    case unexpected(String)

    /// Whether it is unknown if the commands that were sent last have been done.
    package var leavesDoubt: Bool {
        switch self {
        case .disconnected, .timedOut, .tooLarge, .unexpected: true
        case .libraryMissing, .unreadableURL, .oldServer, .cannotConnect, .refused: false
        }
    }
}

extension PostgresFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .libraryMissing(let name): "\(name) cannot be loaded"
        case .unreadableURL: "the URL of the database has a part that libpq does not know"
        case .oldServer(let version): "the server has the old version \(version)"
        case .cannotConnect(let reason), .disconnected(let reason): reason
        case .timedOut: "the database did not answer in time"
        case .tooLarge(let limit): "the database answered more than \(limit >> 20) MiB at once"
        case .refused(let state, let message): "\(message) (SQLSTATE \(state.code))"
        case .unexpected(let what): "the database answered something unexpected: \(what)"
        }
    }
}

/// The five characters by which a server names a kind of error
/// (postgresql.org/docs/15/errcodes-appendix.html).
package struct SQLState: Hashable, Sendable {
    package let code: String

    /// The state with these characters.
    package init(_ code: String) {
        self.code = code
    }

    /// The first two characters.
    package var kind: String { String(code.prefix(2)) }

    package static let cachedPlanChanged = SQLState("0A000")
    package static let invalidText = SQLState("22P02")
    package static let uniqueViolation = SQLState("23505")
    package static let readOnlyTransaction = SQLState("25006")
    package static let lockNotAvailable = SQLState("55P03")
    package static let undefinedTable = SQLState("42P01")
    package static let insufficientPrivilege = SQLState("42501")
    package static let diskFull = SQLState("53100")
    package static let outOfMemory = SQLState("53200")

    /// Whether the server ends the connection, as it does when it is stopped.
    package var endsConnection: Bool { code.hasPrefix("57P") }
}
