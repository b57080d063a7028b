import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `GET items with a filter` {
    // proves: visible-5
    @Test(
        arguments: [
            ("done=true", ["Tea"]), ("done=false", ["Milk", "Straße", "50% \"off\"", "Milk"]),
            ("q=milk", ["Milk", "Milk"]), ("q=MILK+two", ["Milk"]), ("q=STRASSE", ["Straße"]),
            ("q=50%25", ["50% \"off\""]), ("q=%22off%22", ["50% \"off\""]), ("q=5%250", []),
            ("q=w", ["Milk"]), ("dueBefore=5", ["Milk", "50% \"off\""]), ("dueAfter=5", ["Straße"]),
            ("dueBefore=9", ["Milk", "50% \"off\""]), ("dueAfter=2", ["Straße"]),
            ("dueAfter=0.5&dueBefore=5.5", ["50% \"off\""]),
            ("dueBefore=1e308", ["Milk", "Straße", "50% \"off\""]),
            ("hasLocation=true", ["Straße", "50% \"off\"", "Tea"]),
            ("hasLocation=false", ["Milk", "Milk"]),
            ("near=51.2,6.8", ["Straße"]), ("near=51.2,6.8&radius=20000", ["Straße", "Tea"]),
            ("near=51.2,-173.2&radius=20040000", ["Straße", "Tea"]), ("near=0,0", []),
            ("near=51.2,6.8&radius=20000&done=true&q=tea", ["Tea"]),
            ("sort=title", ["50% \"off\"", "Milk", "Milk", "Straße", "Tea"]),
            ("sort=-title", ["Tea", "Straße", "Milk", "Milk", "50% \"off\""]),
            ("sort=created", ["Milk", "Straße", "50% \"off\"", "Tea", "Milk"]),
            ("sort=-created", ["Milk", "Tea", "50% \"off\"", "Straße", "Milk"]),
            ("sort=timestamp", Self.timed + ["Tea", "Milk"]),
            ("sort=-timestamp", Self.timed.reversed() + ["Milk", "Tea"]),
            ("tag=errands", ["Straße", "Tea"]), ("tag=ERRANDS,Home", ["Straße"]),
            ("tag=home,HOME", ["Straße"]), ("tag=home,none", []), ("tag=err", []),
            ("tag=errands&done=true&q=tea", ["Tea"]), ("tag=c%2B%2B", ["50% \"off\""]),
            ("sort=position", ["50% \"off\"", "Tea", "Milk", "Straße", "Milk"]),
            ("sort=-position", ["Milk", "Tea", "50% \"off\"", "Milk", "Straße"]),
            ("sort=position&tag=errands", ["Tea", "Straße"]),
            ("sort=-updated&hasLocation=true", ["50% \"off\"", "Tea", "Straße"]),
        ] as [(String, [String])])
    func `returns matching items in the given order`(query: String, titles: [String]) {
        let client = Self.filled()

        let response = client.send("GET", "/items?" + query)

        #expect(response.status == 200)
        #expect(response.titles == titles)
    }

    static let timed = ["Milk", "50% \"off\"", "Straße"]

    @Test func `has the tag of the whole list, and is not read if the client has it`() throws {
        let client = Self.filled()
        let tag = try #require(client.send("GET", "/items")["ETag"])

        let response = client.send("GET", "/items?q=milk&sort=title", ["If-None-Match": tag])

        #expect(response.status == 304)
        #expect(client.send("GET", "/items?q=milk")["ETag"] == tag)
    }

    /// Five items: two with a coordinate, one with only a location name, three with a due date.
    static func filled() -> TestClient {
        let client = APIWorld().client
        let items = [
            #"{"title":"Milk","itemDescription":"Two bottles","timestamp":-1,"position":"a2"}"#,
            #"""
            {"title":"Straße","timestamp":9,"tags":["Errands","home"],"location":{"name":"","coordinate":
            {"latitude":51.2,"longitude":6.8}}}
            """#,
            #"{"title":"50% \"off\"","timestamp":2,"tags":["c++"],"position":"a1"}"#,
            #"""
            {"title":"Tea","done":true,"tags":["errands"],"position":"a1","location":{"name":"Shop","coordinate":
            {"latitude":51.3,"longitude":6.7}}}
            """#,
            #"{"title":"Milk"}"#,
        ]
        for item in items { _ = client.send("POST", "/items", json: item) }
        _ = client.send("PATCH", "/items/" + uuid(3), json: #"{"location":{"name":"Market"}}"#)
        return client
    }
}

@Suite struct `The link of a filtered page` {
    @Test func `has the other parameters after the cursor, escaped`() throws {
        let client = Self.two()

        let response = client.send("GET", "/items?q=%3e+%C3%89&limit=1&sort=-title")

        let link = try #require(response["Link"])
        #expect(
            link.contains(
                /^<\/items\?limit=1&cursor=[0-9a-f]+&q=%3e%20%c3%89&sort=-title>; rel="next"$/))
    }

    // proves: visible-4
    @Test(arguments: [
        "", "sort=title", "sort=-created", "sort=updated", "q=e", "q=%3E", "done=false",
        "sort=-title&q=%3E+E", "hasLocation=false&sort=-title&q=%3E+%C3%89",
    ])
    func `has a cursor that is refused for another query`(query: String) throws {
        let client = Self.two()
        let first = client.send("GET", "/items?q=%3e+%C3%89&limit=1&sort=-title")
        let cursor = try #require(first.next?.firstMatch(of: /cursor=([0-9a-f]+)/)?.output.1)

        let response = client.send("GET", "/items?limit=1&cursor=\(cursor)&" + query)

        #expect(response.status == 400)
        #expect(response.problem?.detail.contains("\"cursor\" must be") == true)
    }

    // proves: separation-1
    @Test(arguments: ["", "created", "-updated", "timestamp", "-timestamp", "title", "-title"])
    func `with a changed cursor is 400 or some position`(sort: String) throws {
        let client = `GET items with a filter`.filled()
        let query = sort.isEmpty ? "" : "&sort=" + sort
        let first = client.send("GET", "/items?limit=2" + query)
        let cursor = try #require(first.next?.firstMatch(of: /cursor=([0-9a-f]+)/)?.output.1)
        let whole = client.send("GET", "/items?" + query).items ?? []

        for index in cursor.indices {
            for digit in ["0", "7", "8", "f", "x", "A", ""] {
                let next = cursor.index(after: index)
                let bent = cursor[..<index] + digit + cursor[next...]
                let response = client.send("GET", "/items?limit=9&cursor=\(bent)" + query)
                #expect([200, 400].contains(response.status))
                let items = response.status == 200 ? response.items ?? [] : []
                #expect(items == whole.suffix(items.count))
            }
        }
        let longer = client.send("GET", "/items?limit=9&cursor=\(cursor)00" + query)
        #expect(longer.status == (sort.contains("title") ? 200 : 400))
    }

    @Test func `always fits into a request head`() throws {
        let client = APIWorld().client
        let letter = "\u{1F95B}"
        let title = String(repeating: letter, count: 500)
        let items = [title, title].map { #"{"title":"\#($0)"}"# }
        _ = client.send("POST", "/items", json: "[" + items.joined(separator: ",") + "]")
        let q = String(repeating: "%F0%9F%A5%9B", count: 200)
        let number = "-0." + String(repeating: "0", count: 97)

        let first = client.send(
            "GET",
            "/items?limit=1&sort=-title&q=\(q)&done=false&hasLocation=false")
        let second = client.send("GET", first.next ?? "")

        #expect(number.count == 100)
        #expect((first.next ?? "").utf8.count + 500 < 8_192)
        #expect(second.titles == [title])
    }

    private static func two() -> TestClient {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"[{"title":"> É"},{"title":"é >"}]"#)
        return client
    }
}
