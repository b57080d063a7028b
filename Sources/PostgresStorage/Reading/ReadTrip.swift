import Items
import PostgreSQL
import Storage

/// The statements of one round trip, and the reads of each.
///
/// Reads of one kind become one statement over arrays, which costs the server less than half of the
/// single statements.
struct ReadTrip {
    enum SentStatement {
        /// A statement of one read, which may have more.
        case part(WaitingRead, sql: String, isLast: Bool)
        /// A statement of several reads: the last column of a row is the number of its read, from 1
        /// on.
        case merged([WaitingRead], sql: String)
    }

    private(set) var commands: [PostgresCommand] = []
    private(set) var statements: [SentStatement] = []

    init(_ reads: [WaitingRead]) {
        var revisions: [(WaitingRead, Int)] = []
        var items: [(WaitingRead, owner: Int, id: PostgresUUID)] = []
        var tokens: [(WaitingRead, PostgresUUID)] = []
        for read in reads {
            switch read.key {
            case .revision(let owner): revisions.append((read, owner))
            case .item(let owner, let id): items.append((read, owner, id))
            case .token(let selector): tokens.append((read, selector))
            case .revocations: add([AccountStatements.revocations], for: read)
            case .statements(let commands): add(commands, for: read)
            }
        }
        if revisions.count == 1 {
            add([ReadStatements.revision(of: revisions[0].1)], for: revisions[0].0)
        } else if !revisions.isEmpty {
            add(ReadStatements.revisions(of: revisions.map(\.1)), for: revisions.map(\.0))
        }
        if tokens.count == 1 {
            add([AccountStatements.token(tokens[0].1)], for: tokens[0].0)
        } else if !tokens.isEmpty {
            add(AccountStatements.tokens(tokens.map(\.1)), for: tokens.map(\.0))
        }
        if items.count == 1 {
            add([ReadStatements.item(items[0].id, of: items[0].owner)], for: items[0].0)
        } else if !items.isEmpty {
            add(
                ReadStatements.items(items.map(\.id), of: items.map(\.owner)),
                for: items.map(\.0))
        }
    }

    private mutating func add(_ commands: [PostgresCommand], for read: WaitingRead) {
        for (index, command) in commands.enumerated() {
            self.commands.append(command)
            statements.append(
                .part(read, sql: command.sql, isLast: index == commands.count - 1))
        }
    }

    private mutating func add(_ command: PostgresCommand, for reads: [WaitingRead]) {
        commands.append(command)
        statements.append(.merged(reads, sql: command.sql))
    }
}

extension ReadTrip.SentStatement {
    /// The reads whose last statement this is.
    var completed: [WaitingRead] {
        switch self {
        case .part(let read, sql: _, isLast: let isLast): isLast ? [read] : []
        case .merged(let reads, sql: _): reads
        }
    }

    var reads: [WaitingRead] {
        switch self {
        case .part(let read, sql: _, isLast: _): [read]
        case .merged(let reads, sql: _): reads
        }
    }

    var sql: String {
        switch self {
        case .part(_, let sql, isLast: _), .merged(_, let sql): sql
        }
    }
}

/// The statements of reads that many requests have at once.
enum ReadStatements {
    static func revision(of owner: Int) -> PostgresCommand {
        PostgresCommand("SELECT revision FROM owners WHERE owner = $1") { $0.append(owner) }
    }

    static func revisions(of owners: [Int]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT o.revision, q.number FROM unnest($1::bigint[]) \
            WITH ORDINALITY q(owner, number) JOIN owners o ON o.owner = q.owner ORDER BY q.number
            """
        ) { $0.append(owners) { $0 } }
    }

    static func item(_ id: PostgresUUID, of owner: Int) -> PostgresCommand {
        PostgresCommand(oneItem) {
            $0.append(owner)
            $0.append(id)
        }
    }

    private static let oneItem =
        "SELECT \(PostgresItemColumns.list) FROM items WHERE owner = $1 AND id = $2"

    static func items(_ ids: [PostgresUUID], of owners: [Int]) -> PostgresCommand {
        PostgresCommand(manyItems) {
            $0.append(owners) { $0 }
            $0.append(ids) { $0 }
        }
    }

    private static let manyItems = """
        SELECT \(PostgresItemColumns.list(of: "i")), q.number FROM unnest($1::bigint[], $2::uuid[]) \
        WITH ORDINALITY q(owner, id, number) \
        JOIN items i ON i.owner = q.owner AND i.id = q.id ORDER BY q.number
        """
}
