import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)
private let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

@Suite struct `OPTIONS for the whole server` {
    @Test(arguments: ["*", "http://localhost"])
    func `is answered with all methods`(target: String) {
        let response = APIWorld().client.send("OPTIONS", target)

        #expect(response.status == 204)
        #expect(response["Allow"] == methods.joined(separator: ", "))
        #expect(response["Accept-Patch"] == "application/merge-patch+json, application/json")
        #expect(response["Content-Length"] == nil)
        #expect(response.body == [])
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
        ("/items/1", "The id in this path is not a UUID."),
        ("/items/1/2", "There is nothing at this path."),
        ("/undo/abc", "The revision in this path is not a number."),
        ("/undo/01", "The revision in this path is not a number."),
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
