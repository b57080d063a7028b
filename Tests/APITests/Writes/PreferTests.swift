import APITestSupport
import TestSupport
import Testing

@Suite struct `Prefer: return=minimal` {
    @Test(arguments: [
        ("return=minimal", true), ("respond-async, return=minimal", true),
        ("RETURN=Minimal", true), (" return=minimal ,x", true), ("return=representation", false),
        ("return", false), ("return=minimalist", false), ("", false),
        // RFC 7240 §2: the first preference of a name counts, strings may contain commas, and
        // parameters after a `;` are ignored.
        ("return=representation, return=minimal", false),
        ("return=minimal, return=representation", true), ("return, return=minimal", false),
        ("return=representation\r\nPrefer: return=minimal", false),
        (#"foo="x, return=minimal, y""#, false), (#"foo="x\", return=minimal""#, false),
        (#"foo="x\\", return=minimal"#, true), (#"foo="x, return=minimal"#, false),
        (#"return="minimal""#, true), ("return = minimal", true), ("return\t=\t\"minimal\" ", true),
        ("return=minimal; foo", true), ("return=minimal;foo=\"a, b\", wait=5", true),
        ("wait=5; return=minimal", false), ("return=\"minimal", false), ("return=", false),
        ("=minimal, return=minimal", true), (",,return=minimal", true),
    ])
    func `omits the content of a write's response`(preference: String, isMinimal: Bool) {
        for (method, target) in [
            ("POST", "/items"), ("PUT", "/items/" + uuid(1)), ("PATCH", "/items/" + uuid(1)),
        ] {
            let world = APIWorld()
            _ = world.client.send("POST", "/items", json: #"{"title":"Tea"}"#)

            let response = world.client.send(
                method, target, ["Content-Type": "application/json", "Prefer": preference],
                body: #"{"title":"Milk"}"#)

            #expect(response.status == (method == "POST" ? 201 : 200))
            #expect(response.body.isEmpty == isMinimal)
            #expect((response["Content-Type"] == nil) == isMinimal)
            #expect(response["Preference-Applied"] == (isMinimal ? "return=minimal" : nil))
            #expect((response["Content-Length"] == "0") == isMinimal)
            #expect(response["ToDo-Revision"] == "k3f9.2")
        }
    }

    @Test func `keeps Location and ETag`() {
        let response = APIWorld().client.send(
            "POST", "/items", ["Content-Type": "application/json", "Prefer": "return=minimal"],
            body: #"{"title":"Milk"}"#)

        #expect(response["Location"] == "/items/" + uuid(1))
        #expect(response["ETag"] == #""k3f9.1""#)
    }

    @Test func `omits the content of a bulk write's response`() {
        for (target, json, status) in [
            ("/items", #"[{"title":"Milk"},{"title":"Tea"}]"#, 201),
            ("/items/batch", #"[{"op":"put","item":{"id":"\#(uuid(9))","title":"a"}}]"#, 200),
            ("/undo/1", nil, 200),
        ] {
            let world = APIWorld()
            _ = world.client.send("POST", "/items", json: #"{"title":"Bread"}"#)

            let response = world.client.send(
                "POST", target, ["Content-Type": "application/json", "Prefer": "return=minimal"],
                body: json)

            #expect(response.status == status)
            #expect(response["Preference-Applied"] == "return=minimal")
            #expect(response["Content-Length"] == "0")
            #expect(response["Location"] == nil)
            #expect(response["ToDo-Revision"] == "k3f9.2")
        }
    }

    @Test func `applies to success only`() {
        let client = APIWorld().client

        let refused = client.send(
            "POST", "/items", ["Content-Type": "application/json", "Prefer": "return=minimal"],
            body: #"{"title":""}"#)
        let read = client.send("GET", "/items", ["Prefer": "return=minimal"])

        #expect(refused.pointers == ["/title"])
        #expect(read.text == "[]")
    }

    @Test func `may be in a second Prefer field`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Tea"}"#)

        // The line end in the value begins a second line.
        let response = world.client.send(
            "POST", "/items",
            ["Content-Type": "application/json", "Prefer": "wait=5\r\nPrefer: return=minimal"],
            body: #"{"title":"Milk"}"#)

        #expect(response["Preference-Applied"] == "return=minimal")
    }
}
