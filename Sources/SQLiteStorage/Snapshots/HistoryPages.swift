import Dispatch
import Items
import SQLite
import Storage

/// Reads pages of histories on threads of its own, each on a connection of the snapshots: a page
/// far back in a long history takes a tenth of a second.
final class HistoryPages: Sendable {
    private struct Leased: @unchecked Sendable {
        // Proof: only the block that leased it touches it.
        let reader: ItemReader
    }

    private let pool: SnapshotPool
    private let queue = DispatchQueue(label: "toodoo.history", attributes: .concurrent)

    init(_ pool: SnapshotPool) {
        self.pool = pool
    }

    /// Calls `reply` with the page, on any thread.
    func read(
        _ request: HistoryRequest,
        _ reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        let leased: Leased
        do throws(StorageFailure) {
            leased = Leased(reader: try pool.acquire(for: request.owner.key))
        } catch {
            return reply(.failure(error))
        }
        queue.async { [pool] in
            let page = Result { () throws(StorageFailure) in try leased.reader.history(request) }
            pool.release(leased.reader)
            pool.removeShare(request.owner.key)
            reply(page)
        }
    }
}

extension ItemReader {
    /// A page of a history, in a transaction that `endRound` ends.
    func history(_ request: HistoryRequest) throws(StorageFailure) -> HistoryPage? {
        let rows = try storing { () throws(DatabaseError) in
            try ensureTransaction()
            return historyRows
        }
        rows.beginReading()
        return try HistoryReader(rows, request).page()
    }
}
