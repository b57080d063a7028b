import TestSupport
import Testing
import APITestSupport

@Suite struct `A due date as text` {
    private func due(_ text: String) -> ToolAnswer {
        MCPClient(client: APIWorld().client)
            .call("add_items", #"{"items":[{"title":"Tea","due":"\#(text)"}]}"#)
    }

    @Test(arguments: [
        ("2026-12-04", "2026-12-04"), ("0001-01-01", "0001-01-01"), ("9999-12-31", "9999-12-31"),
        ("2026-12-04T17:00Z", "2026-12-04T17:00:00Z"),
        ("2026-12-04T17:00:30Z", "2026-12-04T17:00:30Z"),
        ("2026-12-04T17:00:30.999Z", "2026-12-04T17:00:30.999Z"),
        ("2026-12-04T17:00:30.500Z", "2026-12-04T17:00:30.5Z"),
        ("2026-12-04T17:00:30.000Z", "2026-12-04T17:00:30Z"),
        ("1970-01-01T00:00:00.3Z", "1970-01-01T00:00:00.3Z"),
        ("1970-01-01T01:00:00.1+01:00", "1970-01-01T00:00:00.1Z"),
        ("2026-12-04T17:00+01:00", "2026-12-04T16:00:00Z"),
        ("2026-12-04T17:00-09:30", "2026-12-05T02:30:00Z"),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"),
        ("0001-01-01T00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
    func `is a day, or a time with its offset, and comes back in UTC`(text: String, answer: String)
    {
        #expect(due(text).items.first?["due"] == .text(answer))
    }

    /// What a model writes back must not change the item.
    @Test func `that was answered is the same time when it comes back`() {
        var numbers = SplitMix64(seed: 1)
        let world = APIWorld()
        let client = MCPClient(client: world.client)
        for turn in 0..<200 {
            let most = [1.0, 4e9, 2.5e11][turn % 3]
            let time = Double.random(in: -6e10...most, using: &numbers)
            let stored = world.client.send(
                "POST", "/items", json: "{\"title\":\"a\",\"timestamp\":\(time)}")
            let id = stored.json["id"]?.text ?? ""
            let before = world.client.send("GET", "/items/" + id).json["timestamp"]
            let due = client.call("find_items").items.last?["due"]?.text ?? ""

            _ = client.call("change_items", "{\"changes\":[{\"id\":\"\(id)\",\"due\":\"\(due)\"}]}")

            #expect(world.client.send("GET", "/items/" + id).json["timestamp"] == before, "\(due)")
            _ = world.client.send("DELETE", "/items")
        }
    }

    @Test(arguments: [
        "", "soon", "2026-2-4", "2026-02-30", "0000-01-01", "2026-12-04T17:00", "2026-12-04 17:00Z",
        "2026-12-04T24:00Z", "2026-12-04T17:60Z", "2026-12-04T17Z", "2026-12-04T17:00:60Z",
        "2026-12-04T17:00:00.Z", "2026-12-04T17:00.5Z", "2026-12-04T17:00+1:00",
        "2026-12-04T17:00+0100", "2026-12-04T17:00+24:00", "2026-12-04T17:00+01:60",
        "2026-12-04T17:00Zx", "2026-12-04T", "1796400000", "0001-01-01T00:00+01:00",
        "9999-12-31T23:59-01:00", "2026-12-04T17:00:00.1234567890123456789012345678901234567890Z",
    ])
    func `is refused in another form`(text: String) {
        let answer = due(text)

        #expect(
            answer.faults == [
                "/items/0/due must be a day such as 2026-12-04, or a time with its offset such as "
                    + "2026-12-04T17:00+01:00, of the years 0001 to 9999"
            ])
    }
}
