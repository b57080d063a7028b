import APITestSupport
import TestSupport
import Testing

@Suite struct `A fault of an item` {
    /// Items, and the places of their faults.
    static let items: [(json: String, pointers: [String])] = [
        ("7", [""]), ("\"Milk\"", [""]), ("null", [""]), ("true", [""]),
        ("{}", ["/title"]),
        (#"{"title":"","id":7}"#, ["/title", "/id"]),
        (#"{"id":"7","title":"a"}"#, ["/id"]),
        (#"{"id":"","title":"a"}"#, ["/id"]),
        (#"{"id":"00000000000000000000000000000001","title":"a"}"#, ["/id"]),
        (#"{"id":"{00000000-0000-0000-0000-000000000001}","title":"a"}"#, ["/id"]),
        (#"{"id":" 00000000-0000-0000-0000-000000000001","title":"a"}"#, ["/id"]),
        (#"{"id":{},"title":"a"}"#, ["/id"]),
        (
            #"{"title":"a","location":{"coordinate":{"longitude":null,"latitude":"1"}}}"#,
            [latitude, longitude, "/location/name"]
        ),
        (#"{"title":"a","titel":"b"}"#, ["/titel"]),
        (#"{"title":"a","Done":true}"#, ["/Done"]),
        (#"{"title":"a","":true}"#, ["/"]),
        (#"{"title":"a","a/b~c":1}"#, ["/a~1b~0c"]),
        (#"{"title":"a","\u0074ag":1}"#, ["/tag"]),
        (#"{"title":"a","revision ":1}"#, ["/revision "]),
        (#"{"title":"\u0000"}"#, ["/title"]),
        (#"{"id":"\u0000","title":"a"}"#, ["/id"]),
        (
            #"{"x":1,"done":0,"timestamp":"","location":{"y":1},"itemDescription":0,"id":0}"#,
            [
                "/x", "/done", "/timestamp", "/location/y", "/location/name", "/itemDescription",
                "/id", "/title",
            ]
        ),
    ]

    private static let latitude = "/location/coordinate/latitude"
    private static let longitude = "/location/coordinate/longitude"

    // proves: stored-3
    @Test(arguments: items)
    func `has a JSON pointer in POST and PUT`(json: String, pointers: [String]) {
        for (method, target) in [("POST", "/items"), ("PUT", "/items/" + uuid(1))] {
            let world = APIWorld()

            let response = world.client.send(method, target, json: json)

            #expect(response.status == 422, "\(method)")
            #expect(response.problemName == "invalid", "\(method)")
            #expect(response.pointers == pointers, "\(method)")
            #expect(response.problem?.errors?.contains { $0.detail.isEmpty } == false)
            #expect(world.items.writes.isEmpty)
        }
    }

    @Test(arguments: items)
    func `has a JSON pointer into an array`(json: String, pointers: [String]) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items", json: #"[{"title":"a"},\#(json)]"#)

        #expect(response.status == 422)
        #expect(response.pointers == pointers.map { "/1" + $0 })
        #expect(world.items.writes.isEmpty)
    }

    @Test func `has a description`() {
        let response = APIWorld().client.send(
            "POST", "/items",
            json: #"[7,{},{"title":7,"done":0,"id":"x","a":1,"itemDescription":"\u0000"}]"#)

        #expect(
            response.problem?.errors?.map(\.detail) == [
                "must be an object", "is required", "must be a string", "must be true or false",
                "must be a UUID", "is not a member of this object", "must not contain U+0000",
            ])
    }

    // A scalar is never cut, and 50 of them are enough to find the place.
    @Test(arguments: [
        (String(repeating: "x", count: 201), String(repeating: "x", count: 50), 201),
        ("ab" + String(repeating: "é", count: 100), "ab" + String(repeating: "é", count: 48), 202),
        (String(repeating: "🥛", count: 51), String(repeating: "🥛", count: 50), 204),
    ])
    func `with a very long name quotes its beginning and points at the parent`(
        name: String, beginning: String, length: Int
    ) {
        let response = APIWorld().client.send(
            "POST", "/items", json: #"{"title":"a","location":{"name":"","\#(name)":1}}"#)

        #expect(
            response.problem?.errors == [
                .init(
                    pointer: "/location",
                    detail: "has a member \"\(beginning)…\" (\(length) bytes) that is unknown")
            ])
    }
}
