import APITestSupport
import TestSupport
import Testing

@Suite struct `POST /items/{id}/restore` {
    @Test func `brings a deleted item back as it was, in its place`() {
        let world = APIWorld()
        world.add("Milk", "Bread", "Eggs")
        _ = world.client.send("PATCH", itemPath(1), json: #"{"done":true}"#)
        _ = world.client.send("PATCH", itemPath(2), json: #"{"tags":["shop"]}"#)
        _ = world.client.send("DELETE", itemPath(1))
        _ = world.client.send("DELETE", itemPath(2))
        world.time.now = 2_000

        let open = world.client.send("POST", itemPath(2) + "/restore")
        let done = world.client.send("POST", itemPath(1) + "/restore")

        #expect(open.status == 200)
        #expect(open["ETag"] == "\"k3f9.6\"")
        #expect(open["ToDo-Revision"] == "k3f9.6")
        #expect(open["Link"]?.contains("</undo/6>") == true)
        #expect(open.json["createdAt"]?.number == 1000.000001)
        #expect(open.json["tags"] == .list([.text("shop")]))
        #expect(done.json["doneAt"]?.number == 1000.000003)
        #expect(world.client.send("GET", "/items").titles == ["Bread", "Eggs", "Milk"])
    }

    @Test func `leaves an item that exists as it is, without a revision`() {
        let world = APIWorld()
        world.add("Milk")

        let response = world.client.send("POST", itemPath(1) + "/restore")

        #expect(response.status == 200)
        #expect(response["ETag"] == "\"k3f9.1\"")
        #expect(response["Link"] == nil)
        #expect(world.client.send("GET", "/history").revisions == [1])
    }

    @Test func `gives an item the content that it had after a write`() {
        let world = APIWorld()
        world.add("Milk")
        _ = world.client.send("PATCH", itemPath(1), json: #"{"title":"Oat milk"}"#)
        _ = world.client.send("DELETE", itemPath(1))

        let response = world.client.send("POST", itemPath(1) + "/restore?revision=1")
        let same = world.client.send("POST", itemPath(1) + "/restore?revision=1")

        #expect(response.json["title"]?.text == "Milk")
        #expect(response["ToDo-Revision"] == "k3f9.4")
        #expect(same.status == 200)
        #expect(same["Link"] == nil)
        #expect(world.client.send("POST", "/undo/4").status == 200)
        #expect(world.client.send("GET", itemPath(1)).status == 404)
    }

    @Test func `does not begin a series again that went on in the next item`() {
        let world = APIWorld()
        let daily = #"{"title":"Water","day":"2026-12-04","repeat":{"frequency":"daily"}}"#
        _ = world.client.send("PUT", itemPath(1), json: daily)
        _ = world.client.send("PATCH", itemPath(1), json: #"{"done":true}"#)

        let response = world.client.send("POST", itemPath(1) + "/restore?revision=1")

        #expect(response.json["done"] == .bool(false))
        #expect(response.json["repeat"] == nil)
        #expect(world.client.send("GET", "/items").titles?.count == 2)
    }

    @Test func `of what never was is 404, and of what is forgotten 410`() {
        let world = APIWorld()
        world.add("Milk")
        world.add("Bread")
        _ = world.client.send("DELETE", itemPath(1))
        _ = world.client.send("PATCH", itemPath(2), json: #"{"done":true}"#)
        func detail(_ number: Int, _ query: String) -> String? {
            world.client.send("POST", itemPath(number) + "/restore" + query).problem?.detail
        }

        let never = "The item did not exist after the write with this revision."
        #expect(detail(9, "") == "There is no item with this id.")
        #expect(detail(2, "?revision=0") == never)
        #expect(detail(2, "?revision=1") == never)
        #expect(detail(1, "?revision=3") == never)
        #expect(detail(2, "?revision=5") == never)

        world.items.forget(upTo: 4, of: world.owner)
        #expect(
            world.client.send("POST", itemPath(2) + "/restore?revision=2").problemName
                == "undo-expired")
        #expect(world.client.send("POST", itemPath(2) + "/restore?revision=4").status == 200)
        #expect(world.client.send("POST", itemPath(1) + "/restore").problemName == "item-not-found")
    }

    @Test(
        arguments: [
            (["If-Match": "\"k3f9.2\""], "", nil, 412), (["If-Match": "*"], "", nil, 412),
            ([:], "?revision=x", nil, 400), ([:], "?revision=01", nil, 400),
            ([:], "?a=1", nil, 400),
            (["Content-Type": "text/plain"], "", "x", 415), (["Accept": "text/html"], "", nil, 406),
        ] as [([String: String], String, String?, Int)])
    func `with another fault changes nothing`(
        fields: [String: String], query: String, body: String?, status: Int
    ) {
        let world = APIWorld()
        world.add("Milk")
        _ = world.client.send("DELETE", itemPath(1))
        let before = world.state

        let response = world.client.send(
            "POST", itemPath(1) + "/restore" + query, fields, body: body)

        #expect(response.status == status)
        #expect(world.state == before)
    }

    @Test func `requires the version that If-Match names`() {
        let world = APIWorld()
        world.add("Milk")
        _ = world.client.send("PATCH", itemPath(1), json: #"{"title":"Oat milk"}"#)
        let path = itemPath(1) + "/restore?revision=1"

        let old = world.client.send("POST", path, ["If-Match": "\"k3f9.1\""])
        let new = world.client.send("POST", path, ["If-Match": "\"k3f9.2\""])

        #expect(old.status == 412)
        #expect(new.status == 200)
    }

    @Test func `happens once for a key, and may answer without content`() {
        let world = APIWorld()
        world.add("Milk")
        _ = world.client.send("DELETE", itemPath(1))
        let fields = ["Idempotency-Key": "\"a\"", "Prefer": "return=minimal"]

        let first = world.client.send("POST", itemPath(1) + "/restore", fields)
        let again = world.client.send("POST", itemPath(1) + "/restore", fields)

        #expect(first.text == "")
        #expect(first["Preference-Applied"] == "return=minimal")
        #expect(again["ToDo-Revision"] == first["ToDo-Revision"])
        #expect(world.client.send("GET", "/history").revisions == [3, 2, 1])
    }

    // proves: separation-5
    @Test func `needs a token that writes, and each history one that reads items`() {
        let world = AccountsWorld()
        let token = world.token("ada")
        _ = world.send("POST", "/items", as: token, json: #"{"title":"Milk"}"#)
        _ = world.send("DELETE", "/items", as: token)
        func status(_ method: String, _ path: String, _ scope: String) -> Int {
            let made = world.send(
                "POST", "/tokens", as: token, json: #"{"label":"x","scope":"\#(scope)"}"#)
            return world.send(method, path, as: made.token ?? "none").status
        }

        for path in ["/history", "/trash", itemPath(1) + "/history"] {
            #expect(status("GET", path, "read") == 200)
            #expect(status("GET", path, "items") == 200)
            #expect(status("GET", path, "calendar") == 401)
        }
        #expect(status("POST", itemPath(1) + "/restore", "read") == 403)
        #expect(status("POST", itemPath(1) + "/restore", "items") == 200)
    }

    // proves: separation-1
    @Test func `and histories are the owner's own`() {
        let world = AccountsWorld()
        let (ada, eve) = (world.token("ada"), world.addedToken("eve"))
        _ = world.send("PUT", itemPath(1), as: ada, json: #"{"title":"Milk"}"#)
        _ = world.send("DELETE", itemPath(1), as: ada)

        #expect(world.send("GET", "/history", as: eve).text == "[]")
        #expect(world.send("GET", "/trash", as: eve).text == "[]")
        #expect(world.send("GET", itemPath(1) + "/history", as: eve).status == 404)
        #expect(world.send("POST", itemPath(1) + "/restore", as: eve).status == 404)
        #expect(world.send("GET", "/trash", as: ada).foundTitles == ["Milk"])
    }
}
