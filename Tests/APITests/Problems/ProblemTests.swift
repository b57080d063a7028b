import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A kind of problem` {
    // proves: http-2
    @Test(arguments: ProblemKind.allCases)
    func `keeps its name and its status`(kind: ProblemKind) {
        #expect(Self.published[kind.name] == kind.entry.status.rawValue)
    }

    /// Clients distinguish problems by these names; a published name never changes.
    private static let published = [
        "bad-request": 400, "bad-parameter": 400, "bad-json": 400,
        "not-found": 404, "item-not-found": 404,
        "method-not-allowed": 405, "not-acceptable": 406, "request-timeout": 408,
        "already-exists": 409, "item-gone": 410, "token-expired": 410,
        "revision-not-found": 404, "undo-expired": 410,
        "changed-since": 409, "idempotency-key-reused": 422, "idempotency-key-in-use": 409,
        "answer-not-kept": 409, "condition-failed": 412,
        "content-too-large": 413, "target-too-long": 414, "unsupported-media-type": 415,
        "expectation-failed": 417, "invalid": 422, "fields-too-large": 431,
        "address-not-found": 404, "misdirected": 421, "foreign-page": 403, "unauthorized": 401,
        "read-only": 403, "not-permitted": 403,
        "wrong-credentials": 401, "wrong-password": 403, "session-not-found": 404,
        "subscription-not-found": 404,
        "email-taken": 409,
        "sign-up-closed": 403, "setup-ended": 403, "proxy-user-refused": 403,
        "too-many-requests": 429, "no-geocoder": 503, "geocoder-failed": 502,
        "geocoder-too-slow": 504,
        "storage-failed": 500, "method-unknown": 501, "coding-unknown": 501,
        "overloaded": 503, "storage-unavailable": 503, "draining": 503, "version-unsupported": 505,
        "storage-full": 507,
        "quota": 507,
    ]
}

@Suite struct `A problem` {
    @Test(arguments: HeadFault.allCases)
    func `answers every refused head`(fault: HeadFault) {
        let response = answer { APIWorld().app.refuse(fault, &$0) }

        #expect(response.status == fault.status.rawValue)
        #expect(response.problem?.status == response.status)
        #expect(response.problem?.detail == fault.detail)
    }

    // proves: durable-4
    @Test func `is not written when the outcome is unknown`() {
        var response = ResponseWriter()
        response.begin(ResponseContext())

        Problem.storage(.outcomeUnknown("no answer")).write(to: &response)

        let (isAbandoned, count) = (response.isAbandoned, response.out.count)
        #expect(isAbandoned)
        #expect(count == 0)
    }

    @Test func `answers a head that timed out`() {
        let response = answer { APIWorld().app.refuseSlowHead(&$0) }

        #expect(response.status == 408)
        #expect(response.problemName == "request-timeout")
    }

    @Test(arguments: [
        (BodyFault.timedOut, 408, "request-timeout", nil),
        (.tooLarge(limit: 7), 413, "content-too-large", nil),
        (.malformed(.malformedSize), 400, "bad-request", nil),
        (.overloaded, 503, "overloaded", "1"),
    ])
    func `answers every body that did not arrive`(
        fault: BodyFault, status: Int, name: String, retryAfter: String?
    ) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state
        let item = "/items/" + uuid(1)

        for line in ["GET /items", "POST /items", "DELETE /items", "GET " + item, "PUT " + item] {
            let request = PreparedRequest(
                line + " HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                fault: fault)
            let response = request.answer(by: world.app)

            #expect(response.status == status, "\(line)")
            #expect(response.problemName == name, "\(line)")
            #expect(response["Retry-After"] == retryAfter, "\(line)")
        }
        #expect(world.state == before)
    }

    @Test func `answers a connection over the limit`() {
        let response = TestResponse(App.overloadResponse(now: 784_111_777))

        #expect(response.status == 503)
        #expect(response.problemName == "overloaded")
        #expect(response["Retry-After"] == "1")
        #expect(response["Connection"] == "close")
        #expect(response["Date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(response["X-Request-Id"] == response.problem?.instance)
    }

    // proves: http-2
    @Test func `is a document with a type, a title, a status, a detail and the request's id`() {
        let client = APIWorld().client

        let response = client.send("GET", "/nowhere", ["X-Request-Id": "abc-1"])

        #expect(response["Content-Type"] == "application/problem+json")
        #expect(response["Cache-Control"] == "no-store")
        #expect(
            response.text == """
                {"type":"/problems/not-found","title":"Nothing here","status":404,\
                "detail":"There is nothing at this path.","instance":"abc-1"}
                """)
    }

    // proves: stored-3
    @Test func `lists every fault of a body`() {
        let response = APIWorld().client.send(
            "POST", "/items", json: #"{"title":" ","done":1,"location":{"name":"Home","zip":1}}"#)

        #expect(
            response.text == """
                {"type":"/problems/invalid","title":"Invalid content","status":422,\
                "detail":"3 things in the body are wrong.","instance":"0000000000000001",\
                "errors":[\
                {"pointer":"/title","detail":"must have a character that can be seen"},\
                {"pointer":"/done","detail":"must be true or false"},\
                {"pointer":"/location/zip","detail":"is not a member of this object"}]}
                """)
    }

    // proves: writes-3
    @Test func `has the item's revision when a condition failed`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"Milk"}]"#)
        _ = world.client.send("POST", "/items", json: #"[{"title":"Tea"}]"#)

        let ofItem = world.client.send("DELETE", "/items/" + uuid(1), ["If-Match": "\"k3f9.7\""])
        let ofList = world.client.send("DELETE", "/items", ["If-Match": "\"k3f9.7\""])
        let ofNone = world.client.send("GET", "/items/" + uuid(2), ["If-Match": "\"k3f9.1\""])

        #expect(ofItem.problem?.revision == 1)
        #expect(ofList.problem?.revision == 2)
        #expect(ofNone.problem?.revision == 2)
        #expect([ofItem, ofList, ofNone].map(\.status) == [412, 412, 412])
        #expect([ofItem, ofList, ofNone].map(\.problemName) == .init(repeating: name, count: 3))
    }

    private let name = "condition-failed"

    @Test func `lists the ids that exist already`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"Milk"},{"title":"Tea"}]"#)

        let response = world.client.send(
            "POST", "/items",
            json: """
                [{"id":"\(uuid(2))","title":"a"},{"title":"b"},{"id":"\(uuid(1))","title":"c"}]
                """)

        #expect(response.status == 409)
        #expect(response.problemName == "already-exists")
        #expect(response.problem?.items == [uuid(2), uuid(1)])
        #expect(response.problem?.detail == "There are items with 2 of these ids already.")
    }

    @Test func `escapes what it quotes`() {
        let client = APIWorld().client

        let parameter = client.send("GET", "/items?%22%0A%5C=1")
        let member = client.send("POST", "/items", json: #"{"title":"a","a/~\"\n":1}"#)

        #expect(parameter.problem?.detail == "The query parameter \"\"\n\\\" is not known here.")
        #expect(member.pointers == ["/a~1~0\"\n"])
    }

    private func answer(_ write: (inout ResponseWriter) -> Void) -> TestResponse {
        var response = ResponseWriter()
        response.begin(ResponseContext())
        write(&response)
        return TestResponse([UInt8](copying: response.out))
    }
}

extension ProblemKind: CustomTestStringConvertible {
    /// The last part of the type's URI.
    var name: String { "\(entry.name)" }

    /// The text that a test run shows.
    public var testDescription: String { name }
}
