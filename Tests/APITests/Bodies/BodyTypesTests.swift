import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

@Suite struct `A body` {
    @Test(arguments: [
        "application/json", "Application/JSON", "application/json; charset=utf-8",
        "application/json;charset=utf-16", "application/json;charset=\"latin 1\"",
        "application/json ; x=y",
    ])
    func `may be JSON under any of its media types`(type: String) {
        for (method, target) in [("POST", "/items"), ("PUT", item), ("PATCH", item)] {
            let response = send(method, target, type)

            #expect(response.status < 300, "\(method)")
        }
    }

    @Test(arguments: [
        nil, "", "text/plain", "application/json-patch+json", "application/x-www-form-urlencoded",
        "application/jsonx", "text/json", "json", "application/json, text/plain",
        "application/ld+json", "*/*",
    ])
    func `of another type is 415`(type: String?) {
        for (method, target, field) in [
            ("POST", "/items", "Accept"), ("PUT", item, "Accept"), ("PATCH", item, "Accept-Patch"),
        ] {
            let response = send(method, target, type)

            #expect(response.status == 415, "\(method)")
            #expect(response.problemName == "unsupported-media-type", "\(method)")
            #expect(response[field]?.hasSuffix("application/json") == true, "\(method)")
        }
    }

    // A recipient that reads the other line assigns another type to the body. The line end in the
    // value begins a second line.
    @Test(arguments: ["application/json", "text/plain", ""])
    func `of two types is 415`(second: String) {
        let types = [
            "application/json\r\nContent-Type: \(second)",
            "\(second)\r\nContent-Type: application/json",
        ]
        for (method, target) in [("POST", "/items"), ("PUT", item), ("PATCH", item)] {
            for type in types {
                let response = send(method, target, type)

                #expect(response.status == 415, "\(method)")
                #expect(response.problem?.detail == "Content-Type may come only once.")
            }
        }
    }

