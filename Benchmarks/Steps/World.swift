import API
import HTTP
import Items
import SQLite
import SQLiteStorage
import Storage

/// A lane's handler and a writer over a database, as in the server but without sockets and threads.
final class World {
    private let app: App
    private let repository: SQLiteRepository
    private let batch: WriteBatch
    private let owner: Owner
    private let items: [ToDoItem]
    private var drafts: Drafts
    let gets: [SentRequest]
    let list = SentRequest("GET", "/items?limit=100")
    let unchanged: SentRequest
    let post: SentRequest

    /// A world over a database with at least a hundred items.
    init(_ database: String) throws {
        let clock = Clock.constant(1_764_000_000)
        let commits = CommitCounter()
        let writer = try SQLiteConnection.openMigrated(database, busyMilliseconds: 0, clock: clock)
        let owner = try writer.localOwner()
        batch = WriteBatch(session: writer, clock: clock, commits: commits)
        let repository = SQLiteRepository(
            connect: { () throws(DatabaseError) in
                try SQLiteConnection.openForReading(database, busyMilliseconds: 0)
            },
            commits: commits, clock: clock, write: { _ in },
            makeSnapshot: { (_, _, _) throws(StorageFailure) in throw .stopped })
        app = App(items: repository, authMode: .anonymous(owner), ids: .version7(clock))
        var items: [ToDoItem] = []
        _ = try repository.list(
            ItemQuery(), of: owner, after: nil, limit: 100, begin: { _ in true }
        ) {
            items.append(ToDoItem($0))
            return true
        }
        let revision = try repository.revision(of: owner)
        // An open read transaction keeps checkpoints from resetting the WAL, so that each commit
        // has to search all of it.
        try repository.endRound(at: 0)
        let tag = "\"\(owner.epoch).\(revision)\""
        precondition(items.count == 100, "there are no items to read")
        gets = items.map { SentRequest("GET", "/items/" + Self.text(of: $0.id)) }
        unchanged = SentRequest("GET", "/items?limit=100", ["If-None-Match: " + tag])
        drafts = Drafts(after: revision)
        post = SentRequest(
            "POST", "/items", ["Content-Type: application/json"], body: Drafts.json)
        (self.repository, self.owner, self.items) = (repository, owner, items)
    }

    func parse(_ count: Int) -> Int {
        let parser = RequestParser()
        var head = RequestHead()
        var sum = 0
        for turn in 0..<count {
            let bytes = gets[turn % gets.count].bytes
            _ = parser.parse(bytes.span, into: &head)
            sum += head.length
        }
        return sum
    }

    func route(_ count: Int) -> Int {
        var sum = 0
        for turn in 0..<count where gets[turn % gets.count].isAdmitted(by: app) { sum += 1 }
        return sum
    }

    /// Reads in one transaction, as requests of one round do.
    func read(_ count: Int) throws -> Int {
        var sum = 0
        for turn in 0..<count {
            _ = try repository.read(items[turn % items.count].id, of: owner) {
                sum += $0.title.count
            }
        }
        return sum
    }

    func readPages(_ count: Int) throws -> Int {
        var sum = 0
        for _ in 0..<count {
            _ = try repository.list(
                ItemQuery(), of: owner, after: nil, limit: 100, begin: { _ in true }
            ) {
                sum += $0.title.count
                return true
            }
        }
        return sum
    }

    func encode(_ count: Int) -> Int {
        var file = ItemFileWriter(.ndjson)
        var sum = 0
        for turn in 0..<count {
            items[turn % items.count].withRow { file.append($0) }
            sum += file.bytes.count
            file.removeAll()
        }
        return sum
    }

    /// Answers each request in a round of its own, as for a single connection.
    func answer(_ count: Int, _ requests: [SentRequest], with status: Status?) -> Int {
        var response = ResponseWriter()
        var sum = 0
        for turn in 0..<count {
            requests[turn % requests.count].answer(by: app, &response)
            precondition(response.status == status)
            sum += response.out.count
            app.endRound(at: 0)
            response.didSend()
        }
        return sum
    }

    /// Writes batches of 64 requests with one item each; ends with an error if a write fails.
    func write(_ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count {
            let jobs = (0..<64).map { _ in
                WriteJob(
                    write: ItemWrite(
                        owner: owner, action: .add([drafts.next()], onConflict: .refuse))
                ) { _ in }
            }
            for outcome in batch.run(jobs, []).items {
                guard case .success = outcome else { preconditionFailure("\(outcome)") }
                sum += 1
            }
        }
        return sum
    }

    private static func text(of id: ItemID) -> String {
        var bytes = ByteWriter()
        bytes.append(uuid: id.high, low: id.low)
        return String(copying: bytes)
    }
}
