import Items
import SQLite

/// A question that lists ask of SQLite. The index is named in each, since
/// statistics of a table whose rows are much alike would talk SQLite out of it.
enum ListQuestion: Hashable {
    /// The rows of a stretch.
    enum Kind: Hashable, CaseIterable {
        case group, everything, sameRevision, revisions
    }

    case walk(Kind, isDescending: Bool)
    case item
    /// The places of some items, in no order, as an index alone knows them.
    case places(PlaceSource)
    /// The items of a run that a trigram occurs in.
    case trigram
    /// The first run that there is, and the last one.
    case runs

    var sql: String {
        switch self {
        case .walk(let kind, let isDescending): Self.walk(kind, isDescending ? .down : .up)
        case .item: "SELECT \(ItemCard.list) FROM items WHERE owner = ?1 AND place = ?2"
        case .places(let source): source.sql
        case .trigram: "SELECT places FROM trigrams WHERE owner = ?1 AND run = ?2 AND trigram = ?3"
        case .runs:
            // No more than there are, or a search would ask for each number that a damaged row says.
            """
            SELECT max(1, coalesce((SELECT min(run) FROM trigrams WHERE owner = ?1), 1)), \
            min(last_run, coalesce((SELECT max(run) FROM trigrams WHERE owner = ?1), 0)) \
            FROM owners WHERE owner = ?1
            """
        }
    }

    private struct Direction {
        let beyond: String
        let order: String

        static let up = Direction(beyond: ">", order: "")
        static let down = Direction(beyond: "<", order: " DESC")
    }

    private static func walk(_ kind: Kind, _ way: Direction) -> String {
        let byPlace = "place \(way.beyond) ?2"
        let (beyond, order) = (way.beyond, way.order)
        switch kind {
        case .group: return select("items_in_order", "done = ?3 AND \(byPlace)", "place\(order)")
        case .everything:
            // Merged by SQLite as they are read (sqlite.org/queryplanner-ng.html has
            // no better way to walk by place through an index that begins with
            // something else), for which it wants to have the place among the columns.
            let halves = ["0", "1"].map { done in
                rows("items_in_order", "done = \(done) AND \(byPlace)", and: ", place")
            }
            return halves.joined(separator: " UNION ALL ") + " ORDER BY place\(order)"
        case .sameRevision:
            return select("items_by_revision", "revision = ?3 AND \(byPlace)", "place\(order)")
        case .revisions:
            return select(
                "items_by_revision", "revision \(beyond) ?3", "revision\(order), place\(order)")
        }
    }

    private static func select(_ index: String, _ condition: String, _ order: String) -> String {
        rows(index, condition) + " ORDER BY \(order)"
    }

    private static func rows(
        _ index: String, _ condition: String, and more: String = ""
    ) -> String {
        """
        SELECT \(ItemCard.list)\(more) FROM items INDEXED BY \(index) \
        WHERE owner = ?1 AND \(condition)
        """
    }
}

extension Stretch {
    /// The question for its items; those of terms are asked for one by one.
    func question(isDescending: Bool) -> ListQuestion {
        switch self {
        case .group: .walk(.group, isDescending: isDescending)
        case .everything: .walk(.everything, isDescending: isDescending)
        case .sameRevision: .walk(.sameRevision, isDescending: isDescending)
        case .revisions: .walk(.revisions, isDescending: isDescending)
        case .terms: .item
        }
    }

    /// Binds what bounds the items.
    func bind(to statement: inout Statement) throws(DatabaseError) {
        switch self {
        case .group(let done, let place):
            try statement.bind(place, at: 2)
            try statement.bind(done ? 1 : 0, at: 3)
        case .everything(let place): try statement.bind(place, at: 2)
        case .sameRevision(let revision, let place):
            try statement.bind(place, at: 2)
            try statement.bind(revision, at: 3)
        case .revisions(let revision): try statement.bind(revision, at: 3)
        case .terms: break
        }
    }
}

/// The questions of one connection, each prepared when it is first asked.
final class ListStatements {
    private final class Box {
        var statement: Statement

        init(_ statement: consuming Statement) {
            self.statement = statement
        }
    }

    let session: any StorageSession
    let runs: RunStatements
    private var boxes: [ListQuestion: Box] = [:]

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        runs = try RunStatements(session)
    }

    /// Lets `work` bind, step and read the statement of a question.
    func ask<Answer>(
        _ question: ListQuestion, of owner: Owner,
        _ work: (inout Statement) throws(DatabaseError) -> Answer
    ) throws(DatabaseError) -> Answer {
        let box: Box
        if let known = boxes[question] {
            box = known
        } else {
            box = Box(try session.prepare(question.sql))
            boxes[question] = box
        }
        return try box.statement.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            return try work(&statement)
        }
    }
}
