import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

/// Content with all members.
private let full = """
    {"title":"Milk","itemDescription":"1 l","timestamp":5,"done":true,\
    "location":{"name":"A","coordinate":{"latitude":1,"longitude":2}}}
    """

@Suite struct `PATCH an item` {
    /// The content before a patch, the patch, and the content after it.
    static let merges: [(met: String, patch: String, made: String)] = [
        (full, "{}", full),
        (full, #"{"title":" Tea "}"#, full.replacing("Milk", with: "Tea")),
        (full, #"{"done":false}"#, full.replacing("true", with: "false")),
        (full, #"{"itemDescription":""}"#, full.replacing("1 l", with: "")),
        (
            full, #"{"itemDescription":null}"#,
            full.replacing(#""itemDescription":"1 l","#, with: "")
        ),
        (full, #"{"timestamp":-1.5}"#, full.replacing("5,", with: "-1.5,")),
        (full, #"{"timestamp":null}"#, full.replacing(#""timestamp":5,"#, with: "")),
        (full, #"{"location":{"name":""}}"#, full.replacing(#""A""#, with: #""""#)),
        (full, #"{"location":{"coordinate":{"latitude":7}}}"#, full.replacing("1,", with: "7,")),
        (full, #"{"location":{}}"#, full),
        (full, #"{"location":{"coordinate":{}}}"#, full),
        (
            full, #"{"location":{"coordinate":null}}"#,
            full.replacing(#","coordinate":{"latitude":1,"longitude":2}"#, with: "")
        ),
        (
            full, #"{"itemDescription":null,"timestamp":null,"location":null,"done":false}"#,
            #"{"title":"Milk"}"#
        ),
        (
            #"{"title":"Milk"}"#, #"{"itemDescription":null,"timestamp":null,"location":null}"#,
            #"{"title":"Milk"}"#
        ),
        (#"{"title":"Milk"}"#, full, full),
        (
            #"{"title":"Milk"}"#, #"{"location":{"name":"B","coordinate":null}}"#,
            #"{"title":"Milk","location":{"name":"B"}}"#
        ),
        (
            #"{"title":"Milk","location":{"name":"B"}}"#,
            #"{"location":{"coordinate":{"longitude":2,"latitude":1}}}"#,
            #"{"title":"Milk","location":{"name":"B","coordinate":{"latitude":1,"longitude":2}}}"#
        ),
        (full, #"{"id":"\#(uuid(1))","title":"Milk","revision":77,"doneAt":null}"#, full),
    ]

    // proves: writes-5
    @Test(arguments: merges)
    func `merges into the stored item`(met: String, patch: String, made: String) {
        for type in ["application/json", "application/merge-patch+json"] {
            let world = APIWorld()
            _ = world.client.send("POST", "/items", json: met)
            let expected = APIWorld().client.send("POST", "/items", json: made)

            let response = world.client.send(
                "PATCH", item, ["Content-Type": type], body: patch)

            #expect(response.status == 200)
            #expect(response.text.content == expected.text.content)
            #expect(world.client.send("GET", item).text == response.text)
        }
    }

    @Test(arguments: [
        (#"{"location":{"coordinate":{"latitude":1,"longitude":2}}}"#, ["/location/name"]),
        (
            #"{"location":{"coordinate":{"longitude":1,"latitude":null}}}"#,
            ["/location/name", latitude]
        ),
    ])
    func `that leaves a location incomplete is 422`(patch: String, pointers: [String]) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state

        let response = world.client.send("PATCH", item, json: patch)

        #expect(response.status == 422)
        #expect(response.pointers == pointers)
        #expect(response.problem?.errors?.first?.detail == "is required")
        #expect(world.state == before)
    }

    private static let latitude = "/location/coordinate/latitude"

    @Test(arguments: [
        (#"{"location":{"name":null}}"#, ["/location/name"]),
        (#"{"location":{"coordinate":{"latitude":null}}}"#, [latitude]),
        (
            #"{"itemDescription":"a\u0000","location":{"name":"\u0000"}}"#,
            ["/itemDescription", "/location/name"]
        ),
        (#"{"title":null,"done":null,"timestamp":null}"#, ["/title", "/done"]),
        (#"{"id":"\#(uuid(2))"}"#, ["/id"]),
        (#"{"id":7}"#, ["/id"]),
        (#"{"nonsense":null}"#, ["/nonsense"]),
        (
            #"{"location":{"zip":null,"coordinate":{"altitude":1}}}"#,
            ["/location/zip", "/location/coordinate/altitude"]
        ),
        (#"{"location":{"coordinate":[]}}"#, ["/location/coordinate"]),
        ("[]", [""]), ("null", [""]), ("7", [""]),
    ])
    func `that clears a required member or sets an invalid one is 422`(
        patch: String, pointers: [String]
    ) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: full)
        let before = world.state

        let response = world.client.send("PATCH", item, json: patch)

        #expect(response.status == 422)
        #expect(response.pointers == pointers)
        #expect(world.state == before)
    }
}

extension String {
    /// The members of an item that the client sets.
    fileprivate var content: Substring {
        let start = firstRange(of: "\"title\"")?.lowerBound ?? startIndex
        let end = firstRange(of: ",\"createdAt\"")?.lowerBound ?? endIndex
        return self[start..<end]
    }
}
