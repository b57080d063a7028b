import Dispatch
import Items
import PostgreSQL
import PostgresStorage
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A notification of another process` {
    private static let sources: [NotificationMode] = [.listen, .poll]

    // proves: sync-3
    @Test(arguments: sources) func `reaches a stream that waits`(source: NotificationMode) throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let writer = try world.open(notifications: source)
        let reader = try world.open(notifications: source)
        let signal = DispatchSemaphore(value: 0)
        reader.revisionSignal.connect(prepare: {}, receive: { signal.signal() })
        let (writing, reading) = (writer.repository(), reader.repository())
        let before = try reading.knownRevision(of: owner)

        let outcome = writing.write(.put(id(1), content("x")), of: owner)
        var heard = before
        while heard == before {
            signal.wait()
            heard = try reading.knownRevision(of: owner)
        }

        #expect(try outcome.get().revision == 1)
        #expect((before, heard) == (0, 1))
    }

    @Test(arguments: sources) func `reaches it after the connection was lost`(
        source: NotificationMode
    ) throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let writer = try world.open(notifications: source)
        let reader = try world.open(notifications: source)
        let signal = DispatchSemaphore(value: 0)
        reader.revisionSignal.connect(prepare: {}, receive: { signal.signal() })
        let (writing, reading) = (writer.repository(), reader.repository())
        _ = try reading.knownRevision(of: owner)

        _ = try world.connection.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        var outcome = writing.write(.put(id(1), content("x")), of: owner)
        // The writer's own connection was ended too.
        while case .failure(.storage) = outcome {
            outcome = writing.write(.put(id(1), content("x")), of: owner)
        }
        while try reading.knownRevision(of: owner) == 0 { signal.wait() }

        #expect(try reading.knownRevision(of: owner) == 1)
    }

    @Test func `of an owner without a stream is dropped`() {
        let cache = RevisionCache(clock: .constant(0))

        let isNew = cache.update([(owner: 1, revision: 5)])

        #expect(!isNew)
        #expect(cache.revision(of: 1) == nil)
    }

    @Test func `changes the cache only if its revision is newer`() {
        let cache = RevisionCache(clock: .constant(0))
        _ = cache.revision(of: 1)

        let changes = [5, 5, 4, 6].map { cache.update([(owner: 1, revision: $0)]) }

        #expect(changes == [true, false, false, true])
        #expect(cache.revision(of: 1) == 6)
    }

    @Test func `is received for an owner as long as streams call`() {
        let time = ManualClock(0)
        let cache = RevisionCache(clock: time.clock)
        for owner in [1, 2] { _ = cache.revision(of: owner) }
        time.now = 20
        _ = cache.revision(of: 2)
        time.now = 40

        #expect(cache.watchedOwners() == [2])
    }

    @Test func `has payloads that a server takes`() {
        let revisions = Dictionary(uniqueKeysWithValues: (1...2_000).map { ($0, $0 + 1_000_000) })

        let texts = RevisionSignalPayload.texts(revisions)

        let back = texts.flatMap(RevisionSignalPayload.revisions).map {
            "\($0.owner) \($0.revision)"
        }
        #expect(texts.allSatisfy { $0.utf8.count < 8_000 })
        #expect(texts.count > 1)
        #expect(back == (1...2_000).map { "\($0) \($0 + 1_000_000)" })
    }

    @Test(arguments: ["", " ", "x", "1", "1:", ":2", "a:b", "1:2:3", "99999999999999999999:1"])
    func `of another program is skipped`(text: String) {
        #expect(RevisionSignalPayload.revisions(in: text).isEmpty)
    }
}
