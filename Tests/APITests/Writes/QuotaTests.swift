import APITestSupport
import Items
import TestSupport
import Testing

private let item = "/items/" + uuid(1)
private let milk = #"{"title":"Milk"}"#

/// A write that grows an owner's items beyond their quota; the double of the storage refuses it
/// after its last step.
@Suite struct `A write beyond the owner's quota` {
    static let writes = [
        KeyedWrite(method: "POST", target: "/items", json: #"{"title":"Tea"}"#),
        KeyedWrite(method: "POST", target: "/items", json: #"[{"title":"Tea"},{"title":"Jam"}]"#),
        KeyedWrite(
            method: "POST", target: "/items?onConflict=replace",
            json: #"[{"id":"\#(uuid(1))","title":"Milk and honey"}]"#),
        KeyedWrite(method: "PUT", target: item, json: #"{"title":"Milk and honey"}"#),
        KeyedWrite(method: "PATCH", target: item, json: #"{"title":"Milk and honey"}"#),
        KeyedWrite(method: "PATCH", target: "/items", json: #"{"itemDescription":"Two"}"#),
        KeyedWrite(
            method: "POST", target: "/items/batch",
            json: #"[{"op":"put","item":{"id":"\#(uuid(9))","title":"Tea"}}]"#),
        KeyedWrite(method: "POST", target: "/undo/2"),
    ]

    // proves: limits-2
    @Test(arguments: writes)
    func `is 507 with both sizes, and changes nothing`(write: KeyedWrite) {
        let world = world()
        let before = world.state
        world.items.refusal = .quotaExceeded(bytes: 268_435_501, limit: 268_435_456)

        let response = write.send(by: world.client)

        #expect(response.status == 507)
        #expect(response.problem?.type == "/problems/quota")
        #expect(response.problem?.title == "No room for more items")
        #expect(
            response.problem?.detail
                == "The items would take 268435501 bytes and may take 268435456; deleting or "
                + "shortening items makes room.")
        #expect(response["Retry-After"] == nil)
        #expect(response["ToDo-Revision"] == nil)
        #expect(response["Link"] == nil)
        #expect(world.state == before)
        // The quota is the owner's error; nothing is reported to the operator.
        #expect(world.reports.all == [])
    }

    // proves: limits-2
    @Test(arguments: writes)
    func `does not consume an Idempotency-Key`(write: KeyedWrite) {
        let world = world()
        world.items.refusal = .quotaExceeded(bytes: 11, limit: 10)
        _ = write.send(by: world.client)
        world.items.refusal = nil
        _ = world.client.send("POST", "/items", json: #"{"title":"Pepper"}"#)

        let response = write.send(by: world.client)

        #expect((200...201).contains(response.status))
        // A stored response would have the revision 4.
        #expect(response["ToDo-Revision"] == "k3f9.5")
    }

    @Test func `names the refused operation of a batch`() {
        let world = world()
        let before = world.state
        world.items.refusal = .atStep(1, .quotaExceeded(bytes: 11, limit: 10))

        let response = world.client.send(
            "POST", "/items/batch",
            json: """
                [{"op":"delete","id":"\(uuid(1))"},\
                {"op":"put","item":{"id":"\(uuid(9))","title":"Tea"}}]
                """)

        #expect(response.status == 507)
        #expect(response.problemName == "quota")
        #expect(response.problem?.pointer == "/1")
        #expect(world.state == before)
    }

    /// One item, and another one that revision 2 deleted, so that undoing 2 adds an item. The clock
    /// is at 3.
    private func world() -> APIWorld {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: "[\(milk),{\"title\":\"Salt\"}]")
        _ = world.client.send("DELETE", "/items/" + uuid(2))
        _ = world.client.send("PATCH", item, json: #"{"done":true}"#)
        return world
    }
}
