import APITestSupport
import TestSupport
import Testing

@Suite struct `The tool find_items, of deleted items` {
    private let world: APIWorld
    private let assistant: MCPClient

    init() {
        world = APIWorld()
        assistant = MCPClient(client: world.client)
    }

    @Test func `shows each as it was, and undo brings it back`() {
        world.add("Milk", "Bread")
        _ = world.client.send("PATCH", itemPath(1), json: #"{"tags":["shop"]}"#)
        world.time.now = 1_796_400_000.5
        _ = world.client.send("DELETE", itemPath(1))

        let found = assistant.call("find_items", #"{"deleted":true}"#)

        #expect(
            found.items == [
                .map([
                    "id": .text(uuid(1)), "title": .text("Milk"), "tags": .list([.text("shop")]),
                    "done": .bool(false), "deletedAt": .text("2026-12-04T16:00:00.5Z"),
                    "deletedIn": .text("3"),
                ])
            ])
        #expect(assistant.call("undo", #"{"revision":"3"}"#).isError == false)
        #expect(assistant.call("find_items", #"{"deleted":true}"#).items == [])
        #expect(assistant.call("find_items").titles == ["Milk", "Bread"])
    }

    @Test func `are searched, and come in pages`() throws {
        world.add("a milk", "b", "c milk")
        _ = world.client.send("DELETE", "/items")
        let words = #""deleted":true,"text":"MILK","limit":1"#

        let first = assistant.call("find_items", "{\(words)}")
        let cursor = try #require(first.content["nextCursor"]?.text)
        let last = assistant.call("find_items", #"{\#(words),"cursor":"\#(cursor)"}"#)

        #expect(first.titles == ["c milk"])
        #expect(last.titles == ["a milk"])
        #expect(last.content["nextCursor"] == nil)
        #expect(
            assistant.call("find_items", #"{"deleted":true,"cursor":"\#(cursor)"}"#).pointers
                == ["/cursor"])
    }

    @Test(arguments: [
        (#""tag":"a""#, "/tag must be left out with `deleted`"),
        (#""done":false"#, "/done must be left out with `deleted`"),
        (#""dueFrom":"2026-12-04""#, "/dueFrom must be left out with `deleted`"),
        (#""dueTo":"2026-12-04""#, "/dueTo must be left out with `deleted`"),
        (#""timeZone":"UTC""#, "/timeZone must be left out with `deleted`"),
        (#""limit":101"#, "/limit must be a whole number from 1 to 100"),
    ])
    func `refuse what does not go with it`(argument: String, fault: String) {
        let answer = assistant.call("find_items", #"{"deleted":true,\#(argument)}"#)

        #expect(answer.isError)
        #expect(answer.faults == [fault])
    }

    @Test func `are not found unless asked for`() {
        world.add("Milk")
        _ = world.client.send("DELETE", "/items")

        #expect(assistant.call("find_items", #"{"deleted":false,"tag":"x"}"#).items == [])
        #expect(
            assistant.call("find_items", #"{"deleted":1}"#).faults
                == ["/deleted must be true or false"])
    }

    // proves: separation-5
    @Test func `may be seen with a read-only token`() {
        let world = AccountsWorld()
        let token = world.token("ada")
        _ = world.send("PUT", itemPath(1), as: token, json: #"{"title":"Milk"}"#)
        _ = world.send("DELETE", itemPath(1), as: token)
        let made = world.send(
            "POST", "/tokens", as: token, json: #"{"label":"x","scope":"read"}"#)
        world.client.standing["Authorization"] = "Bearer \(made.token ?? "none")"

        let found = MCPClient(client: world.client).call("find_items", #"{"deleted":true}"#)

        #expect(found.titles == ["Milk"])
    }
}
