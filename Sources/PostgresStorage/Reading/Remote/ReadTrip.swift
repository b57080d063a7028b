import Items
import PostgreSQL

/// The statements of one trip, and which questions each answers.
///
/// Questions of one kind become one statement over arrays: it costs the server less than half of
/// what they cost one by one.
struct ReadTrip {
    /// Whom a statement answers.
    enum Asked {
        /// A statement of a question, whose last it may be.
        case part(ReadQuestion, sql: String, isLast: Bool)
        /// Each row names its question by its number, from 1 on, in the last column.
        case merged([ReadQuestion], sql: String)
    }

    private(set) var commands: [PostgresCommand] = []
    private(set) var asked: [Asked] = []

    init(_ questions: [ReadQuestion]) {
        var revisions: [(ReadQuestion, Int)] = []
        var items: [(ReadQuestion, owner: Int, id: PostgresUUID)] = []
        var tokens: [(ReadQuestion, PostgresUUID)] = []
        for question in questions {
            switch question.key {
            case .revision(let owner): revisions.append((question, owner))
            case .item(let owner, let id): items.append((question, owner, id))
            case .token(let selector): tokens.append((question, selector))
            case .revocations: add([ReadStatements.revocations], for: question)
            case .statements(let commands): add(commands, for: question)
            case .snapshot: break
            }
        }
        if revisions.count == 1 {
            add([ReadStatements.revision(of: revisions[0].1)], for: revisions[0].0)
        } else if !revisions.isEmpty {
            add(ReadStatements.revisions(of: revisions.map(\.1)), for: revisions.map(\.0))
        }
        if tokens.count == 1 {
            add([ReadStatements.token(tokens[0].1)], for: tokens[0].0)
        } else if !tokens.isEmpty {
            add(ReadStatements.tokens(tokens.map(\.1)), for: tokens.map(\.0))
        }
        if items.count == 1 {
            add([ReadStatements.item(items[0].id, of: items[0].owner)], for: items[0].0)
        } else if !items.isEmpty {
            add(
                ReadStatements.items(items.map(\.id), of: items.map(\.owner)),
                for: items.map(\.0))
        }
    }

    private mutating func add(_ commands: [PostgresCommand], for question: ReadQuestion) {
        for (index, command) in commands.enumerated() {
            self.commands.append(command)
            asked.append(
                .part(question, sql: command.sql, isLast: index == commands.count - 1))
        }
    }

    private mutating func add(_ command: PostgresCommand, for questions: [ReadQuestion]) {
        commands.append(command)
        asked.append(.merged(questions, sql: command.sql))
    }
}

extension ReadTrip.Asked {
    /// The questions, if this is the last statement of each.
    var ended: [ReadQuestion] {
        switch self {
        case .part(let question, sql: _, isLast: let isLast): isLast ? [question] : []
        case .merged(let questions, sql: _): questions
        }
    }

    var questions: [ReadQuestion] {
        switch self {
        case .part(let question, sql: _, isLast: _): [question]
        case .merged(let questions, sql: _): questions
        }
    }

    var sql: String {
        switch self {
        case .part(_, let sql, isLast: _), .merged(_, let sql): sql
        }
    }
}

/// The statements of reads that many requests ask at once.
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
        "SELECT \(ItemColumns.list) FROM items WHERE owner = $1 AND id = $2"

    static func items(_ ids: [PostgresUUID], of owners: [Int]) -> PostgresCommand {
        PostgresCommand(manyItems) {
            $0.append(owners) { $0 }
            $0.append(ids) { $0 }
        }
    }

    private static let manyItems = """
        SELECT \(ItemColumns.list(of: "i")), q.number FROM unnest($1::bigint[], $2::uuid[]) \
        WITH ORDINALITY q(owner, id, number) \
        JOIN items i ON i.owner = q.owner AND i.id = q.id ORDER BY q.number
        """

    static let revocations = PostgresCommand("SELECT count FROM revocations WHERE one = 1")

    static func token(_ selector: PostgresUUID) -> PostgresCommand {
        PostgresCommand(oneToken) { $0.append(selector) }
    }

    private static let oneToken = """
        SELECT \(tokenColumns) FROM tokens t JOIN owners o ON o.owner = t.owner \
        WHERE t.selector = $1
        """

    static func tokens(_ selectors: [PostgresUUID]) -> PostgresCommand {
        PostgresCommand(manyTokens) { $0.append(selectors) { $0 } }
    }

    private static let manyTokens = """
        SELECT \(tokenColumns), q.number FROM unnest($1::uuid[]) \
        WITH ORDINALITY q(selector, number) JOIN tokens t ON t.selector = q.selector \
        JOIN owners o ON o.owner = t.owner ORDER BY q.number
        """

    static let tokenColumns = """
        t.selector, t.owner, o.epoch, t.digest, t.label, t.created_at, t.last_used_at, \
        t.expires_at, t.is_fixed, t.is_read_only
        """
}
