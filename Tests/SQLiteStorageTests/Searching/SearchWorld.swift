import Items
import SQLite
import SQLiteTestSupport
import Storage
import TestSupport

@testable import SQLiteStorage

/// A writer and a searching reader.
final class SearchWorld {
    let session: SQLiteConnection
    let owner: Owner
    private let batch: WriteBatch
    private let reader: ItemReader

    init() throws {
        session = try SQLiteConnection.migratedInMemory()
        owner = try session.localOwner()
        let commits = CommitCounter()
        batch = WriteBatch(session: session, clock: .constant(0), commits: commits)
        reader = try ItemReader(session: session, commits: commits)
    }

    @discardableResult
    func write(_ action: ItemWrite.Action, of owner: Owner? = nil) -> Outcome {
        batch.run([ItemWrite(owner: owner ?? self.owner, action: action)])[0]
    }

    /// The number of items with these words, and the number of parts of the scan.
    func search(_ text: String, of owner: Owner? = nil) throws -> (found: Int, parts: Int) {
        var query = ItemQuery()
        query.filter.words = SearchWords(text)
        var scan = ItemScan(query, of: owner ?? self.owner, after: nil, limit: nil)
        var (found, parts, hasMore) = (0, 0, true)
        try reader.ensureTransaction()
        while hasMore, parts < 10_000 {
            hasMore = try reader.scan(&scan, .max) { _ in
                found += 1
                return true
            }
            parts += 1
        }
        try reader.endRound()
        return (found, parts)
    }

    /// The number of items with these words.
    func find(_ text: String, of owner: Owner? = nil) throws -> Int {
        try search(text, of: owner).found
    }
}
