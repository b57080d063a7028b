import APITestSupport
import TestSupport
import Testing

@Suite struct `A walk over the pages` {
    // proves: visible-4
    @Test func `follows links`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)

        let first = world.client.send("GET", "/items?limit=1")
        let last = world.client.send("GET", first.next ?? "")

        #expect(first["Link"]?.hasPrefix("</items?limit=1&cursor=") == true)
        #expect(first["Link"]?.hasSuffix(">; rel=\"next\"") == true)
        #expect(first.titles == ["a"])
        #expect(last.titles == ["b"])
        #expect(last["Link"] == nil)
    }

    @Test func `may change its page size`() {
        let world = APIWorld()
        _ = world.client.send(
            "POST", "/items", json: #"[{"title":"a"},{"title":"b"},{"title":"c"}]"#)
        let next = world.client.send("GET", "/items?limit=1").next ?? ""

        let rest = world.client.send("GET", next.replacing("limit=1", with: "limit=9"))

        #expect(rest.titles == ["b", "c"])
    }

    @Test func `ends after the last item`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)
        let next = world.client.send("GET", "/items?limit=1").next ?? ""
        _ = world.client.send("DELETE", "/items")

        let response = world.client.send("GET", next)

        #expect(response.status == 200)
        #expect(response.text == "[]")
        #expect(response["Link"] == nil)
    }
}
