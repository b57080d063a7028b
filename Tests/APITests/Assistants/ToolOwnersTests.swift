import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@Suite struct `An assistant with a token` {
    private let world = AccountsWorld()

    private func assistant(_ token: String?, _ era: MCPClient.Era = .stateless) -> MCPClient {
        MCPClient(client: world.client, era: era, token: token)
    }

    private func token(by maker: String, _ scope: String) -> String {
        world.send("POST", "/tokens", as: maker, json: #"{"label":"x","scope":"\#(scope)"}"#).token
            ?? "none"
    }

    // proves: separation-1, separation-13
    @Test(arguments: MCPClient.Era.allCases)
    func `works on the items of its owner alone`(era: MCPClient.Era) {
        let (ada, bob) = (world.token("ada"), world.token("bob"))
        let hers = assistant(ada, era).call(
            "add_items", #"{"items":[{"title":"Quartz"}],"key":"k"}"#)
        let id = hers.ids.first ?? ""

        let found = assistant(bob, era).call("find_items")
        let changed = assistant(bob, era).call(
            "change_items", #"{"changes":[{"id":"\#(id)","title":"x"}]}"#)
        let deleted = assistant(bob, era).call("delete_items", #"{"ids":["\#(id)"]}"#)
        let undone = assistant(bob, era).call("undo", #"{"revision":"1"}"#)
        let same = assistant(bob, era).call("add_items", #"{"items":[{"title":"His"}],"key":"k"}"#)

        #expect(found.items == [])
        #expect(changed.title == "No such item")
        #expect(deleted.title == "No such item")
        #expect(undone.title == "No such revision")
        #expect(same.titles == ["His"])
        #expect(assistant(ada, era).call("find_items").titles == ["Quartz"])
        #expect(world.items.writes.allSatisfy { $0.isBoundToEpoch })
    }

    @Test(arguments: [nil, "nonsense"])
    func `is refused without a valid one, before anything is read`(token: String?) {
        let response = assistant(token).post("{")

        #expect(response.status == 401)
        #expect(response.problemName == "unauthorized")
    }

    // proves: separation-5, separation-13
    @Test(arguments: MCPClient.Era.allCases)
    func `that is read-only sees and calls find_items alone`(era: MCPClient.Era) {
        let ada = world.token("ada")
        let reader = assistant(token(by: ada, "read"), era)
        _ = assistant(ada).call("add_items", #"{"items":[{"title":"Tea"}]}"#)
        let before = world.state

        let listed = reader.send("tools/list").json["result"]?["tools"]?.elements ?? []
        let refused = ["add_items", "change_items", "complete_items", "delete_items", "undo"].map {
            reader.call($0).title
        }

        #expect(listed.map { $0["name"] } == [.text("find_items")])
        #expect(reader.call("find_items").titles == ["Tea"])
        #expect(Set(refused) == ["Read-only token"])
        #expect(world.state == before)
    }

    // proves: separation-5
    @Test(arguments: MCPClient.Era.allCases)
    func `for items sees all tools and calls them`(era: MCPClient.Era) {
        let client = assistant(token(by: world.token("ada"), "items"), era)

        let listed = client.send("tools/list").json["result"]?["tools"]?.elements ?? []
        let added = client.call("add_items", #"{"items":[{"title":"Tea"}]}"#)

        #expect(listed.count == 6)
        #expect(added.titles == ["Tea"])
        #expect(client.call("find_items").titles == ["Tea"])
    }

    @Test(arguments: [
        ("https://evil.example", 403), ("null", 403), ("http://localhost", 200),
        ("https://localhost", 200), ("https://app.example.org", 200),
    ])
    func `is refused from a page of another origin, with accounts as well`(
        origin: String, status: Int
    ) {
        let world = AccountsWorld(origins: [WebOrigin("https://app.example.org")].compactMap { $0 })
        let client = MCPClient(client: world.client, era: .handshake, token: world.token("ada"))

        let response = client.post(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, ["Origin": origin])

        #expect(response.status == status)
        #expect(status == 200 || response.problemName == "foreign-page")
    }

    @Test func `is counted against the rate of its token`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))
        let client = MCPClient(client: world.client, token: world.token("ada"))

        let statuses = (0..<3).map { _ in client.send("tools/list").status }

        #expect(statuses == [200, 200, 429])
    }
}

@Suite struct `A server without assistants` {
    @Test func `has nothing at the path`() {
        let world = APIWorld(hasAssistants: false)

        #expect(world.client.send("POST", "/mcp", json: "{}").status == 404)
        #expect(world.client.send("GET", "/mcp").status == 404)
    }
}
