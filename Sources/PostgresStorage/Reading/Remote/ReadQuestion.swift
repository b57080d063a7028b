import Items
import PostgreSQL

/// What a lane asks the database, once for all requests of a round that ask the same.
enum ReadKey: Hashable {
    case revision(owner: Int)
    case item(owner: Int, id: PostgresUUID)
    case token(PostgresUUID)
    case revocations
    /// Statements of one moment.
    case statements([PostgresCommand])
    /// The snapshot of a request, which another connection opens.
    case snapshot(ReadTicket)
}

/// A question on its way to the database, and what came of it.
final class ReadQuestion {
    enum Answer {
        /// The rows of each statement.
        case rows([ReadRows])
        case snapshot(PostgresSnapshot)
        case failure(StorageFailure)
    }

    let key: ReadKey
    /// Its size in bytes, which counts towards the lane's limit.
    let size: Int
    /// The requests that wait for it.
    var tickets: [ReadTicket] = []
    var answer: Answer?
    /// The rows of the statements that were answered so far.
    var parts: [ReadRows] = []
    /// How often it was sent and its connection was lost.
    var losses = 0
    /// When it was first to be sent, in milliseconds; nil before the end of its round.
    var since: Int?

    init(_ key: ReadKey) {
        self.key = key
        size =
            if case .statements(let commands) = key {
                commands.reduce(64) { $0 + $1.parameters.bytes.count }
            } else { 64 }
    }
}

/// The rows of one statement that belong to one question.
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
