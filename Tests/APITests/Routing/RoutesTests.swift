import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)
private let pageFile = examplePageFile
private let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

@Suite struct `A route` {
    @Test(arguments: [
        ("/items", [200, 200, 201, 405, 200, 204, 204]),
        ("/items/changes", [200, 200, 405, 405, 405, 405, 204]),
        (item, [200, 200, 405, 200, 200, 204, 204]),
        ("/items/batch", [405, 405, 422, 405, 405, 405, 204]),
        ("/undo/1", [405, 405, 200, 405, 405, 405, 204]),
        ("/healthz", [200, 200, 405, 405, 405, 405, 204]),
        ("/readyz", [200, 200, 405, 405, 405, 405, 204]),
        ("/openapi.yaml", [200, 200, 405, 405, 405, 405, 204]),
        ("/openapi.json", [200, 200, 405, 405, 405, 405, 204]),
        ("/docs", [200, 200, 405, 405, 405, 405, 204]),
        ("/problems/invalid", [200, 200, 405, 405, 405, 405, 204]),
        ("/", [200, 200, 405, 405, 405, 405, 204]),
        (pageFile, [200, 200, 405, 405, 405, 405, 204]),
        ("/sw.js", [200, 200, 405, 405, 405, 405, 204]),
        ("/manifest.webmanifest", [200, 200, 405, 405, 405, 405, 204]),
    ])
    func `answers every method`(path: String, statuses: [Int]) {
        for (method, status) in zip(methods, statuses) {
            let world = APIWorld()
            _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

            let response = world.client.send(method, path, json: #"{"title":"Bread"}"#)

            #expect(response.status == status, "\(method)")
            let isTold = response.problemName == "method-not-allowed"
            #expect(status != 405 || method == "HEAD" || isTold, "\(method)")
        }
    }

    @Test(arguments: [
        ("/items", "GET, HEAD, POST, PATCH, DELETE, OPTIONS", patchTypes),
        ("/items/changes", "GET, HEAD, OPTIONS", nil),
        (
            item, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS",
            "application/merge-patch+json, application/json"
        ),
        ("/items/batch", "POST, OPTIONS", nil),
        ("/undo/1", "POST, OPTIONS", nil),
        ("/undo/999", "POST, OPTIONS", nil),
        ("/healthz", "GET, HEAD, OPTIONS", nil),
        ("/readyz", "GET, HEAD, OPTIONS", nil),
        ("/openapi.yaml", "GET, HEAD, OPTIONS", nil),
        ("/openapi.json", "GET, HEAD, OPTIONS", nil),
        ("/docs", "GET, HEAD, OPTIONS", nil),
        ("/problems/invalid", "GET, HEAD, OPTIONS", nil),
        ("/", "GET, HEAD, OPTIONS", nil),
        (pageFile, "GET, HEAD, OPTIONS", nil),
        ("*", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", patchTypes),
        ("http://localhost", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", patchTypes),
    ])
    func `answers OPTIONS with its methods`(path: String, allow: String, patch: String?) {
        let response = APIWorld().client.send("OPTIONS", path)

        #expect(response.status == 204)
        #expect(response["Allow"] == allow)
        #expect(response["Accept-Patch"] == patch)
        #expect(response["Content-Length"] == nil)
        #expect(response.body == [])
    }

    private static let patchTypes = "application/merge-patch+json, application/json"

    @Test(arguments: [
        "/items", "/items/changes", item, "/items/batch", "/undo/1", "/healthz",
        "/readyz", "/openapi.yaml", "/openapi.json", "/docs", "/", pageFile, "/sw.js",
    ])
    func `answers 405 with its methods`(path: String) {
        let client = APIWorld().client
        let allowed = client.send("OPTIONS", path)["Allow"] ?? ""

        for method in methods where !allowed.contains(method) {
            let response = client.send(method, path)

            #expect(response.status == 405)
            #expect(response["Allow"] == allowed)
            let detail = "Only \(allowed) can be used here."
            #expect(method == "HEAD" || response.problem?.detail == detail)
        }
    }

    @Test(arguments: [
        "/items", "/items?limit=1", "/items?limit=0", "/items?nonsense=1", item,
        "/items/" + uuid(9), "/items/", "/nowhere",
        "/healthz",
        "/readyz", "/openapi.yaml", "/openapi.json", "/docs", "/problems/invalid",
        "/problems/nothing", "/coordinates",
        "/", "/?q=milk", "/sw.js", "/sw.js?x=1", pageFile, "/page/x/boot.js",
    ])
    func `answers HEAD as GET without the content`(target: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"Milk"},{"title":"Tea"}]"#)
        let get = world.client.send("GET", target)

        let head = world.client.send("HEAD", target)

        #expect(head.status == get.status)
        #expect(head.fields.map { "\($0)" } == get.fields.map { "\($0)" })
        #expect(head["Content-Length"] == "\(get.body.count)")
        #expect(head.body == [])
    }
}

@Suite struct `An unknown path` {
    @Test(arguments: [
        "//", "/page", "/page/", "/page/x", "/page/x/", "/page//x", "/page/x//y", "/page/x/y/",
        "/index.html", "/boot.js", "/item", "/items/", "/Items", "/items//", "/items/7",
        "/healthz/", "/readyz/x",
        "/openapi.yml", "/openapi", "/docs/", "/doc", item + "/", "/items//" + uuid(1),
        "/items/0" + uuid(1), "/items/00000000-0000-0000-0000-00000000000",
        "/items/{00000000-0000-0000-0000-000000000001}", "/items/{id}",
        "/items/00000000000000000000000000000001", "/items/0000000g-0000-0000-0000-000000000001",
        "/items/000000000-000-0000-0000-000000000001", "/items/changes/", "/items;a=b", "//items",
        "/./items", "/items%00", "/items%20", "/items%", "/items%4", "/items%4g", "/items+",
        "/undo", "/undo/", "/undo/x", "/undo/-1", "/undo/01", "/undo/1/",
    ])
    func `is 404 for every method`(path: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state

        for method in methods {
            let response = world.client.send(method, path, json: #"{"title":"Bread"}"#)

            #expect(response.status == 404, "\(method)")
            #expect(method == "HEAD" || response.problemName == "not-found", "\(method)")
        }
        #expect(world.state == before)
    }
}

@Suite struct `A path with a malformed end` {
    @Test(arguments: [
        ("/items/1", "An item's id is a UUID, and the end of this path is none."),
        ("/items/1/2", "There is nothing at this path."),
        ("/undo/abc", "A revision is a number, such as 7, and the end of this path is none."),
        ("/undo/01", "A revision is a number, such as 7, and the end of this path is none."),
        ("/undo/", "There is nothing at this path."),
        ("/users/other", "There is nothing at this path."),
    ])
    func `is answered with the expected form of its end`(path: String, detail: String) {
        let response = APIWorld().client.send("GET", path)

        #expect(response.status == 404)
        #expect(response.problem?.detail == detail)
    }

