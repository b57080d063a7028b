import API
import APITestSupport
import FoundationEssentials
import HTTP
import Items
import TestSupport
import Testing

@Suite struct `The server's own routes` {
    @Test func `report that the server is alive`() {
        let response = APIWorld().client.send("GET", "/healthz")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "no-store")
        #expect(response.text == #"{"status":"alive"}"#)
    }

    // proves: operation-3
    @Test func `report that the server is alive even if its storage fails`() {
        let world = APIWorld(isDraining: true)
        world.items.failure = .corrupt("malformed")

        let response = world.client.send("GET", "/healthz")

        #expect(response.status == 200)
    }

    // proves: operation-3
    @Test func `report that the server is ready`() throws {
        let client = APIWorld().client

        let response = client.send("GET", "/readyz")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "no-store")
        #expect(response.text == #"{"status":"ready"}"#)
    }

    // proves: operation-3
    @Test func `report that the server is draining`() {
        let response = APIWorld(isDraining: true).client.send("GET", "/readyz")

        #expect(response.status == 503)
        #expect(response.problemName == "draining")
        #expect(response["Retry-After"] == "1")
    }

    // proves: operation-3
    @Test func `report that its storage fails`() {
        let world = APIWorld()
        world.items.failure = .inputOutput("disk I/O error")

        let response = world.client.send("GET", "/readyz")

        #expect(response.status == 500)
        #expect(response.problemName == "storage-failed")
        #expect(world.reports.all.count == 2)
    }

    @Test(arguments: [
        ("GET", "/healthz", 200), ("HEAD", "/healthz", 200), ("GET", "/readyz", 200),
        ("HEAD", "/readyz", 200), ("OPTIONS", "/items", 204), ("OPTIONS", "/healthz", 204),
        ("GET", "/metrics", 400), ("GET", "/openapi.yaml", 400),
    ])
    func `ignore a query where they are documented to`(
        method: String, path: String, status: Int
    ) {
        let response = APIWorld().client.send(method, path + "?nonsense=1&nonsense=%zz")

        #expect(response.status == status)
    }

    @Test func `return metrics`() {
        let response = APIWorld().client.send("GET", "/metrics")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(response["Cache-Control"] == "no-store")
        #expect(response.text == "toodoo_example 1\n")
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "POST"])
    func `return no metrics if a separate address has them`(method: String) throws {
        let world = APIWorld()
        let app = App(
            items: world.items, authMode: .anonymous(world.owner), ids: .incrementing())

        let response = TestClient(app).send(method, "/metrics")

        #expect(response.status == 404)
        #expect(method == "HEAD" || response.problemName == "not-found")
    }

    @Test(arguments: [
        ("GET", "/metrics", 200), ("HEAD", "/metrics", 200), ("GET", "/healthz", 200),
        ("POST", "/metrics", 405), ("OPTIONS", "/metrics", 204), ("GET", "/items", 404),
        ("GET", "/readyz", 404), ("GET", "/", 404), ("DELETE", "/items", 404),
    ])
    func `are reduced to two on the metrics address`(method: String, path: String, status: Int) {
        let client = TestClient(
            MetricsApp(
                { $0.append("toodoo_example 1\n") }, hostAndOrigin: HostAndOriginGuard(names: [])),
            isChecked: false)

        let response = client.send(method, path)

        #expect(response.status == status)
        #expect(response.problemName != nil || status < 300)
        let isAllowed = status == 204 || status == 405
        #expect(response["Allow"] == (isAllowed ? "GET, HEAD, OPTIONS" : nil))
        if method == "GET", path == "/metrics" { #expect(response.text == "toodoo_example 1\n") }
    }

    @Test func `accept requests while the server is draining`() {
        let client = APIWorld(isDraining: true).client

        let post = client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let get = client.send("GET", "/items")

        #expect(post.status == 201)
        #expect(get.titles == ["Milk"])
    }

    @Test func `return the description of the API byte for byte`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../openapi.yaml").standardized
        let written = Array(try Data(contentsOf: file))

        let response = APIWorld().client.send("GET", "/openapi.yaml")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/yaml")
        #expect(response["Content-Length"] == "\(written.count)")
        #expect(response.body == written)
    }

    @Test func `take no parameters elsewhere`() {
        let response = APIWorld().client.send("GET", "/openapi.yaml?version=2")

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
    }
}
