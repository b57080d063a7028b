import APITestSupport
import TestSupport
import Testing

private let milk = #"{"title":"Milk"}"#

@Suite struct `An Idempotency-Key` {
    // proves: writes-6
    @Test(arguments: KeyedWrite.all, [[:], ["Prefer": "return=minimal"]] as [[String: String]])
    func `returns the first response again and writes nothing`(
        write: KeyedWrite, preference: [String: String]
    ) {
        let world = APIWorld()
        let client = world.client
        _ = client.send("POST", "/items", json: milk)
        let first = write.send(by: client, "\"k\"", preference)
        world.time.advance(by: 10)
        _ = client.send("POST", "/items?onConflict=replace", json: #"{"title":"Salt"}"#)
        let before = client.send("GET", "/items")

        let again = write.send(by: client, "\"k\"", preference)

        #expect((200...204).contains(first.status))
        #expect(again == first)
        #expect(client.send("GET", "/items") == before)
    }

    @Test func `does not affect the fields of the single response`() {
        let client = APIWorld().client
        let write = KeyedWrite.all[0]
        let first = write.send(
            by: client, "\"k\"", ["X-Request-Id": "first", "Connection": "close"])

        let again = write.send(by: client, "\"k\"", ["X-Request-Id": "again"])

        #expect(first["X-Request-Id"] == "first")
        #expect(again["X-Request-Id"] == "again")
        #expect(first["Connection"] == "close")
        #expect(again["Connection"] == nil)
        #expect(again["Date"] != nil)
        let own = ["X-Request-Id", "Connection"]
        #expect(
            first.fields.filter { !own.contains($0.name) }.map { "\($0)" }
                == again.fields.filter { !own.contains($0.name) }.map { "\($0)" })
        #expect(again.body == first.body)
    }

    @Test func `returns the first response, whatever the preferences and conditions are now`() {
        let client = APIWorld().client
        let write = KeyedWrite.all[0]
        let first = write.send(by: client)

        let again = write.send(
            by: client, "\"k\"", ["If-Match": "\"k3f9.0\"", "Prefer": "return=minimal"])

        #expect(again == first)
    }
}

@Suite struct `The syntax of an Idempotency-Key` {
    static let malformed = [
        "", "abc", "\"\"", "\"", "\"abc", "abc\"", "'abc'", "\"a\"b\"", "\"a\\b\"", "\"a\\\"",
        "\"\\\"", "\"é\"", "\"a\tb\"", "\"a\"; x=1", "\"a\";x", "\"a\", \"b\"", "\"a\" \"b\"", "7",
        "?1", ":YWJj:", "\"a\"\r\nIdempotency-Key: \"a\"",
        "\"" + String(repeating: "k", count: 256) + "\"",
        "\"" + String(repeating: "\\\"", count: 256) + "\"",
    ]

    @Test(arguments: malformed.map { ($0, KeyedWrite.all[0]) } + KeyedWrite.all.map { ("abc", $0) })
    func `that is no quoted string is 400`(key: String, write: KeyedWrite) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: milk)
        let before = world.state

        let response = write.send(by: world.client, key)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-request")
        #expect(response.problem?.detail.hasPrefix("Idempotency-Key must be") == true)
        #expect(world.state == before)
    }

    @Test(
        arguments: [
            "\"a\"", "\" \"", "\"\\\"\"", "\"\\\\\"", "\"!#[]~\"", "\"a, b; c=d\"",
            "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"",
            "\"" + String(repeating: "k", count: 255) + "\"",
            "\"" + String(repeating: "\\\"", count: 255) + "\"",
        ])
    func `accepts a quoted string of any printable ASCII`(key: String) {
        let client = APIWorld().client
        let first = KeyedWrite.all[0].send(by: client, key)
        let other = KeyedWrite.all[0].send(by: client, "\"another\"")

        let again = KeyedWrite.all[0].send(by: client, key)

        #expect(again == first)
        #expect(other.item?.id != first.item?.id)
    }

    @Test func `is checked before the body and after the parameters`() {
        let client = APIWorld().client
        let key = ["Idempotency-Key": "abc", "Content-Type": "application/json"]

        let invalid = client.send("POST", "/items", key, body: "{}")
        let parameter = client.send("POST", "/items?a=b", key, body: "{}")

        #expect(invalid.problemName == "bad-request")
        #expect(parameter.problemName == "bad-parameter")
    }
}
