import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `PATCH items` {
    // proves: writes-2
    @Test func `changes items that match the filter, and counts them`() throws {
        let client = `GET items with a filter`.filled()

        let response = client.send("PATCH", "/items?q=milk", json: #"{"done":true}"#)

        #expect(response.status == 200)
        #expect(response.text == #"{"changed":2}"#)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["ToDo-Revision"] == "k3f9.7")
        #expect(response["ETag"] == nil)
        #expect(client.send("GET", "/items?done=true").titles == ["Milk", "Tea", "Milk"])
    }

    @Test func `accepts the media type of merge patches`() throws {
        let client = `GET items with a filter`.filled()

        let response = client.send(
            "PATCH", "/items?hasLocation=true",
            ["Content-Type": "application/merge-patch+json", "Prefer": "return=minimal"],
            body: #"{"location":null,"timestamp":null}"#)

        #expect(response.status == 200)
        #expect(response.text == "")
        #expect(response["Preference-Applied"] == "return=minimal")
        #expect(client.send("GET", "/items?hasLocation=true").text == "[]")
    }

    @Test(
        arguments: [
            (#"{"id":"\#(uuid(1))"}"#, ["/id"]), (#"{"id":null,"done":true}"#, ["/id"]),
            (#"{"id":7,"title":null,"x":1}"#, ["/id", "/title", "/x"]), ("[]", [""]),
            (#"{"location":{"coordinate":{"latitude":1,"longitude":2}}}"#, ["/location/name"]),
            (
                #"{"location":{"name":"x","coordinate":{"latitude":1}}}"#,
                ["/location/coordinate/longitude"]
            ),
        ])
    func `with an invalid patch is 422 and changes nothing`(
        example: (json: String, pointers: [String])
    ) throws {
        let client = `GET items with a filter`.filled()
        let before = client.send("GET", "/items")

        let response = client.send("PATCH", "/items", json: example.json)

        #expect(response.status == 422)
        #expect(response.problem?.errors?.map(\.pointer) == example.pointers)
        let after = client.send("GET", "/items")
        #expect(after.text == before.text)
        #expect(after["ETag"] == before["ETag"])
    }

    @Test(arguments: [
        "limit=1", "cursor=0", "sort=title", "onConflict=skip", "x=1", "q=", "q=%00", "q=a%00",
        "radius=1",
    ])
    func `takes only the parameters of a filter`(query: String) throws {
        let client = `GET items with a filter`.filled()
        let before = client.send("GET", "/items").text

        let response = client.send("PATCH", "/items?" + query, json: #"{"done":true}"#)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(client.send("GET", "/items").text == before)
    }

    @Test(arguments: [
        ("", #"{"done":true}"#, 415), ("text/plain", #"{"done":true}"#, 415),
        ("application/json", "{", 400), ("application/json", "", 400),
    ])
    func `needs a patch`(type: String, body: String, status: Int) throws {
        let client = `GET items with a filter`.filled()

        let response = client.send("PATCH", "/items", ["Content-Type": type], body: body)

        #expect(response.status == status)
    }

    @Test(arguments: ["PATCH", "DELETE"])
    func `and DELETE check a condition on the list`(method: String) throws {
        let client = `GET items with a filter`.filled()
        let tag = try #require(client.send("GET", "/items")["ETag"])
        let fields = ["Content-Type": "application/json"]
        let body = method == "PATCH" ? #"{"title":"x"}"# : nil
        _ = client.send("DELETE", "/items/" + uuid(1))

        let stale = client.send(
            method, "/items?done=false", fields.merging(["If-Match": tag]) { $1 }, body: body)
        let bad = client.send(
            method, "/items?done=false", fields.merging(["If-Match": "7"]) { $1 }, body: body)
        let now = try #require(client.send("GET", "/items")["ETag"])
        let fresh = client.send(
            method, "/items?done=false", fields.merging(["If-Match": now]) { $1 }, body: body)

        #expect(stale.status == 412)
        #expect(bad.status == 400)
        #expect(fresh.status == (method == "PATCH" ? 200 : 204))
    }
}
