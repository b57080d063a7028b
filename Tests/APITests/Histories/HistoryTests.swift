import APITestSupport
import TestSupport
import Testing

@Suite struct `GET /history` {
    @Test func `lists writes, the last one first`() {
        let world = APIWorld()
        world.add("Milk", "Bread")
        world.time.now = 2_000
        _ = world.client.send("PATCH", itemPath(1), json: #"{"title":"Oat milk","done":true}"#)
        _ = world.client.send("DELETE", itemPath(2))
        _ = world.client.send("POST", "/undo/3")

        let response = world.client.send("GET", "/history")

        #expect(response.status == 200)
        #expect(response["ETag"] == "\"k3f9.4\"")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["Link"] == nil)
        #expect(
            response.text == """
                [{"revision":4,"at":2000,"undoes":3,"created":1,"changed":0,"deleted":0,"items":\
                [{"id":"\(uuid(2))","title":"Bread","kind":"created"}]},\
                {"revision":3,"at":2000,"created":0,"changed":0,"deleted":1,"items":\
                [{"id":"\(uuid(2))","title":"Bread","kind":"deleted"}]},\
                {"revision":2,"at":2000,"created":0,"changed":1,"deleted":0,"items":\
                [{"id":"\(uuid(1))","title":"Oat milk","kind":"changed","members":["title","done"]}]},\
                {"revision":1,"at":1000,"created":2,"changed":0,"deleted":0,"items":\
                [{"id":"\(uuid(1))","title":"Milk","kind":"created"},\
                {"id":"\(uuid(2))","title":"Bread","kind":"created"}]}]
                """)
    }

