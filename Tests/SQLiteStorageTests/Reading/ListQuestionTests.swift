import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

/// A walk or a look into an index costs by what it returns; these plans are what that stands on.
@Suite struct `The plan of a list` {
    static let walks: [(ListQuestion.Kind, up: String, down: String)] = [
        (
            .group, "INDEX items_in_order (owner=? AND done=? AND rowid>?)",
            "INDEX items_in_order (owner=? AND done=? AND rowid<?)"
        ),
        (
            .sameRevision, "INDEX items_by_revision (owner=? AND revision=? AND rowid>?)",
            "INDEX items_by_revision (owner=? AND revision=? AND rowid<?)"
        ),
        (
            .revisions, "INDEX items_by_revision (owner=? AND revision>?)",
            "INDEX items_by_revision (owner=? AND revision<?)"
        ),
    ]

    @Test(arguments: walks.map { ($0, [$1, $2]) }, [false, true])
    func `walks an index from the position on`(
        walk: (ListQuestion.Kind, [String]), isCounted: Bool
    ) throws {
        let session = try Connection.filled(counted: isCounted)

        let plans = try [false, true].map { isDescending in
            try session.plan(ListQuestion.walk(walk.0, isDescending: isDescending).sql)
        }

        #expect(plans == walk.1.map { ["SEARCH items USING \($0)"] })
    }

    @Test(arguments: [(false, ">"), (true, "<")], [false, true])
    func `by creation merges both groups`(
        way: (isDescending: Bool, sign: String), isCounted: Bool
    ) throws {
        let session = try Connection.filled(counted: isCounted)

        let plan = try session.plan(
            ListQuestion.walk(.everything, isDescending: way.isDescending).sql)

        let half = "INDEX items_in_order (owner=? AND done=? AND rowid\(way.sign)?)"
        #expect(
            plan == [
                "MERGE (UNION ALL)", "LEFT", "SEARCH items USING \(half)", "RIGHT",
                "SEARCH items USING \(half)",
            ])
    }

    @Test(arguments: [false, true])
    func `looks for few items in an index`(isCounted: Bool) throws {
        let session = try Connection.filled(counted: isCounted)

        let plan = try session.plan(ListQuestion.places(.group).sql)

        #expect(
            plan == ["SEARCH items USING COVERING INDEX items_in_order (owner=? AND done=?)"])
    }

    @Test(arguments: [
        (
            ListQuestion.trigram,
            ["SEARCH trigrams USING PRIMARY KEY (owner=? AND run=? AND trigram=?)"]
        ),
        (
            .runs,
            [
                "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)", "SCALAR SUBQUERY 1",
                "SEARCH trigrams USING PRIMARY KEY (owner=?)", "SCALAR SUBQUERY 2",
                "SEARCH trigrams USING PRIMARY KEY (owner=?)",
            ]
        ),
    ])
    func `looks for words in the runs of their trigrams`(
        question: ListQuestion, steps: [String]
    ) throws {
        let plan = try Connection.filled(counted: false).plan(question.sql)

        #expect(plan == steps)
    }

    @Test(arguments: [false, true])
    func `looks for what is not searchable among rows and among new items`(isCounted: Bool) throws {
        let session = try Connection.filled(counted: isCounted)

        let plans = try [
            ListQuestion.places(.unsearchable).sql, Unsearchable.newTexts,
            Unsearchable.changedTexts,
        ].map {
            try session.plan($0).filter {
                $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") || $0.contains("TEMP")
            }
        }

        let end = "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)"
        let item = "INDEX items_in_order (owner=? AND done=? AND rowid>?)"
        let places = ["SEARCH items USING COVERING \(item)", end]
        let texts = ["SEARCH items USING \(item)", end]
        #expect(plans[0] == ["SEARCH unsearchable USING PRIMARY KEY (owner=?)"] + places + places)
        #expect(plans[1] == texts + texts)
        #expect(
            plans[2] == [
                "SEARCH w USING PRIMARY KEY (owner=?)",
                "SEARCH i USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
            ])
    }

    @Test func `of one item is by its place`() throws {
        let plan = try Connection.filled(counted: false).plan(ListQuestion.item.sql)

        #expect(plan == ["SEARCH items USING INTEGER PRIMARY KEY (rowid=?)"])
    }
}

