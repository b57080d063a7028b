import Items
import PostgreSQL

/// The key of a read: equal reads of a round are sent once.
enum ReadKey: Hashable {
    case revision(owner: Int)
    case item(owner: Int, id: PostgresUUID)
    case token(PostgresUUID)
    case revocations
    /// Statements of one moment.
    case statements([PostgresCommand])

    /// Its size in bytes, which counts towards the lane's limit.
    var size: Int {
        guard case .statements(let commands) = self else { return 64 }
        return commands.reduce(64) { $0 + $1.parameters.bytes.count }
    }
}

/// A read that is queued or in progress, and its result.
final class WaitingRead {
    let key: ReadKey
    /// Called on the lane, each once, with the rows of each statement.
    var replies: [(Result<[ReadRows], StorageFailure>) -> Void] = []
    var result: Result<[ReadRows], StorageFailure>?
    /// The rows of its statements so far.
    var parts: [ReadRows] = []
    /// The number of lost connections on which it was sent.
    var losses = 0
    /// The end of its round in milliseconds; nil before.
    var since: Int?

    init(_ key: ReadKey) {
        self.key = key
    }
}

/// The rows of one statement that belong to one read.
struct ReadRows {
    let rows: PostgresRows
    let range: Range<Int>

    init(_ rows: PostgresRows) {
        self.rows = rows
        range = 0..<rows.count
    }

    init(_ rows: PostgresRows, _ range: Range<Int>) {
        self.rows = rows
        self.range = range
    }

    var count: Int { range.count }
    /// The first row; nil when there is none.
    var first: Int? { range.first }
}
