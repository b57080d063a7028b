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
    /// The snapshot of a request, which another connection opens.
    case snapshot(ReadRequestID)
}

/// A read that is queued or under way, and its response.
final class PendingRead {
    enum Response {
        /// The rows of each statement.
        case rows([ReadRows])
        case snapshot(PostgresSnapshot)
        case failure(StorageFailure)
    }

    let key: ReadKey
    /// Its size in bytes, which counts towards the lane's limit.
    let size: Int
    /// The requests that wait for it.
    var requests: [ReadRequestID] = []
    var response: Response?
    /// The rows of its statements so far.
    var parts: [ReadRows] = []
    /// The number of lost connections on which it was sent.
    var losses = 0
    /// The end of its round in milliseconds; nil before.
    var since: Int?

    init(_ key: ReadKey) {
        self.key = key
        size =
            if case .statements(let commands) = key {
                commands.reduce(64) { $0 + $1.parameters.bytes.count }
            } else { 64 }
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
