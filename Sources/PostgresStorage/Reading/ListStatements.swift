import Items
import PostgreSQL

/// The statements that read items in an order, behind a position.
///
/// The order is that of an index, so the cost of a page depends on its length; but the order by hand,
/// of which most items have no key, sorts the owner's items. `done` is part of
/// the statement; the caller tests the other conditions of a filter item by item, so that they mean
/// the same on every storage.
enum ListStatements {
    /// The statements whose rows, one after the other, are the items behind a position; each
    /// returns `limit` rows at most.
    static func items(
        of owner: Int, _ query: ItemQuery, after position: ListPosition?, limit: Int
    ) -> [PostgresCommand] {
        let done = query.filter.done
        let sequence = position?.sequence
        guard let sort = query.sort else {
            let start: (Bool, Int)? =
                if case .done(let done)? = position?.key { (done, position?.sequence ?? 0) } else {
                    nil
                }
            return [
                Self.command(
                    of: owner, limit, done, behind: "(done, sequence) >",
                    order: ["done", "sequence"], isDescending: false,
                    start.map { start in
                        {
                            $0.append(start.0); $0.append(start.1)
                        }
                    })
            ]
        }
        let isDescending = sort.isDescending
        let sign = isDescending ? "<" : ">"
        switch (sort.key, position?.key) {
        case (.created, _):
            return created(of: owner, sequence, limit, done, isDescending)
        case (.updated, let key):
            let revision: Int? = if case .updated(let revision)? = key { revision } else { nil }
            return [
                command(
                    of: owner, limit, done, behind: "(revision, sequence) \(sign)",
                    order: ["revision", "sequence"], isDescending: isDescending,
                    revision.map { revision in
                        {
                            $0.append(revision); $0.append(sequence)
                        }
                    })
            ]
        case (.title, let key):
            let title: String? =
                if case .title(let bytes)? = key {
                    String(decoding: bytes, as: UTF8.self)
                } else { nil }
            return [
                command(
                    of: owner, limit, done, behind: "(title, sequence) \(sign)",
                    order: ["title", "sequence"], isDescending: isDescending,
                    title.map { title in
                        {
                            $0.append(title); $0.append(sequence)
                        }
                    })
            ]
        case (.timestamp, let key):
            let start: (_: Double?, sequence: Int)? =
                if case .timestamp(let time)? = key { (time, sequence ?? 0) } else { nil }
            return nullable(
                "timestamp", of: owner, start, before: isDescending ? .infinity : -.infinity, limit,
                done, isDescending)
        case (.position, let key):
            let start: (_: String?, sequence: Int)? =
                if case .position(let bytes)? = key {
                    (bytes.map { String(decoding: $0, as: UTF8.self) }, sequence ?? 0)
                } else { nil }
            // The digits of keys lie between these two.
            return nullable(
                "position", of: owner, start, before: isDescending ? "{" : "", limit, done,
                isDescending)
        }
    }

    /// Items by creation, from each half separately, because `done` comes first in the index.
    private static func created(
        of owner: Int, _ sequence: Int?, _ limit: Int, _ done: Bool?, _ isDescending: Bool
    ) -> [PostgresCommand] {
        let (sign, order) = isDescending ? ("<", " DESC") : (">", "")
        let halves = [false, true].filter { done ?? $0 == $0 }.map { half in
            """
            (SELECT \(PostgresItemColumns.list) FROM items WHERE owner = $1 AND done = \(half) \
            AND sequence \(sign) $2 ORDER BY sequence\(order) LIMIT $3)
            """
        }
        let sql = """
            SELECT * FROM (\(halves.joined(separator: " UNION ALL "))) h \
            ORDER BY sequence\(order) LIMIT $3
            """
        return [
            PostgresCommand(sql) {
                $0.append(owner)
                $0.append(sequence ?? (isDescending ? .max : 0))
                $0.append(limit)
            }
        ]
    }

    /// Items by a column, and then those in which it is NULL; `before` is a value before all others.
    private static func nullable<Value: PostgresValue>(
        _ column: String, of owner: Int, _ start: (value: Value?, sequence: Int)?, before: Value,
        _ limit: Int, _ done: Bool?, _ isDescending: Bool
    ) -> [PostgresCommand] {
        let (sign, order) = isDescending ? ("<", " DESC") : (">", "")
        let half = done.map { " AND done = \($0)" } ?? ""
        let first = isDescending ? Int.max : 0
        let isBehindValues = start.map { $0.value == nil } ?? false
        let without = PostgresCommand(
            """
            SELECT \(PostgresItemColumns.list) FROM items WHERE owner = $1 AND \(column) IS NULL \
            AND sequence \(sign) $2\(half) ORDER BY \(column)\(order), sequence\(order) LIMIT $3
            """
        ) {
            $0.append(owner)
            $0.append(isBehindValues ? start?.sequence ?? first : first)
            $0.append(limit)
        }
        if isBehindValues { return [without] }
        let with = PostgresCommand(
            """
            SELECT \(PostgresItemColumns.list) FROM items WHERE owner = $1 AND \(column) IS NOT NULL \
            AND (\(column), sequence) \(sign) ($2, $3)\(half) \
            ORDER BY \(column)\(order), sequence\(order) LIMIT $4
            """
        ) {
            $0.append(owner)
            $0.append(start?.value ?? before)
            $0.append(start?.sequence ?? first)
            $0.append(limit)
        }
        return [with, without]
    }

    private static func command(
        of owner: Int, _ limit: Int, _ done: Bool?, behind: String, order: [String],
        isDescending: Bool, _ position: ((inout PostgresParameters) -> Void)?
    ) -> PostgresCommand {
        let half = done.map { " AND done = \($0)" } ?? ""
        let start = position == nil ? "" : " AND \(behind) ($3, $4)"
        let columns = order.map { $0 + (isDescending ? " DESC" : "") }.joined(separator: ", ")
        let sql = """
            SELECT \(PostgresItemColumns.list) FROM items WHERE owner = $1\(half)\(start) \
            ORDER BY \(columns) LIMIT $2
            """
        return PostgresCommand(sql) {
            $0.append(owner)
            $0.append(limit)
            position?(&$0)
        }
    }
}