    @Test(arguments: [
        ("/items/", "/items"), (item + "/", item), ("/items/changes/", "/items/changes"),
        ("/%69tems/", "/%69tems"), ("/undo/1/", "/undo/1"), ("/docs/", "/docs"),
    ])
    func `is answered with the path without its trailing slash`(path: String, known: String) {
        let response = APIWorld().client.send("GET", path)

        #expect(response.status == 404)
        #expect(
            response.problem?.detail
                == "There is nothing at this path; did you mean \(known)?")
    }

    @Test(arguments: ["/items//", "//", "/nowhere/", "/sessions/"])
    func `with a trailing slash is answered plainly where there is nothing without it`(
        path: String
    ) {
        let response = APIWorld().client.send("GET", path)

        #expect(response.status == 404)
        #expect(response.problem?.detail.contains("did you mean") == false)
    }

    @Test func `is answered with 401 without a token`() {
        let response = AccountsWorld().client.send("GET", "/items/1")

        #expect(response.status == 401)
    }
}

@Suite struct `An unknown method` {
    @Test(arguments: ["TRACE", "CONNECT", "PROPFIND", "get", "Post", "GETT", "BREW"])
    func `is 501 on any path`(method: String) {
        for path in ["/items", "/nowhere", "/items/" + uuid(1)] {
            let response = APIWorld().client.send(method, path)

            #expect(response.status == 501)
            #expect(response.problemName == "method-unknown")
            #expect(response["Connection"] == "close")
        }
    }
}

@Suite struct `A path with escapes` {
    @Test(arguments: [
        "/%69tems", "/i%74em%73", "/%69%74%65%6D%73", "/%69%74%65%6d%73",
    ])
    func `is the path without escapes`(path: String) {
        let response = APIWorld().client.send("GET", path)

        #expect(response.status == 200)
        #expect(response.text == "[]")
    }

    @Test(arguments: [
        "/items/%300000000-0000-0000-0000-00000000000a",
        "/items/00000000-0000-0000-0000-00000000000%61",
        "/items/00000000-0000-0000-0000-00000000000%41",
        "/items/00000000-0000-0000-0000-00000000000A",
        "/items/00000000%2D0000-0000-0000-00000000000a",
    ])
    func `names the same item`(path: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)

        let response = world.client.send("GET", path)

        #expect(response.item?.title == "Milk")
    }

    @Test func `does not treat an escaped slash as a separator`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)

        let response = world.client.send("GET", "/items%2F\(uuid(10))")

        #expect(response.problemName == "not-found")
    }

    @Test func `may be in an absolute target`() {
        let response = APIWorld().client.send("GET", "http://localhost/%69tems?limit=%31")

        #expect(response.status == 200)
    }
}
