import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `A page of a search in parts` {
    private static let targets = [
        "/items?limit=3", "/items?limit=1000", "/items?limit=4&done=true",
        "/items?limit=3&sort=title", "/items?limit=5&sort=-updated", "/items?limit=7&q=tea",
        "/items?limit=2&q=tea&sort=-title", "/items?limit=1&q=none",
    ]

    @Test(arguments: targets)
    func `equals a page found in one part`(target: String) throws {
        let (slow, quick) = (Self.world(), Self.world())
        slow.items.givesUp = true
        slow.items.itemsInPart = 3

        let (found, expected) = (slow.client.send("GET", target), quick.client.send("GET", target))

        #expect(found == expected)
        #expect(found.status == 200)
        #expect([slow.items.snapshots, quick.items.snapshots] == [1, 0])
    }

    @Test(arguments: targets)
    func `links to the next one until the list is complete`(target: String) throws {
        let (slow, quick) = (Self.world(), Self.world())
        slow.items.givesUp = true
        slow.items.itemsInPart = 2

        let pages = try slow.client.walk(target)

        let whole = quick.client.send("GET", target.replacing(/limit=\d+&?/, with: ""))
        #expect(pages.flatMap { $0 } == whole.titles)
    }

    @Test func `has a head like GET's for HEAD`() {
        let world = Self.world()
        world.items.givesUp = true
        world.items.itemsInPart = 3
        let get = world.client.send("GET", "/items?limit=3&q=tea")

        let head = world.client.send("HEAD", "/items?limit=3&q=tea")

        #expect(head.status == 200)
        #expect(head.fields.map { "\($0)" } == get.fields.map { "\($0)" })
        #expect(head["Link"] != nil)
        #expect(head.body == [])
    }

    @Test func `is not searched for when a condition decides`() throws {
        let world = Self.world()
        world.items.givesUp = true
        let tag = try #require(world.client.send("GET", "/items?limit=3&q=tea")["ETag"])
        let snapshots = world.items.snapshots

        let known = world.client.send("GET", "/items?limit=3&q=tea", ["If-None-Match": tag])
        let other = world.client.send("GET", "/items?limit=3&q=tea", ["If-Match": "\"k3f9.1\""])

        #expect([known.status, other.status] == [304, 412])
        #expect(known.body == [])
        #expect(world.items.snapshots == snapshots)
    }

    @Test(arguments: [0, 1, 3])
    func `is a problem when the database fails in the middle`(parts: Int) throws {
        let world = Self.world()
        world.items.givesUp = true
        world.items.itemsInPart = 3
        world.items.partsBeforeFailure = parts

        let failed = world.client.send("GET", "/items?limit=1000")
        world.items.partsBeforeFailure = .max
        let next = world.client.send("GET", "/items?limit=1000")

        #expect(failed.status == 500)
        #expect(failed.problemName == "storage-failed")
        #expect(failed["Content-Type"] == "application/problem+json")
        #expect(failed["ETag"] == nil)
        #expect(world.reports.all == [.inputOutput("disk I/O error")])
        #expect(next.items?.count == Self.count)
    }

    @Test func `is cached until the next write`() {
        let world = Self.world()
        world.items.givesUp = true
        let answers = (0..<2).map { _ in world.client.send("GET", "/items?limit=3&q=tea") }
        let read = [world.items.lists, world.items.snapshots]

        let again = world.client.send("GET", "/items?limit=3&q=tea")

        #expect(again == answers[0])
        #expect([world.items.lists, world.items.snapshots] == read)
    }

    @Test func `shows one snapshot while others write`() throws {
        let world = Self.world()
        let before = world.client.send("GET", "/items?limit=1000&q=tea")
        world.items.givesUp = true
        world.items.itemsInPart = 5
        let lane = LaneSimulator(world.app)
        lane.ask(1, "GET /items?limit=1000&q=tea")

        for number in 1...5 {
            lane.go()
            _ = world.client.send("DELETE", "/items/" + uuid(3 * number))
            _ = world.client.send("POST", "/items", json: #"{"title":"new tea"}"#)
        }
        while lane.answer(1) == nil { lane.go() }

        #expect(lane.answer(1)?.text == before.text)
        #expect(lane.answer(1)?["ETag"] == before["ETag"])
    }

    static let count = 60

    /// A world of items. Every third one contains tea, and every fourth one is done.
    static func world(isLate: Bool = false) -> APIWorld {
        let world = APIWorld(isLate: isLate)
        for part in 0..<2 {
            let items = (1...count / 2).map { index in
                let number = part * count / 2 + index
                let title = number % 3 == 0 ? "tea \(number % 7)" : "milk \(number % 7)"
                return #"{"title":"\#(title) \#(number)","done":\#(number % 4 == 0)}"#
            }
            _ = world.client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        }
        return world
    }
}
