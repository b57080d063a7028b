import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `A tool that writes` {
    private let world = APIWorld()
    private var assistant: MCPClient { MCPClient(client: world.client) }

    /// All items as the API shows them, without the members that every write changes.
    private var list: [Node] {
        world.client.send("GET", "/items").json.elements.map { item in
            .map(item.members.filter { !["updatedAt", "revision"].contains($0.key) })
        }
    }

    private func add(_ items: String) {
        _ = world.client.send("POST", "/items", json: "[\(items)]")
    }

    /// Two open items, one of which repeats, and a done one.
    private func addThree() {
        add(
            """
            {"id":"\(uuid(901))","title":"Milk","day":"2026-12-04"},\
            {"id":"\(uuid(902))","title":"Rent","day":"1970-01-01","repeat":{"frequency":"monthly"}},\
            {"id":"\(uuid(903))","title":"Old","done":true}
            """)
    }

    /// Each tool with a call that changes the three items.
    private static let calls = [
        ("add_items", #"{"items":[{"title":"Tea"},{"title":"Jam","due":"2026-12-05"}]}"#),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"Oat milk"},{"id":"\#(uuid(903))","due":"2026-12-05T10:00Z"}]}"#
        ),
        ("complete_items", #"{"ids":["\#(uuid(901))","\#(uuid(902))"]}"#),
        ("complete_items", #"{"ids":["\#(uuid(903))"],"done":false}"#),
        ("delete_items", #"{"ids":["\#(uuid(903))","\#(uuid(901))"]}"#),
    ]

    // proves: separation-13
    @Test(arguments: calls, MCPClient.Era.allCases)
    func `takes one revision, which one undo takes back`(
        call: (tool: String, arguments: String), era: MCPClient.Era
    ) {
        addThree()
        let before = list
        let assistant = MCPClient(client: world.client, era: era)

        let answer = assistant.call(call.tool, call.arguments)
        let changed = list
        let undone = assistant.call("undo", #"{"revision":"\#(answer.revision ?? "")"}"#)

        #expect(answer.revision == "2")
        #expect(answer.content["undo"] == .text("call undo with revision 2"))
        #expect(changed != before)
        #expect(undone.revision == "3")
        #expect(undone.content["undo"] == .text("call undo with revision 3"))
        #expect(list == before)
    }

    @Test func `undo takes back an undo as well`() {
        addThree()
        _ = assistant.call("delete_items", #"{"ids":["\#(uuid(901))"]}"#)
        let deleted = list

        let undone = assistant.call("undo", #"{"revision":"2"}"#)
        _ = assistant.call("undo", #"{"revision":"3"}"#)

        #expect(undone.content["restored"] == .list([.text(uuid(901))]))
        #expect(list == deleted)
    }

    @Test(arguments: [
        ("complete_items", #"{"ids":["\#(uuid(903))"]}"#),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"Milk","due":"2026-12-04"}]}"#
        ),
    ])
    func `that changes nothing has no revision to undo`(tool: String, arguments: String) {
        addThree()

        let answer = assistant.call(tool, arguments)

        #expect(!answer.isError)
        #expect(answer.items.count == 1)
        #expect(answer.content.members.keys.sorted() == ["items"])
    }

    @Test func `adds items with their members, days and times`() {
        let answer = assistant.call(
            "add_items",
            """
            {"items":[{"title":" Tea ","description":"green","due":"2026-12-04",\
            "repeat":{"frequency":"monthly","byDay":["1mo"]},"location":{"name":"Shop"}},\
            {"title":"Jam","due":"2026-12-04T17:00+01:00"},\
            {"title":"Rye","description":null,"due":null,"repeat":null,"location":null}]}
            """)

        #expect(answer.titles == ["Tea", "Jam", "Rye"])
        #expect(
            answer.items.map { $0["due"]?.text } == ["2026-12-04", "2026-12-04T16:00:00Z", nil])
        #expect(answer.items[0]["description"] == .text("green"))
        #expect(answer.items[0]["repeat"]?["byDay"] == .list([.text("1mo")]))
        #expect(list.map { $0["day"] } == [.text("2026-12-04"), nil, nil])
        #expect(
            list.map { $0["timestamp"] } == [.number(1_796_342_400), .number(1_796_400_000), nil])
    }

    @Test func `changes what is named, and clears what is null`() {
        add(
            """
            {"id":"\(uuid(901))","title":"Tea","itemDescription":"green","day":"2026-12-04",\
            "repeat":{"frequency":"daily"},"location":{"name":"Shop"}}
            """)
        func change(_ members: String) -> Node {
            assistant.call("change_items", #"{"changes":[{"id":"\#(uuid(901))",\#(members)}]}"#)
                .items.first ?? .null
        }

        let moved = change(#""due":"2026-12-05T09:00Z","repeat":{"interval":2}"#)
        let day = change(#""due":"2026-12-06""#)
        let cleared = change(#""description":null,"location":null,"due":null"#)

        #expect(moved["due"] == .text("2026-12-05T09:00:00Z"))
        #expect(moved["repeat"] == .map(["frequency": .text("daily"), "interval": .number(2)]))
        #expect(day["due"] == .text("2026-12-06"))
        #expect(cleared.members.keys.sorted() == ["done", "id", "revision", "title"])
    }

    // The time is the start of its day in some zone, so a stale day could remain next to it.
    @Test func `makes an item of a day one of a time, also at the time that it has`() {
        add(#"{"id":"\#(uuid(901))","title":"Tea","day":"2026-12-04"}"#)

        let answer = assistant.call(
            "change_items", #"{"changes":[{"id":"\#(uuid(901))","due":"2026-12-04T00:00:00Z"}]}"#)

        #expect(answer.items.first?["due"] == .text("2026-12-04T00:00:00Z"))
    }

    /// 2026-12-04 begins at 1796342400 in UTC, and five hours before in the zone.
    @Test func `begins a day in the zone of the call`() {
        let added = assistant.call(
            "add_items", #"{"items":[{"title":"a","due":"2026-12-04"}],"timeZone":"Test/East"}"#)
        let id = added.ids.first ?? ""
        #expect(self.item(id)["timestamp"] == .number(1_796_342_400 - 5 * 3_600))

        _ = assistant.call(
            "change_items",
            #"{"timeZone":"Test/West","changes":[{"id":"\#(id)","due":"2026-12-05"}]}"#)
        #expect(self.item(id)["timestamp"] == .number(1_796_428_800 + 12 * 3_600))

        _ = assistant.call("change_items", #"{"changes":[{"id":"\#(id)","due":"2026-12-14"}]}"#)
        #expect(self.item(id)["timestamp"] == .number(1_796_428_800 + 9 * 86_400))
    }

    private func item(_ id: String) -> Node { world.client.send("GET", "/items/" + id).json }

    @Test func `shows the next ones that a completion made`() {
        addThree()

        let first = assistant.call("complete_items", #"{"ids":["\#(uuid(901))","\#(uuid(902))"]}"#)
        let second = assistant.call("complete_items", #"{"ids":["\#(uuid(902))"]}"#)

        let next = first.content["next"]?.elements ?? []
        #expect(first.items.map { $0["done"] } == [.bool(true), .bool(true)])
        #expect(first.items.map { $0["repeat"] } == [nil, nil])
        #expect(next.map { $0["title"] } == [.text("Rent")])
        #expect(next.first?["due"] == .text("1970-02-01"))
        #expect(next.first?["revision"] == .text("2"))
        #expect(second.content["next"] == nil)
    }

    @Test func `names what it deleted`() {
        addThree()

        let answer = assistant.call("delete_items", #"{"ids":["\#(uuid(903))"]}"#)

        #expect(answer.content["deleted"] == .list([.text(uuid(903))]))
        #expect(list.count == 2)
    }

    /// Calls with one wrong part.
    private static let refused = [
        ("add_items", "{}", "/items is required"),
        ("add_items", #"{"items":[]}"#, "/items must be a list of 1 to 50"),
        ("add_items", #"{"items":{"title":"Tea"}}"#, "/items must be a list of 1 to 50"),
        ("add_items", #"{"items":["Tea"]}"#, "/items/0 must be an object"),
        ("add_items", #"{"items":[{"title":"a"},{"title":" "}]}"#, "/items/1/title"),
        ("add_items", #"{"items":[{}]}"#, "/items/0/title is required"),
        ("add_items", #"{"items":[{"title":"a","due":1796400000}]}"#, "/items/0/due must be"),
        (
            "add_items", #"{"items":[{"title":"a","due":"2026-12-04T17:00"}]}"#,
            "/items/0/due must be"
        ),
        ("add_items", #"{"items":[{"title":"a","done":true}]}"#, "/items/0/done is not a member"),
        (
            "add_items",
            #"{"items":[{"title":"a"},{"title":"b","due":"2026-12-04","repeat":{"frequency":"daily","timeZone":"Mars/Olympus"}}]}"#,
            #"/items/1/repeat/timeZone is "Mars/Olympus""#
        ),
        ("add_items", #"{"items":[{"title":"a"}],"key":""}"#, "/key must be"),
        (
            "add_items", #"{"items":[{"title":"a"}],"timeZone":"Mars/Olympus"}"#,
            #"/timeZone is "Mars/Olympus""#
        ),
        ("add_items", #"{"items":[{"title":"a"}],"keys":"k"}"#, "/keys is not a member"),
        ("change_items", #"{"changes":[{"title":"a"}]}"#, "/changes/0/id is required"),
        ("change_items", #"{"changes":[{"id":"7"}]}"#, "/changes/0/id must be a UUID"),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"x"},{"id":"\#(uuid(903))","title":"y"},{"id":"\#(uuid(902))","title":null}]}"#,
            "/changes/2/title is required and cannot be cleared"
        ),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"x"},{"id":"\#(uuid(903))","title":"y"},{"id":"\#(uuid(77))","title":"z"}]}"#,
            "/changes/2 There is no item with this id."
        ),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"x"},{"id":"\#(uuid(901))","title":"y"}]}"#,
            "/changes/1/id is the id of an earlier item"
        ),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"x","ifRevision":"7"}]}"#,
            "/changes/0 The item was changed since"
        ),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","title":"x","ifRevision":1}]}"#,
            "/changes/0/ifRevision must be a revision"
        ),
        (
            "change_items",
            #"{"changes":[{"id":"\#(uuid(901))","due":null,"repeat":{"frequency":"daily"}}]}"#,
            "/changes/0/repeat needs a due date: `due`"
        ),
        ("complete_items", #"{"ids":["\#(uuid(901))","x"]}"#, "/ids/1 must be a UUID"),
        (
            "complete_items", #"{"ids":["\#(uuid(901))"],"done":"yes"}"#,
            "/done must be true or false"
        ),
        (
            "complete_items", #"{"ids":["\#(uuid(901))","\#(uuid(901))"]}"#,
            "/ids/1 is the id of an earlier item"
        ),
        (
            "delete_items", #"{"ids":["\#(uuid(901))","\#(uuid(77))"]}"#,
            "/ids/1 There is no item with this id."
        ),
        ("delete_items", #"{"ids":"all"}"#, "/ids must be a list of 1 to 50"),
        ("delete_items", #"{"done":true}"#, "/done is not a member"),
        ("undo", "{}", "/revision is required"),
        ("undo", #"{"revision":1}"#, "/revision must be a revision"),
        ("undo", #"{"revision":"99"}"#, "/revision There is no write with this revision."),
    ]

    // proves: separation-13
    @Test(arguments: refused)
    func `refuses a call of which a part is wrong, says where, and changes nothing`(
        tool: String, arguments: String, fault: String
    ) {
        addThree()
        let before = world.state

        let answer = assistant.call(tool, arguments)

        #expect(answer.isError)
        #expect(answer.response.status == 200)
        #expect(answer.faults.first?.hasPrefix(fault) == true, "\(answer.text)")
        #expect(answer.result["structuredContent"] == nil)
        #expect(world.state == before)
    }

    @Test func `refuses 51 items at once, and takes 50`() {
        func call(_ count: Int) -> ToolAnswer {
            let items = repeatElement(#"{"title":"Tea"}"#, count: count).joined(separator: ",")
            return assistant.call("add_items", "{\"items\":[\(items)]}")
        }

        let (refused, taken) = (call(51), call(50))

        #expect(refused.faults == ["/items must be a list of 1 to 50"])
        #expect(taken.items.count == 50)
    }

    @Test func `names every fault of a call`() {
        let answer = assistant.call(
            "add_items", #"{"items":[{"due":"soon"},{"title":1},{"title":"c","x":1}]}"#)

        #expect(
            answer.pointers
                == ["/items/0/due", "/items/0/title", "/items/1/title", "/items/2/x"])
    }

    @Test func `adds once under a key, whatever the request's id and spelling`() {
        let first = assistant.call("add_items", #"{"items":[{"title":"Tea"}],"key":"k"}"#)
        let again = MCPClient(client: world.client, era: .handshake).call(
            "add_items", #"{ "key": "k", "items": [ { "title": "T\u0065a", "due": null } ] }"#)
        let other = assistant.call("add_items", #"{"items":[{"title":"Jam"}],"key":"k"}"#)

        #expect(first.content == again.content)
        #expect(again.revision == "1")
        #expect(again.response.json["result"]?["resultType"] == nil)
        #expect(other.isError)
        #expect(other.faults.first?.hasPrefix("/key ") == true)
        #expect(list.count == 1)
    }

    @Test func `undo is refused for what was changed since, and names the items`() {
        addThree()
        _ = world.client.send(
            "PATCH", "/items/" + uuid(901),
            json: #"{"title":"Oat milk"}"#)

        let answer = assistant.call("undo", #"{"revision":"1"}"#)

        #expect(answer.title == "Changed since")
        #expect(answer.text.contains(uuid(901)))
    }

    @Test func `tells a quota that is full`() {
        world.items.itemLimit = .bytes(10)

        let answer = assistant.call("add_items", #"{"items":[{"title":"Tea"}]}"#)

        #expect(answer.title == "No room for more items")
    }

    @Test func `has no answer when the outcome is unknown`() {
        world.items.refusal = .storage(.outcomeUnknown("connection lost"))

        let unchecked = MCPClient(client: TestClient(world.app, isChecked: false))

        let response = unchecked.call("add_items", #"{"items":[{"title":"Tea"}]}"#).response

        #expect(response.status == 0)
    }
}
