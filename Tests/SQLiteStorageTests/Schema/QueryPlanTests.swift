import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

/// A question without its index is right, and slow for ever after; so the plans are pinned.
@Suite struct `The plan` {
    /// A question that is asked all the time, and how SQLite means to answer it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: @Sendable (WriteStatements) -> String
        let plan: [String]

        init(
            _ description: String, _ plan: String...,
            of sql: @escaping @Sendable (WriteStatements) -> String
        ) {
            testDescription = description
            self.plan = plan
            self.sql = sql
        }
    }

    static let cases = [
        Case(
            "of the clock",
            "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.clock.sql }),
        Case(
            "of setting the clock",
            "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.setClock.sql }),
        Case(
            "of one item",
            "SEARCH items USING INDEX items_by_id (owner=? AND id=?)",
            of: { $0.find.sql }),
        Case(
            "of one tombstone",
            "SEARCH tombstones USING INDEX tombstones_by_id (owner=? AND id=?)",
            of: { $0.tombstone.sql }),
        Case(
            "of one group of the list, from its beginning or a cursor",
            "SEARCH items USING INDEX items_in_order (owner=? AND done=? AND rowid>?)",
            of: { _ in ItemReader.groupSQL }),
        Case(
            "of the last place",
            "SEARCH places USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.lastPlace.sql }),
        Case(
            "of an update",
            "SEARCH items USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.update.sql }),
        Case(
            "of a delete",
            "SEARCH items USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.delete.sql }),
        Case(
            "of forgetting a tombstone",
            "SEARCH tombstones USING INDEX tombstones_by_id (owner=? AND id=?)",
            of: { $0.forgetTombstone.sql }),
        Case(
            "of the log of an item",
            "SEARCH items USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.logItem.sql }),
        Case(
            "of the clock and the horizon",
            "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)",
            of: { _ in ChangeStatements.reachSQL }),
        Case(
            "of the items since a revision",
            "SEARCH items USING INDEX items_by_revision (owner=? AND revision>?)",
            of: { _ in ChangeStatements.itemsSQL }),
        Case(
            "of the rest of a revision",
            "SEARCH items USING INDEX items_by_revision (owner=? AND revision=? AND rowid>?)",
            of: { _ in ChangeStatements.restOfItemsSQL }),
        Case(
            "of the tombstones since a revision",
            "SEARCH tombstones USING INDEX tombstones_by_revision (owner=? AND revision>?)",
            of: { _ in ChangeStatements.tombstonesSQL }),
        Case(
            "of the rest of a revision's tombstones",
            """
            SEARCH tombstones USING INDEX tombstones_by_revision \
            (owner=? AND revision=? AND rowid>?)
            """,
            of: { _ in ChangeStatements.restOfTombstonesSQL }),
        Case(
            "of the horizon",
            "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.horizon.sql }),
        Case(
            "of what a revision touched",
            "SEARCH changes USING PRIMARY KEY (owner=? AND revision=?)",
            of: { $0.touched.sql }),
        Case(
            "of an image in the log",
            "SEARCH changes USING PRIMARY KEY (owner=? AND revision=? AND id=?)",
            of: { $0.image.sql }),
        Case(
            "of the way back in the log",
            "SEARCH changes USING PRIMARY KEY (owner=? AND revision=? AND id=?)",
            of: { $0.former.sql }),
        Case(
            "of moving an item to where it was",
            "SEARCH items USING INTEGER PRIMARY KEY (rowid=?)",
            of: { $0.move.sql }),
    ]

    static let seldom: [(String, @Sendable (Seldom) -> String)] = [
        (
            "SEARCH answers USING PRIMARY KEY (owner=? AND key=? AND method=? AND target=?)",
            { $0.answers.find.sql }
        ),
        (
            "SEARCH answers USING PRIMARY KEY (owner=? AND key=? AND method=? AND target=?)",
            { $0.answers.drop.sql }
        ),
        (
            "SEARCH answers USING INDEX answers_with_content (owner=?)",
            { $0.answers.oldest.sql }
        ),
        ("SEARCH owners USING INTEGER PRIMARY KEY (rowid>?)", { $0.prune.nextOwner.sql }),
        ("SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)", { $0.prune.horizon.sql }),
        (
            "SEARCH changes USING PRIMARY KEY (owner=? AND revision>?)",
            { $0.prune.nextRevision.sql }
        ),
        ("SEARCH changes USING PRIMARY KEY (owner=? AND revision<?)", { $0.past.logEnd.sql }),
        (
            "SEARCH changes USING PRIMARY KEY (owner=? AND revision<?)",
            { $0.past.forgetRevisions.sql }
        ),
        (
            "SEARCH changes USING PRIMARY KEY (owner=? AND revision=? AND id<?)",
            { $0.past.forgetPart.sql }
        ),
        (
            "SEARCH tombstones USING INTEGER PRIMARY KEY (rowid=?)",
            { $0.past.forgetTombstones.sql }
        ),
        (
            "SEARCH answers USING COVERING INDEX answers_by_time (owner=? AND answered_at<?)",
            { $0.past.answersEnd.sql }
        ),
        (
            "SEARCH answers USING COVERING INDEX answers_by_time (owner=? AND answered_at<?)",
            { $0.past.forgetAnswers.sql }
        ),
        ("SEARCH tokens USING PRIMARY KEY (selector=?)", { $0.prune.forgetTokens.sql }),
        ("SEARCH items USING INTEGER PRIMARY KEY (rowid=?)", { $0.erase.items.sql }),
        (
            "SEARCH unsearchable USING PRIMARY KEY (owner=? AND place<?)",
            { $0.erase.unsearchable.sql }
        ),
        (
            "SEARCH trigrams USING PRIMARY KEY (owner=? AND run=? AND trigram<?)",
            { $0.erase.trigrams.sql }
        ),
        (
            "SEARCH terms USING PRIMARY KEY (owner=? AND run=? AND first<?)",
            { $0.erase.terms.sql }
        ),
        ("SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)", { $0.trigrams.state.sql }),
        ("SEARCH trigrams USING PRIMARY KEY (owner=? AND run=?)", { $0.trigrams.dropRun.sql }),
        ("SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)", { $0.trigrams.forgetStale.sql }),
        ("SEARCH renewals USING INTEGER PRIMARY KEY (rowid=?)", { $0.trigrams.setRenewed.sql }),
        ("SEARCH renewals USING INTEGER PRIMARY KEY (rowid=?)", { $0.trigrams.endRenewal.sql }),
        (
            "SEARCH unsearchable USING PRIMARY KEY (owner=? AND place>? AND place<?)",
            { $0.trigrams.forgetRenewed.sql }
        ),
        (
            "SEARCH unsearchable USING PRIMARY KEY (owner=? AND place<?)",
            { $0.trigrams.forget.sql }
        ),
    ]

    @Test func `of the terms of a run is by its key`() throws {
        let session = try Connection.migratedInMemory()

        let plans = try RunStatements.rows.map { try session.plan($0) }

        let step = "SEARCH terms USING PRIMARY KEY (owner=? AND run=? AND first"
        #expect(plans == [["\(step)<?)"], ["\(step)>?)"], ["\(step)<?)"]])
    }

    /// The statements that are run now and then.
    struct Seldom {
        let answers: AnswerStatements
        let prune: PruneStatements
        let past: PastStatements
        let erase: EraseStatements
        let trigrams: TrigramStatements

        init(_ session: any StorageSession) throws {
            answers = try AnswerStatements(session)
            prune = try PruneStatements(session)
            past = try PastStatements(session)
            erase = try EraseStatements(session)
            trigrams = try TrigramStatements(session)
        }
    }

    @Test(arguments: seldom.indices)
    func `of what is kept, forgotten or made searchable begins at an index`(index: Int) throws {
        let session = try Connection.migratedInMemory()
        let (plan, sql) = Self.seldom[index]

        let steps = try session.plan(sql(Seldom(session)))

        #expect(steps.first == plan)
        #expect(steps.allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("TEMP B-TREE") })
    }

    @Test(arguments: cases)
    func `needs no scan and no sorting`(example: Case) throws {
        let session = try Connection.migratedInMemory()
        let statements = try WriteStatements(session)

        let plan = try session.plan(example.sql(statements))

        #expect(plan == example.plan)
    }

    @Test(arguments: cases)
    func `stays what it is when SQLite has counted the rows`(example: Case) throws {
        let session = try Connection.migratedInMemory()
        try session.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO items (place, owner, id, title, done, created_at, updated_at, revision)
            SELECT i, 1, randomblob(16), 'x', 0, 1, 1, 1 + i / 100 FROM n;
            UPDATE items SET done = 1, done_at = 1 WHERE place % 2 = 0;
            INSERT INTO tombstones SELECT place + 5000, owner, randomblob(16), revision, 1 FROM items;
            INSERT INTO changes (owner, revision, id, changed_at) SELECT owner, revision, id, 1
            FROM items;
            ANALYZE;
            """)
        let statements = try WriteStatements(session)

        let plan = try session.plan(example.sql(statements))

        #expect(plan == example.plan)
    }
}
