import APITestSupport
import FoundationEssentials
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A problem's page` {
    // proves: http-2
    @Test(arguments: ProblemKind.allCases)
    func `is served at the path of the type with its meaning and remedy`(kind: ProblemKind) {
        let response = APIWorld().client.send("GET", "/problems/\(kind.name)")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["Cache-Control"] == "public, max-age=86400")
        #expect(response["Set-Cookie"] == nil)
        #expect(response.text.hasPrefix("<!doctype html>"))
        for said in [
            "\(kind.entry.title)", "/problems/\(kind.name)", "status \(kind.entry.status.rawValue)",
            kind.page.meaning, kind.page.remedy,
        ] {
            #expect(response.text.contains(said), "\(said)")
        }
    }

    @Test(arguments: ProblemKind.allCases)
    func `has plain sentences`(kind: ProblemKind) {
        let (meaning, remedy) = kind.page

        for text in [meaning, remedy] {
            #expect(text.hasSuffix("."))
            #expect(text.first?.isUppercase == true)
            #expect(!text.contains { "<>&\n".contains($0) })
        }
    }

    @Test func `differs for each kind`() {
        let pages = ProblemKind.allCases.map { ProblemPage.page(of: $0) }

        #expect(Set(pages.map(\.content)).count == ProblemKind.allCases.count)
        #expect(Set(pages.map(\.tag)).count == ProblemKind.allCases.count)
    }

    @Test(arguments: HeadFault.allCases)
    func `is the target of a refused head's type`(fault: HeadFault) throws {
        let world = APIWorld()
        var response = ResponseWriter()
        response.begin(ResponseContext())
        world.app.refuse(fault, &response)
        let problem = try #require(TestResponse([UInt8](copying: response.out)).problem)

        let page = world.client.send("GET", problem.type)

        #expect(page.status == 200)
        #expect(page.text.contains("<h1>\(problem.title)</h1>"))
    }

    // proves: http-2
    @Test(arguments: [
        ("GET", "/nowhere"), ("PUT", "/items"), ("GET", "/items?a=1"), ("POST", "/items"),
        ("GET", "/items/" + uuid(1)), ("DELETE", "/items/" + uuid(1)),
    ])
    func `is the target of a response's type`(method: String, target: String) throws {
        let client = APIWorld().client
        let problem = try #require(client.send(method, target).problem)

        let page = client.send("GET", problem.type)

        #expect(page.status == 200)
        #expect(page.text.contains("<h1>\(problem.title)</h1>"))
    }

    @Test(arguments: [
        "/problems", "/problems/", "/problems/nothing", "/problems/Invalid", "/problems/invalid/",
        "/problems/invali", "/problems/invalid.html", "/problems//invalid", "/problems/{name}",
    ])
    func `is 404 for any other name`(path: String) {
        for method in ["GET", "HEAD", "OPTIONS", "DELETE"] {
            #expect(APIWorld().client.send(method, path).status == 404, "\(method)")
        }
    }

    @Test func `has an ETag for conditional requests`() {
        let client = APIWorld().client
        let page = client.send("GET", "/problems/invalid")
        let tag = page["ETag"] ?? ""

        let again = client.send("GET", "/problems/invalid", ["If-None-Match": tag])
        let other = client.send("GET", "/problems/bad-json", ["If-None-Match": tag])
        let wanted = client.send("GET", "/problems/bad-json", ["If-Match": tag])
        let nonsense = client.send("GET", "/problems/invalid", ["If-None-Match": "nonsense"])

        #expect(tag.wholeMatch(of: /"[0-9a-f]{1,16}"/) != nil)
        #expect(again.status == 304)
        #expect(again["ETag"] == tag)
        #expect(again["Cache-Control"] == page["Cache-Control"])
        #expect(again["Content-Type"] == nil)
        #expect(other.status == 200)
        #expect(wanted.status == 412)
        #expect(wanted.problem?.revision == nil)
        #expect(nonsense.status == 400)
    }

    @Test(arguments: ["application/json", "text/html", "image/png"])
    func `is HTML for any Accept`(accept: String) {
        let response = APIWorld().client.send("GET", "/problems/invalid", ["Accept": accept])

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["Vary"] == nil)
    }

    @Test func `accepts no parameters`() {
        #expect(APIWorld().client.send("GET", "/problems/invalid?a=1").status == 400)
    }
}

@Suite struct `The catalogue of errors` {
    /// `UPDATE_REFERENCE=1 scripts/test --filter 'catalogue of errors'` rewrites it.
    @Test func `has the text of each problem's page and no other`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../docs/reference/errors.md")
            .standardized
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCE"] == "1" {
            try Data(catalogue.utf8).write(to: file)
        }

        let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)

        #expect(written == catalogue)
    }

    private let catalogue =
        """
        # Errors

        Every error is an object of type `application/problem+json` (RFC 9457). Programs tell \
        problems apart by `type`, which is also the path of a page with the words below. `title` and \
        `status` are the same for every problem of a type, `detail` is about the case at hand, and \
        `instance` is the request's `X-Request-Id`.

        """
        + ProblemKind.allCases.map { kind in
            """

            ## \(kind.entry.title)

            `/problems/\(kind.name)`, status \(kind.entry.status.rawValue)

            \(kind.page.meaning)

            *What you can do:* \(kind.page.remedy)

            """
        }.joined()
}