    // RFC 9110 §8.4 and §12.5.3.
    @Test(arguments: [
        "gzip", "br", "x-gzip", "identity, gzip", "gzip\r\nContent-Encoding: identity", "?",
    ])
    func `in a content coding is 415`(coding: String) {
        for (method, target) in [("POST", "/items"), ("PUT", item), ("PATCH", item)] {
            let response = sendCoded(method, target, coding)

            #expect(response.status == 415, "\(method)")
            #expect(response.problemName == "unsupported-media-type", "\(method)")
            #expect(response["Accept-Encoding"] == "identity", "\(method)")
            #expect(response["Accept"] == nil && response["Accept-Patch"] == nil, "\(method)")
            #expect(
                response.problem?.detail == "The body must come without a content coding.",
                "\(method)")
        }
    }

    @Test(arguments: [
        ("POST", "/items", "identity", 201), ("PUT", item, "Identity", 200),
        ("PATCH", item, "", 200), ("DELETE", item, "gzip", 204), ("GET", "/items", "gzip", 200),
    ])
    func `is accepted without a content coding, or where it is not read`(
        method: String, target: String, coding: String, status: Int
    ) {
        #expect(sendCoded(method, target, coding).status == status)
    }

    @Test func `may be a merge patch for PATCH alone`() {
        let type = "application/merge-patch+json"

        #expect(send("PATCH", item, type).status == 200)
        #expect(send("PATCH", item, type + ";charset=utf-8").status == 200)
        #expect(send("PATCH", item, nil)["Accept-Patch"] == type + ", application/json")
        #expect(send("PUT", item, type).status == 415)
        #expect(send("POST", "/items", type).status == 415)
    }

    @Test(arguments: [
        ("GET", "/items", 200), ("GET", item, 200), ("DELETE", item, 204),
        ("DELETE", "/items", 204), ("GET", "/healthz", 200), ("GET", "/openapi.yaml", 200),
        ("OPTIONS", "/items", 204),
    ])
    func `may have any type where it is not read`(method: String, target: String, status: Int) {
        #expect(send(method, target, "text/plain").status == status)
        #expect(send(method, target, nil).status == status)
    }

    @Test(arguments: [("POST", "/items"), ("PUT", item), ("PATCH", item)])
    func `that is absent is not JSON`(method: String, target: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let bare = world.client.send(method, target)
        let empty = world.client.send(method, target, json: "")

        #expect(bare.status == 400)
        #expect(bare.problemName == "bad-json")
        #expect(empty.status == 400)
    }

    // RFC 9110 §8.3: without a body, Content-Type has no meaning.
    @Test(
        arguments: [
            ("POST", "/undo/1", 200), ("POST", "/items", 400), ("PUT", item, 400),
            ("PATCH", item, 400), ("POST", "/items/batch", 400),
        ], [nil, "text/plain"])
    func `of empty chunks may have any type`(
        request: (method: String, target: String, status: Int), type: String?
    ) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"id":"\#(uuid(1))","title":"Milk"}"#)
        var fields = ["Transfer-Encoding": "chunked"]
        fields["Content-Type"] = type

        let response = world.client.send(request.method, request.target, fields)

        #expect(response.status == request.status)
    }

    @Test(arguments: [nil, "text/plain"], [1, 1 << 16, 1 << 20])
    func `of chunks with content must have an accepted type`(type: String?, size: Int) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let type = type.map { ["Content-Type: " + $0] } ?? []
        let head =
            ["POST /undo/1 HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked"] + type

        let response = world.client.send(
            Array((head + ["", ""]).joined(separator: "\r\n").utf8),
            body: Array(repeating: 0x20, count: size))

        #expect(response.problemName == "unsupported-media-type")
    }

    // proves: limits-1
    @Test(arguments: [
        ("POST", "/items", 1 << 20, 201), ("POST", "/items", (1 << 20) + 1, 413),
        ("PUT", item, 1 << 20, 200), ("PUT", item, (1 << 20) + 1, 413),
        ("PATCH", item, 1 << 20, 200), ("PATCH", item, (1 << 20) + 1, 413),
        ("POST", "/items", 16 << 20, 413), ("DELETE", item, 1 << 16, 204),
        ("DELETE", item, (1 << 16) + 1, 413), ("GET", "/items", (1 << 16) + 1, 413),
    ])
    func `of one item has a limit`(method: String, target: String, size: Int, status: Int) {
        let body = padded(#"{"title":"Milk"}"#, to: size)

        let response = send(method, target, "application/json", body)

        #expect(response.status == status)
        #expect(status != 413 || response.problemName == "content-too-large")
    }

    // proves: limits-1
    @Test(arguments: [((1 << 20) + 1, 201), (16 << 20, 201), ((16 << 20) + 1, 413)])
    func `of several items has a higher limit`(size: Int, status: Int) {
        let response = send("POST", "/items", "application/json", padded("[]", to: size))

        #expect(response.status == status)
    }

    /// The operator's limit, a request and its body's size; one item keeps its own limit below it.
    // proves: limits-1
    @Test(
        arguments: [
            (4 << 20, "POST", "[]", 4 << 20, 201), (4 << 20, "POST", "[]", (4 << 20) + 1, 413),
            (4 << 20, "PUT", #"{"title":"a"}"#, 1 << 20, 200),
            (4 << 20, "PUT", #"{"title":"a"}"#, (1 << 20) + 1, 413),
            (4 << 20, "POST", #"{"title":"a"}"#, (1 << 20) + 1, 413),
            (1_024, "POST", "[]", 1_024, 201), (1_024, "POST", "[]", 1_025, 413),
            (1_024, "PUT", #"{"title":"a"}"#, 1_024, 200),
            (1_024, "PUT", #"{"title":"a"}"#, 1_025, 413),
            (1_024, "PATCH", #"{"title":"a"}"#, 1_025, 413), (1_024, "DELETE", "", 1_025, 413),
            (32 << 20, "POST", "[]", 32 << 20, 201),
        ] as [(Int, String, String, Int, Int)])
    func `is not larger than the operator allows`(
        maxBody: Int, method: String, json: String, size: Int, status: Int
    ) {
        let world = APIWorld(maxBody: maxBody)
        _ = world.client.send("PUT", item, json: #"{"title":"a"}"#)

        let response = world.client.send(
            method, method == "POST" ? "/items" : item, json: padded(json, to: size))

        #expect(response.status == status)
    }

    @Test func `of several items may begin with a byte order mark`() {
        let array = "\u{FEFF} \n" + padded("[]", to: (1 << 20) + 1)

        #expect(send("POST", "/items", "application/json", array).status == 201)
    }

    @Test(arguments: [
        ("{", "ends at byte 1"), (#"{"title":"a"}}"#, "at byte 13"),
        (#"{"title":"a",}"#, "at byte 13"),
        (#"{"title":"a","title":"b"}"#, "twice at byte 14"), (#"{"title":"\ud800"}"#, "surrogate"),
        (#"{"title":"a","timestamp":1e999}"#, "too large"), ("{'title':1}", "at byte 1"),
        (String(repeating: "[", count: 65), "too deeply at byte 64"), ("", "ends at byte 0"),
        (#"{"t\u0069tle":"a","title":"b"}"#, "twice"), ("[{\"title\":\"\t\"}]", "control"),
    ])
    func `that is not JSON is 400 with the position of the error`(body: String, detail: String) {
        for (method, target) in [("POST", "/items"), ("PUT", item), ("PATCH", item)] {
            let response = send(method, target, "application/json", body)

            #expect(response.status == 400, "\(method)")
            #expect(response.problemName == "bad-json", "\(method)")
            #expect(response.problem?.detail.contains(detail) == true, "\(method)")
        }
    }

    private func send(
        _ method: String, _ target: String, _ type: String?, _ body: String = #"{"title":"Milk"}"#
    ) -> TestResponse {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"{"title":"Tea"}"#)
        return client.send(method, target, type.map { ["Content-Type": $0] } ?? [:], body: body)
    }

    private func sendCoded(_ method: String, _ target: String, _ coding: String) -> TestResponse {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"{"title":"Tea"}"#)
        let fields = ["Content-Type": "application/json", "Content-Encoding": coding]
        return client.send(method, target, fields, body: #"{"title":"Milk"}"#)
    }

    private func padded(_ json: String, to size: Int) -> String {
        json + String(repeating: " ", count: size - json.utf8.count)
    }
}
