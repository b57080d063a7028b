import Items
import PostgreSQL
import Storage

/// The statements by which an undo reads the log.
enum HistoryStatements {
    /// The changes of an owner from the last one, or from the one before `last`, back to a
    /// revision.
    static func heads(
        of owner: Int, from revision: Int, before last: ChangeKey?, limit: Int
    ) -> PostgresCommand {
        let start = last == nil ? "" : "AND (revision, ordinal) < ($3, $4) "
        return PostgresCommand(
            """
            SELECT revision, ordinal, sequence, members FROM changes \
            WHERE owner = $1 AND revision >= $2 \(start)\
            ORDER BY owner DESC, revision DESC, ordinal DESC LIMIT \(limit)
            """
        ) {
            $0.append(owner)
            $0.append(revision)
            if let last {
                $0.append(last.revision)
                $0.append(last.number)
            }
        }
    }

    static func head(_ rows: PostgresRows, _ row: Int) throws(PostgresFailure) -> ChangeHead {
        let ordinal = try rows.integer(row, 1)
        // The oldest changes are deleted first, so a write with its first change is whole.
        return ChangeHead(
            key: ChangeKey(revision: try rows.integer(row, 0), number: ordinal),
            sequence: try rows.integer(row, 2),
            members: ChangeMembers(rawValue: try rows.integer(row, 3)), isFirst: ordinal == 1)
    }

    /// The changes with these keys, in the same order. Written as a join, a generic plan may read
    /// all changes of the owner for each part.
    static func images(of owner: Int, _ keys: [ChangeKey]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT c.* FROM unnest($2, $3) WITH ORDINALITY AS n (revision, ordinal, number) \
            CROSS JOIN LATERAL (SELECT \(ChangeColumns.image) FROM changes \
            WHERE owner = $1 AND revision = n.revision AND ordinal = n.ordinal LIMIT 1) c \
            ORDER BY n.number
            """
        ) {
            $0.append(owner)
            $0.append(keys) { $0.revision }
            $0.append(keys) { $0.number }
        }
    }

    /// The items at these sequences. Written with arrays, or as a join, a generic plan may read all
    /// items of the owner.
    static func items(of owner: Int, at sequences: [Int]) -> PostgresCommand {
        let halves = [false, true].map { done in
            """
            SELECT i.* FROM unnest($2) AS n (sequence) CROSS JOIN LATERAL ( \
            SELECT \(PostgresItemColumns.list) FROM items \
            WHERE owner = $1 AND done = \(done) AND sequence = n.sequence LIMIT 1) i
            """
        }
        return PostgresCommand(halves.joined(separator: " UNION ALL ")) {
            $0.append(owner)
            $0.append(sequences) { $0 }
        }
    }
}
