import SQLiteTestSupport
import APITestSupport
import Dispatch
import HTTPServer
import Items
import SQLite
import SQLiteStorage
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A server with live streams` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func storage() throws -> SQLiteDatabase {
        try SQLiteDatabase.open(folder.file("items.sqlite"), clock: .constant(1_000))
    }

    // proves: sync-3
    @Test func `sends a write without another request and without time passing`() throws {
        let world = try LiveWorld(storage())
        let listener = try WireListener(world.server)
        try listener.untilComments(1)

        for number in 1...50 {
            let answer = try world.write(("PUT", "/items/" + uuid(number), #"{"title":"Milk"}"#))
            let event = try listener.next()

            #expect(event.change?.item?.id == uuid(number))
            #expect(answer["ToDo-Revision"] == event.lastID)
        }
    }

    @Test func `sends a commit that arrives while another stream begins`() throws {
        let storage = try storage()
        let writer = try LiveWorld(storage, lanes: 1)
        let (held, released, told) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let port = writer.server.port
        let world = try LiveWorld(storage, lanes: 1) { app in
            InterruptedHandler(
                app,
                [
                    "/healthz": {
                        held.signal()
                        released.wait()
                    },
                    // The new stream has read the revision, but has not begun.
                    "/items/changes": {
                        _ = try? WireClient(port: port).exchange(
                            "DELETE /items/\(uuid(1)) HTTP/1.1\r\nHost: a\r\n\r\n")
                        _ = told.wait(timeout: .now() + .seconds(60))
                    },
                ])
        }
        try writer.write(("PUT", "/items/" + uuid(1), #"{"title":"Milk"}"#))
        let listener = try WireListener(world.server, "?since=\(world.owner.epoch).1")
        try listener.untilComments(1)
        let (holding, beginning) = try (
            WireClient(port: world.server.port), WireClient(port: world.server.port)
        )
        _ = try beginning.exchange("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
        storage.revisionSignal.connect(prepare: {}) { [server = world.server] in
            server.receiveRevisionSignal()
            told.signal()
        }

        // All this happens in one round: a stream is woken without changes, another one begins, and
        // a commit arrives.
        try holding.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(held.wait(timeout: .now() + .seconds(60)) == .success)
        world.server.receiveRevisionSignal()
        try beginning.send(
            "GET /items/changes HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n")
        released.signal()

        #expect(try listener.next().change?.deleted == uuid(1))
        storage.revisionSignal.connect(prepare: {}) {}
    }

    @Test func `sends changes to a thousand streams`() throws {
        let world = try LiveWorld(storage())
        let listeners = try (0..<1_000).map { _ in try WireListener(world.server) }
        for listener in listeners { try listener.untilComments(1) }

        try world.write(("POST", "/items", #"[{"title":"Milk"},{"title":"Bread"}]"#))
        let first = try listeners.map { try $0.next() }
        let second = try listeners.map { try $0.next() }

        #expect(Set(first.map(\.data)).count == 1)
        #expect(Set(second.map(\.data)).count == 1)
        #expect(first[0].change?.item?.title == "Milk")
        #expect(second[0].change?.item?.title == "Bread")
        #expect(first[0].lastID == world.owner.epoch + ".1.1")
        #expect(second[0].lastID == world.owner.epoch + ".1")
    }

    // proves: separation-1
    @Test func `sends each owner only their own changes`() throws {
        let storage = try storage()
        let other = try SQLiteConnection.open(folder.file("items.sqlite"), .readWrite).addOwner(2)
        let world = try LiveWorld(storage)
        let others = try LiveWorld(storage, owner: other)
        storage.revisionSignal.connect(prepare: {}) {
            [server = world.server, other = others.server] in
            server.receiveRevisionSignal()
            other.receiveRevisionSignal()
        }
        let (mine, theirs) = try (WireListener(world.server), WireListener(others.server))
        try mine.untilComments(1)
        try theirs.untilComments(1)

        for number in 1...20 {
            let id = "/items/" + uuid(number % 3)
            try world.write(("PUT", id, #"{"title":"mine \#(number)"}"#))
            try others.write(("PUT", id, #"{"title":"theirs \#(number)"}"#))
        }
        let heard = try (1...20).map { _ in try (mine.next(), theirs.next()) }
        storage.revisionSignal.connect(prepare: {}) {}

        #expect(heard.allSatisfy { $0.0.change?.item?.title.hasPrefix("mine") == true })
        #expect(heard.allSatisfy { $0.1.change?.item?.title.hasPrefix("theirs") == true })
        #expect(heard.allSatisfy { $0.1.lastID.hasPrefix("epoch2.") })
    }

    // proves: sync-4
    @Test func `loses and repeats nothing for a client that resumes, also after a restart`()
        throws
    {
        var writes = RandomWrites(seed: 7)
        var (replica, lastID, revision) = (Replica(), String?.none, 0)

        for _ in 0..<4 {
            let storage = try storage()
            let world = try LiveWorld(storage)
            for _ in 0..<6 {
                let listener = try WireListener(world.server, lastID: lastID)
                for _ in 0..<8 { try world.write(writes.next()) }
                // The client disconnects somewhere among the events.
                let tag = try #require(world.write(("GET", "/items", nil))["ETag"])
                for _ in 0..<writes.number(1...12) where "\"\(lastID ?? "")\"" != tag {
                    let event = try listener.next()
                    let change = try #require(event.change)
                    replica.apply(change)
                    #expect(change.revision >= revision)
                    (revision, lastID) = (change.revision, event.lastID)
                }
                listener.close()
            }
            let listener = try WireListener(world.server, lastID: lastID)
            let tag = try #require(world.write(("GET", "/items", nil))["ETag"])
            while "\"\(lastID ?? "")\"" != tag {
                let event = try listener.next()
                replica.apply(event.change)
                lastID = event.lastID
            }

            #expect(try replica == Replica(world.items()))
            let isDown = DispatchSemaphore(value: 0)
            world.server.drain { storage.close { _ in isDown.signal() } }
            #expect(try listener.isEndedInOrder())
            listener.close()
            #expect(isDown.wait(timeout: .now() + .seconds(60)) == .success)
        }
    }

    // proves: sync-3
    @Test func `sends a write of another program within two seconds`() throws {
        let world = try LiveWorld(storage())
        let listener = try WireListener(world.server)
        try listener.untilComments(1)
        let other = try storage()
        let write = ItemWrite(
            owner: world.owner,
            action: .put(ItemID(high: 0, low: 1), ItemContent(title: "from beside")))
        _ = try other.repository().perform(write).get()

        world.pass(2)
        let event = try listener.next()

        #expect(event.change?.item?.title == "from beside")
    }

    // proves: sync-2
    @Test func `resets a stream with a token of another database, and then sends changes`() throws {
        let world = try LiveWorld(storage())
        try world.write(("POST", "/items", #"{"title":"Milk"}"#))
        let listener = try WireListener(world.server, lastID: "another.7")

        let reset = try listener.next()
        try world.write(("POST", "/items", #"{"title":"Bread"}"#))
        let event = try listener.next()

        #expect(reset.type == "reset")
        #expect(reset.lastID == world.owner.epoch + ".1")
        #expect(event.change?.item?.title == "Bread")
    }

    // proves: sync-5
    @Test func `sends a heartbeat every fifteen seconds`() throws {
        let world = try LiveWorld(storage())
        let listener = try WireListener(world.server)
        try listener.untilComments(1)

        for heartbeat in 2...4 {
            world.pass(15)
            try listener.untilComments(heartbeat)
        }
        try world.write(("POST", "/items", #"{"title":"Milk"}"#))

        #expect(try listener.next().change?.item?.title == "Milk")
    }
}
