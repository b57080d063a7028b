import Items
import PostgreSQL
import Storage

/// The statements that read the log from its last change back.
enum HistoryStatements {
    /// The changes of an owner back to a revision: from the last one, from the last one of `upTo`,
    /// or from the one before `last`.
    static func heads(
        of owner: Int, from revision: Int, upTo: Int?, before last: ChangeKey?, limit: Int
    ) -> PostgresCommand {
        let last = last ?? upTo.map { ChangeKey(revision: $0, number: .max) }
        let start = last == nil ? "" : "AND (revision, ordinal) < ($3, $4) "
        return PostgresCommand(
            """
            SELECT revision, ordinal, sequence, members, id, changed_at, written_by, undoes \
            FROM changes \
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
        let origin =
            ordinal == 1
            ? WriteOrigin(
                label: rows.optionalString(row, 6),
                undoes: rows.isNull(row, 7) ? nil : try rows.integer(row, 7)) : nil
        let members = ChangeMembers(rawValue: try rows.integer(row, 3))
        return ChangeHead(
            key: ChangeKey(revision: try rows.integer(row, 0), number: ordinal),
            sequence: try rows.integer(row, 2), members: members,
            id: members.contains(.deletion) ? ItemID(try rows.uuid(row, 4)) : nil,
            changedAt: try rows.double(row, 5), origin: origin)
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
