import APITestSupport
import TestSupport
import Testing

@Suite struct `POST an array` {
    @Test func `of one item is an array of one`() {
        let response = APIWorld().client.send("POST", "/items", json: #"[{"title":"Milk"}]"#)

        #expect(response.titles == ["Milk"])
        #expect(response["Location"] == nil)
    }

    // proves: limits-1
    @Test func `accepts 1,000 items`() throws {
        let client = APIWorld().client

        let response = client.send("POST", "/items", json: array(of: 1_000))

        #expect(response.status == 201)
        #expect(response.items?.count == 1_000)
        #expect(client.send("GET", "/items").text == response.text)
    }

    // proves: limits-1
    @Test(arguments: [1_001, 5_000, 100_000])
    func `refuses more than 1,000 items`(count: Int) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items", json: array(of: count))

        #expect(response.status == 422)
        #expect(
            response.problem?.errors == [
                .init(
                    pointer: "",
                    detail: "has more than 1000 items, the most that are taken at once")
            ])
        #expect(world.items.writes.isEmpty)
    }

    // proves: limits-1
    @Test func `refuses a body with too many values`() {
        let world = APIWorld()
        let members = (0..<70_000).map { "\"\($0)\":1" }.joined(separator: ",")

        let response = world.client.send("POST", "/items", json: "{\(members)}")

        #expect(response.status == 400)
        #expect(
            response.problem?.detail.hasPrefix("The body has more than 131072 values and names")
                == true)
    }

    @Test func `refuses a repeated id, in any letter case`() {
        let world = APIWorld()
        let id = "abcdef01-2345-6789-abcd-ef0123456789"

        let response = world.client.send(
            "POST", "/items",
            json: """
                [{"id":"\(id)","title":"a"},{"title":"b"},{"id":"\(id.uppercased())","title":"c"},\
                {"title":"d","id":"\(id)"}]
                """)

        #expect(response.status == 422)
        #expect(response.pointers == ["/2/id", "/3/id"])
        #expect(world.items.writes.isEmpty)
    }

    @Test func `names a repeated id, whatever else is invalid`() {
        let world = APIWorld()
        let id = "abcdef01-2345-6789-abcd-ef0123456789"

        let response = world.client.send(
            "POST", "/items",
            json: #"[{"id":"\#(id)"},{"id":"\#(id)","title":"b"},{"id":"\#(id)","title":7}]"#)

        #expect(response.pointers == ["/0/title", "/1/id", "/2/title", "/2/id"])
        #expect(world.items.writes.isEmpty)
    }

    // proves: stored-3
    @Test func `names the errors of all items`() {
        let world = APIWorld()

        let response = world.client.send(
            "POST", "/items",
            json: """
                [{"title":"a"},7,{},{"title":"b","location":{"name":1}},null,[],{"id":"x","done":0}]
                """)

        #expect(
            response.pointers == [
                "/1", "/2/title", "/3/location/name", "/4", "/5", "/6/id", "/6/done", "/6/title",
            ])
        #expect(world.items.writes.isEmpty)
    }

    private func array(of count: Int) -> String {
        "[" + (0..<count).map { #"{"title":"\#($0)"}"# }.joined(separator: ",") + "]"
    }
}
