import TestSupport
import Testing

@Suite struct `An answer that is compared with a description` {
    // proves: http-5
    @Test(arguments: [
        ("GET", "/things/7", answer(200, "X-Count: 3", #"{"id":7,"names":["a"]}"#)),
        ("GET", "/things/all", answer(200, "X-Count: 0\r\nX-Other: b", #"{"id":null}"#)),
        ("GET", "http://example.org/things/7?a=b", answer(200, "X-Count: 3", #"{"id":7}"#)),
        ("HEAD", "/things/7", answer(200, "X-Count: 3", "")),
        ("GET", "/nowhere", answer(404, "", #"{"title":"no"}"#, "application/problem+json")),
        ("POST", "/things/7", answer(405, "", #"{"title":"no"}"#, "application/problem+json")),
    ])
    func `is valid`(method: String, target: String, answer: TestResponse) throws {
        let description = try Description(example)

        #expect(description.faults(method, target, answer) == [])
    }

    // proves: http-5
    @Test(arguments: [
        ("/things/7", answer(201, "", ""), "201 is not described"),
        ("/nowhere", answer(200, "", ""), "200 is not described"),
        ("/things/7", answer(200, "X-Count: 3\r\nX-More: 1", #"{"id":7}"#), "X-More is not"),
        ("/things/7", answer(200, "X-Count: many", #"{"id":7}"#), "breaks type"),
        ("/things/7", answer(200, "X-Count: 3\r\nX-Other: c", #"{"id":7}"#), "breaks enum"),
        ("/things/7", answer(200, "", #"{"id":7}"#), "X-Count is missing"),
        ("/things/7", answer(200, "X-Count: 3", "[]", "text/plain"), "text/plain is not"),
        ("/things/7", answer(200, "X-Count: 3", "{"), "not JSON"),
        ("/things/7", answer(200, "X-Count: 3", "{}"), "lacks id"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":"a"}"#), "breaks oneOf"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":7,"more":1}"#), "has more"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":7,"names":[1]}"#), "/names/0"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":7,"names":["B"]}"#), "breaks pattern"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":7,"names":["abc"]}"#), "breaks maxLength"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":10}"#), "breaks oneOf"),
        ("/things/7", answer(200, "X-Count: 3", #"{"id":7,"kind":"c"}"#), "breaks x-problem-types"),
        (
            "/things/7", answer(200, "X-Count: 3", #"{"id":7,"odd":1}"#),
            "the schema says multipleOf"
        ),
    ])
    func `is invalid, with its fault`(target: String, answer: TestResponse, fault: String) throws {
        let description = try Description(example)

        let faults = description.faults("GET", target, answer)

        #expect(faults.count == 1)
        #expect(faults.first?.contains(fault) == true)
    }

    /// Clients must expect such members, but this version of the server must not have them.
    @Test func `is invalid with a member that the schema does not name but permits`() throws {
        let answer = answer(404, "", #"{"title":"no","more":1}"#, "application/problem+json")

        let faults = try Description(example).faults("GET", "/nowhere", answer)

        #expect(faults == [": has more"])
    }
}

@Suite struct `A request that is compared with a description` {
    private static let id = "0F9D7A5E-6B1C-4C59-9F1B-4D4E6A0C2B11"

    // proves: http-5
    @Test(arguments: [
        ("/things/7", [:], #"{"id":"\#(id)"}"#), ("/things/7?count=3&on=true", [:], "{}"),
        ("/things/7", ["x-mode": "a", "Accept": "*/*"], "{}"),
        ("/nowhere?count=many", [:], #"{"more":1}"#),
    ])
    func `is valid`(target: String, fields: [String: String], body: String) throws {
        let description = try Description(example)
        let fields = fields.merging(["content-type": "application/json; charset=utf-8"]) { $1 }

        #expect(description.faults("PUT", target, fields, Array(body.utf8)) == [])
        #expect(description.faults("OPTIONS", target, fields, Array(body.utf8)) == [])
    }

    // proves: http-5
    @Test(arguments: [
        ("/things/7?more=1", [:], "{}", "the parameter more is not described"),
        ("/things/7?count=many", [:], "{}", "count: text(\"many\") breaks type"),
        ("/things/7?on=maybe", [:], "{}", "on: text(\"maybe\") breaks type"),
        ("/things/7", ["X-Mode": "c"], "{}", "X-Mode: text(\"c\") breaks enum"),
        (
            "/things/7", ["Content-Type": "text/plain"], "{}",
            "a body of text/plain is not described"
        ),
        ("/things/7", [:], "", "the body is missing"), ("/things/7", [:], "{", "not JSON"),
        ("/things/7", [:], #"{"more":1}"#, "body: has more"),
        ("/things/7", [:], #"{"id":"7"}"#, "body/id: text(\"7\") breaks format"),
    ])
    func `is invalid, with its fault`(
        target: String, fields: [String: String], body: String, fault: String
    ) throws {
        let fields = ["Content-Type": "application/json"].merging(fields) { $1 }

        let faults = try Description(example).faults("PUT", target, fields, Array(body.utf8))

        #expect(faults.count == 1)
        #expect(faults.first?.contains(fault) == true, "\(faults)")
    }
}

private func answer(
    _ status: Int, _ fields: String, _ content: String, _ type: String = "application/json"
) -> TestResponse {
    let lines = ["HTTP/1.1 \(status) Fine", "Content-Type: \(type)", fields].filter { !$0.isEmpty }
    return TestResponse(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + content).utf8))
}

private let example = """
    paths:
      /things/all:
        get:
          responses:
            '200': {$ref: '#/components/responses/Thing'}
      /things/{id}:
        get:
          responses:
            '200': {$ref: '#/components/responses/Thing'}
            default: {$ref: '#/components/responses/Problem'}
        head:
          responses:
            '200': {$ref: '#/components/responses/Thing'}
        parameters:
          - {name: X-Mode, in: header, schema: {enum: [a, b]}}
        put:
          parameters:
            - {name: count, in: query, schema: {type: integer}}
            - {name: 'on', in: query, schema: {type: boolean}}
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  properties:
                    id: {type: string, format: uuid}
          responses:
            '200': {$ref: '#/components/responses/Thing'}
    components:
      responses:
        Thing:
          headers:
            X-Count: {required: true, schema: {type: integer}}
            X-Other: {schema: {enum: [a, b]}}
          content:
            application/json:
              schema:
                type: object
                required: [id]
                additionalProperties: false
                properties:
                  id:
                    oneOf: [{type: integer, maximum: 9}, {type: 'null'}]
                  names:
                    type: array
                    items: {type: string, pattern: '^[a-z]+$', maxLength: 2}
                  kind: {x-problem-types: [{type: a}, {type: b}]}
                  odd: {multipleOf: 2}
        Problem:
          content:
            application/problem+json:
              schema: {type: object, required: [title], properties: {title: {type: string}}}
    """