@Suite struct `A list that is hard to answer` {
    @Test func `stops looking, and goes on where it stopped`() throws {
        let session = try Connection.filled(counted: false, 12_000)
        let lister = try ItemLister(session)
        let query = ItemQuery(filter: .rare, sort: ItemSort(.title))

        var titles: [String] = []
        var position: ListPosition?
        var turns = 0
        repeat {
            position = try lister.list(
                query, of: Self.owner, after: position, limit: 10, effort: 1_000
            ) {
                titles.append(ToDoItem($0).content.title)
                return true
            }
            turns += 1
        } while position != nil

        #expect(titles == ["last"])
        // The last turn finds that there is nothing behind the twelfth thousand.
        #expect(turns == 13)
    }

    @Test func `is streamed in parts that may be empty`() throws {
        let session = try Connection.filled(counted: false, 24_000)
        let reader = try ItemReader(session: session, commits: CommitCounter())
        let query = ItemQuery(filter: .rare, sort: ItemSort(.title))
        let pool = SnapshotPool(limit: 1) { () throws(StorageFailure) in throw .stopped }
        let lease = SnapshotLease(reader, of: pool)
        let snapshot = try SQLiteItemSnapshot(SnapshotShare(in: lease, of: Self.owner), query)

        var parts: [Int] = []
        var goesOn = true
        while goesOn {
            var count = 0
            goesOn = try snapshot.next(10) { _ in
                count += 1
                return true
            }
            parts.append(count)
        }

        #expect(parts == [0, 0, 0, 0, 1])
    }

    @Test func `is answered at once where an index knows that few are meant`() throws {
        let session = try Connection.filled(counted: false, 12_000)
        var filter = ItemFilter.rare
        filter.near = Circle(center: Coordinate(latitude: 5, longitude: 5), radius: 10)

        var count = 0
        let position = try ItemLister(session).list(
            ItemQuery(filter: filter, sort: ItemSort(.title)), of: Self.owner, after: nil,
            limit: 10, effort: 100
        ) { _ in
            count += 1
            return true
        }

        #expect(position == nil)
        #expect(count == 1)
    }

    @Test func `of long texts is walked instead of being sorted`() throws {
        let session = try Connection.filled(counted: false, 100)
        try session.execute(
            "UPDATE items SET description = replace(hex(zeroblob(30000)), '0', 'x')")
        var filter = ItemFilter()
        filter.words = SearchWords("nowhere")
        filter.done = false

        var position: ListPosition?
        var turns = 0
        repeat {
            position = try ItemLister(session).list(
                ItemQuery(filter: filter, sort: ItemSort(.title)), of: Self.owner,
                after: position, limit: 10, effort: 5_000, { _ in true })
            turns += 1
        } while position != nil && turns < 100

        #expect((3...12).contains(turns))
    }

    private static let owner = Owner(key: 1, epoch: "")
}

extension ItemFilter {
    /// Means one item of a filled database; half of the items are done, the
    /// others have a timestamp.
    fileprivate static let rare = {
        var filter = ItemFilter()
        filter.done = true
        filter.dueAfter = 0
        return filter
    }()
}

extension Connection {
    /// A database of many items in four groups, and one that is in two of them.
    fileprivate static func filled(counted: Bool, _ count: Int = 2_000) throws -> Connection {
        let session = try migratedInMemory()
        try session.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO items (place, owner, id, title, timestamp, place_name, latitude, longitude,
                done, done_at, created_at, updated_at, revision)
            SELECT i, 1, randomblob(16), iif(i = \(count), 'last', 'item'), iif(i % 2, i, NULL),
                'x', iif(i = \(count), 5, 0), iif(i = \(count), 5, 0),
                1 - i % 2, iif(i % 2, NULL, 1), 1, 1, 1 + i / 100 FROM n;
            INSERT INTO unsearchable SELECT owner, place FROM items;
            UPDATE items SET timestamp = 1, done = 1, done_at = 1 WHERE place = \(count);
            """)
        try ItemCard.fill(session)
        try OrderWriter.fill(session)
        if counted { try session.execute("ANALYZE") }
        return session
    }
}
