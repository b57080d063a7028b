import APITestSupport
import API
import TestSupport
import Testing

@Suite struct `The page's routes` {
    private let file = examplePageFile

    // proves: http-7
    @Test(arguments: ["text/html", "application/json", "image/png", "*/*"])
    func `answer with HTML for any Accept`(accept: String) {
        let response = APIWorld().client.send("GET", "/", ["Accept": accept])

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.text == "<title>/page/\(Page.exampleHash)</title>")
    }

    @Test(arguments: ["/?", "/?utm_source=x&utm_source=y", "/?%"])
    func `answer with the page for any query`(target: String) {
        let response = APIWorld().client.send("GET", target)

        #expect(response.status == 200)
    }

    @Test func `refuse a query on any other file`() {
        for path in [file, "/sw.js", "/manifest.webmanifest"] {
            let response = APIWorld().client.send("GET", path + "?x=1")

            #expect(response.problemName == "bad-parameter", "\(path)")
        }
    }

    // proves: http-7
    @Test func `answer 304 to a client that has it`() {
        let client = APIWorld().client
        for path in ["/", file, "/sw.js", "/manifest.webmanifest"] {
            let tag = client.send("GET", path)["ETag"] ?? ""

            let known = client.send("GET", path, ["If-None-Match": tag])
            let other = client.send("GET", path, ["If-None-Match": "\"other\""])

            #expect(known.status == 304, "\(path)")
            #expect(known["ETag"] == tag)
            #expect(known["Vary"] == "Accept-Encoding")
            #expect(other.status == 200)
        }
    }

    @Test func `answer 412 to an If-Match that does not match`() {
        let response = APIWorld().client.send("GET", "/", ["If-Match": "\"other\""])

        #expect(response.status == 412)
    }

    // proves: http-7
    @Test(arguments: [
        "/page/0000000000000000/boot.js", "/page/\(Page.exampleHash)/other.js",
        "/page/\(Page.exampleHash)/index.html", "/page/\(Page.exampleHash)/../boot.js",
        "/page/\(Page.exampleHash)/view", "/page/\(Page.exampleHash)/BOOT.js",
        "/page/\(Page.exampleHash)/view%2Flist.js", "/page/x/y",
    ])
    func `have no file of another version or name`(path: String) {
        let response = APIWorld().client.send("GET", path)

        #expect(response.problemName == "not-found")
        #expect(response["Cache-Control"] == "no-store")
    }

    @Test func `accept percent-encoded paths`() {
        let escaped = file.replacing("boot", with: "%62oot")

        let response = APIWorld().client.send("GET", escaped)

        #expect(response.text == "const here = true;")
    }

    @Test func `need no token`() {
        let client = AccountsWorld().client
        for path in ["/", file, "/sw.js", "/manifest.webmanifest"] {
            #expect(client.send("GET", path).status == 200, "\(path)")
        }
    }

    @Test func `are not found when the page is turned off`() {
        let client = APIWorld(page: nil).client
        for path in ["/", file, "/sw.js", "/manifest.webmanifest"] {
            let response = client.send("GET", path)

            #expect(response.problemName == "not-found", "\(path)")
        }
    }
}