    @Test func `shows ten items of a write, and counts all`() throws {
        let world = APIWorld()
        world.add((1...12).map { "\($0)" })

        let write = try #require(world.client.send("GET", "/history").json.elements.first)

        #expect(write["created"]?.number == 12)
        #expect(
            write["items"]?.elements.compactMap { $0["title"]?.text } == (1...10).map { "\($0)" })
    }

    @Test func `counts nothing for an item that a batch made and deleted`() {
        let world = APIWorld()
        _ = world.client.send(
            "POST", "/items/batch",
            json: """
                [{"op":"put","item":{"id":"\(uuid(1))","title":"Milk"}},
                {"op":"delete","id":"\(uuid(1))"}]
                """)

        let response = world.client.send("GET", "/history")

        #expect(
            response.text.hasSuffix(#""created":0,"changed":0,"deleted":0,"items":[]}]"#))
    }

    // proves: separation-5
    @Test func `names the token of a program, also when it is revoked`() {
        let world = AccountsWorld()
        let token = world.token("ada")
        let made = world.send("POST", "/tokens", as: token, json: #"{"label":"Claude \"2\""}"#)
        let program = made.token ?? "none"
        _ = world.send("POST", "/items", as: program, json: #"{"title":"Milk"}"#)
        _ = world.send("POST", "/items", as: token, json: #"{"title":"Bread"}"#)
        let handle = made.json["handle"]?.text ?? "none"
        #expect(world.send("DELETE", "/sessions/" + handle, as: token).status == 204)

        let text = world.send("GET", "/history", as: token).text

        #expect(text.matches(of: /"by":"([^,]*)"/).map { $0.output.1 } == [#"Claude \"2\""#])
        #expect(text.contains(#""revision":2,"at":1000,"created":1"#))
    }

    @Test func `is empty before the first write`() {
        let response = APIWorld().client.send("GET", "/history")

        #expect(response.text == "[]")
        #expect(response["ETag"] == "\"k3f9.0\"")
    }

    @Test func `ends before a write whose beginning is forgotten`() {
        let world = APIWorld()
        world.add("Milk")
        world.add("Bread")
        world.items.forget(upTo: 1, of: world.owner)

        let response = world.client.send("GET", "/history")

        #expect(response.revisions == [2])
        #expect(response["Link"] == nil)
    }
}

@Suite struct `Pages of a history` {
    @Test func `go on where they were although others write meanwhile`() {
        let world = APIWorld()
        for title in ["a", "b", "c"] { world.add(title) }

        let first = world.client.send("GET", "/history?limit=2")
        world.add("d")
        let last = world.client.send("GET", first.next ?? "")

        #expect(first.revisions == [3, 2])
        #expect(last.revisions == [1])
        #expect(last["Link"] == nil)
        #expect(last["ETag"] == "\"k3f9.4\"")
    }

    @Test func `of one item and of the trash have links, too`() {
        let world = APIWorld()
        world.add("a milk", "b milk", "c")
        _ = world.client.send("PATCH", itemPath(1), json: #"{"done":true}"#)
        _ = world.client.send("DELETE", "/items")

        let version = world.client.send("GET", itemPath(1) + "/history?limit=1")
        let older = world.client.send("GET", version.next ?? "")
        let trash = world.client.send("GET", "/trash?limit=1&q=milk")
        let rest = world.client.send("GET", trash.next ?? "")

        #expect(version.revisions == [3])
        #expect(older.revisions == [2])
        #expect(trash.foundTitles == ["a milk"])
        #expect(rest.foundTitles == ["b milk"])
        #expect(rest["Link"] == nil)
    }

    @Test func `end at 1 MiB`() throws {
        let world = APIWorld()
        let text = String(repeating: "x", count: 60_000)
        for number in 1...20 {
            world.add("\(number)")
            _ = world.client.send(
                "PATCH", itemPath(number), json: #"{"itemDescription":"\#(text)"}"#)
        }
        _ = world.client.send("DELETE", "/items")

        let first = world.client.send("GET", "/trash?limit=100")
        let last = world.client.send("GET", first.next ?? "")

        #expect(first.body.count < (1 << 20) + 61_000)
        let shown = first.json.elements + last.json.elements
        #expect(shown.compactMap { $0["title"]?.text } == (1...20).reversed().map { "\($0)" })
        #expect(last["Link"] == nil)
    }

    @Test(arguments: [
        "limit=0", "limit=101", "limit=x", "limit=1&limit=1", "cursor=", "cursor=00",
        "cursor=\(String(repeating: "0", count: 40))", "done=true", "x=1",
    ])
    func `refuse other parameters`(query: String) {
        let world = APIWorld()
        world.add("a")

        for path in ["/history", "/trash", itemPath(1) + "/history"] {
            let response = world.client.send("GET", "\(path)?\(query)")

            #expect(response.status == 400, "\(path)")
            #expect(response.problemName == "bad-parameter", "\(path)")
        }
    }

    @Test func `refuse the cursor of another query or epoch`() throws {
        let world = APIWorld()
        world.add("a", "a b", "c")
        _ = world.client.send("DELETE", "/items")
        let next = try #require(world.client.send("GET", "/trash?limit=1&q=a").next)
        let cursor = try #require(next.firstMatch(of: /cursor=([0-9a-f]+)/)).output.1

        for path in ["/history", "/trash", "/trash?q=b", itemPath(1) + "/history"] {
            let target = path + (path.contains("?") ? "&" : "?") + "cursor=\(cursor)"
            #expect(world.client.send("GET", target).status == 400, "\(path)")
        }
    }

    @Test func `are empty where the history no longer reaches`() throws {
        let world = APIWorld()
        for title in ["a", "b", "c"] { world.add(title) }
        let next = try #require(world.client.send("GET", "/history?limit=1").next)
        world.items.forget(upTo: 2, of: world.owner)

        let response = world.client.send("GET", next)

        #expect(response.status == 200)
        #expect(response.text == "[]")
        #expect(response["Link"] == nil)
    }

    @Test func `are 304 for who has the owner's version`() {
        let world = APIWorld()
        world.add("a")

        for path in ["/history", "/trash", itemPath(1) + "/history"] {
            let response = world.client.send("GET", path, ["If-None-Match": "\"k3f9.1\""])

            #expect(response.status == 304, "\(path)")
            #expect(response["ETag"] == "\"k3f9.1\"", "\(path)")
            #expect(world.client.send("GET", path, ["If-Match": "\"k3f9.9\""]).status == 412)
        }
    }
}

@Suite struct `GET /items/{id}/history` {
    @Test func `has each write with the item before it, over both lives of an id`() {
        let world = APIWorld()
        world.add("Milk")
        _ = world.client.send("PATCH", itemPath(1), json: #"{"tags":["shop"],"done":true}"#)
        _ = world.client.send("DELETE", itemPath(1))
        _ = world.client.send("PUT", itemPath(1), json: #"{"title":"Bread"}"#)

        let response = world.client.send("GET", itemPath(1) + "/history")

        let milk = #""id":"\#(uuid(1))","title":"Milk""#
        #expect(
            response.text == """
                [{"revision":4,"at":1000,"kind":"created"},\
                {"revision":3,"at":1000,"kind":"deleted","before":{\(milk),"tags":["shop"],\
                "done":true,"createdAt":1000,"doneAt":1000}},\
                {"revision":2,"at":1000,"kind":"changed","members":["tags","done"],\
                "before":{\(milk),"done":false,"createdAt":1000}},\
                {"revision":1,"at":1000,"kind":"created"}]
                """)
    }

    @Test func `leaves out writes that left the item as it was`() {
        let world = APIWorld()
        world.add("Milk")
        _ = world.client.send(
            "POST", "/items/batch",
            json: """
                [{"op":"patch","id":"\(uuid(1))","patch":{"title":"Oat milk"}},
                {"op":"patch","id":"\(uuid(1))","patch":{"title":"Milk"}}]
                """)

        #expect(world.client.send("GET", itemPath(1) + "/history").revisions == [1])
    }

    @Test func `is empty for an item that nothing touched lately, and 404 for an unknown id`() {
        let world = APIWorld()
        world.add("Milk", "Bread")
        _ = world.client.send("DELETE", itemPath(2))
        world.items.forget(upTo: 2, of: world.owner)

        #expect(world.client.send("GET", itemPath(1) + "/history").text == "[]")
        #expect(world.client.send("GET", itemPath(2) + "/history").problemName == "item-not-found")
        #expect(world.client.send("GET", itemPath(3) + "/history").problemName == "item-not-found")
        #expect(world.client.send("HEAD", itemPath(3) + "/history").status == 404)
        #expect(
            world.client.send("GET", "/items/x/history").problem?.detail
                == "The id in this path is not a UUID.")
    }
}

@Suite struct `GET /trash` {
    @Test func `lists deleted items as they were`() {
        let world = APIWorld()
        world.add("Milk")
        world.add("Bread")
        world.time.now = 2_000
        _ = world.client.send("DELETE", itemPath(1))
        _ = world.client.send("POST", "/undo/2")

        let response = world.client.send("GET", "/trash")

        #expect(
            response.text == """
                [{"id":"\(uuid(2))","title":"Bread","done":false,\
                "createdAt":1000,"deletedAt":2000,"deletedIn":4},\
                {"id":"\(uuid(1))","title":"Milk","done":false,\
                "createdAt":1000,"deletedAt":2000,"deletedIn":3}]
                """)
    }

    @Test func `lacks what came back`() {
        let world = APIWorld()
        world.add("Milk", "Bread")
        _ = world.client.send("DELETE", "/items")
        _ = world.client.send("PUT", itemPath(1), json: #"{"title":"Milk"}"#)

        #expect(world.client.send("GET", "/trash").foundTitles == ["Bread"])
    }

    @Test func `is searched as a list is`() {
        let world = APIWorld()
        world.add("Straße", "Bread")
        _ = world.client.send("DELETE", "/items")

        let found = world.client.send("GET", "/trash?q=STRASSE")

        #expect(found.foundTitles == ["Straße"])
        #expect(world.client.send("GET", "/trash?q=").status == 400)
        #expect(world.client.send("GET", "/history?q=x").status == 400)
    }
}

func itemPath(_ number: Int) -> String { "/items/" + uuid(number) }

extension APIWorld {
    /// Adds items with these titles in one write; ids count up.
    func add(_ titles: String...) { add(titles) }

    func add(_ titles: [String]) {
        let items = titles.map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
        _ = client.send("POST", "/items", json: "[\(items)]")
    }
}

extension TestResponse {
    /// The revisions of a list of writes.
    var revisions: [Int] { json.elements.compactMap { $0["revision"]?.number.map { Int($0) } } }

    var foundTitles: [String] { json.elements.compactMap { $0["title"]?.text } }
}
