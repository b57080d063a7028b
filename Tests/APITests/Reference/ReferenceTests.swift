import APITestSupport
import Accounts
import FoundationEssentials
import HTTP
import Items
import TestSupport
import Testing

@testable import API

/// `UPDATE_REFERENCE=1 scripts/test --filter 'openapi.yaml in other forms'` rewrites the files.
/// The next build embeds two of them, and only then are the responses compared.
@Suite struct `openapi.yaml in other forms` {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    private let document: Node

    init() throws {
        document = try Description.served.get().document
    }

    @Test func `is the same in JSON`() throws {
        guard try isUnchanged("Sources/CEmbedded/openapi.json", document.json(lines: 3) + "\n")
        else { return }

        let response = APIWorld().client.send("GET", "/openapi.json")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "no-cache")
        #expect(try Node(json: response.body) == document)
    }

    @Test func `is a page with every operation, schema and problem`() throws {
        let text = APIWorld().client.send("GET", "/openapi.yaml").text
        let page = ReferencePage.page(of: document, text)
        guard try isUnchanged("Sources/CEmbedded/reference.html", page) else { return }

        let response = APIWorld().client.send("GET", "/docs")

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        for route in Route.all {
            for (method, _) in route.operations {
                let name = "\(method.name) \(route.path)"
                #expect(response.text.contains("<code>\(name)</code></h3>"), "\(name)")
            }
        }
        for kind in ProblemKind.allCases {
            #expect(response.text.contains("href=\"/problems/\(kind.name)\""))
        }
        for name in (document["components"]?["schemas"]?.members ?? [:]).keys {
            #expect(response.text.contains("id=\"schema-\(name)\""))
        }
    }

    @Test func `is a list of requests in the documents`() throws {
        let text = APIWorld().client.send("GET", "/openapi.yaml").text

        let page = ReferencePage.requests(of: document, text)

        #expect(page.matches(of: /(?m)^\| `[A-Z]+ \//).count > 40)
        _ = try isUnchanged("docs/reference/requests.md", page)
    }

    @Test func `is a page without subresources whose links all resolve`() {
        let page = APIWorld().client.send("GET", "/docs").text

        let targets = page.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
        let ids = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }

        for word in ["<script", "src=", "<link", "<img", "@import", "url(", "style=\"", "onclick"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.utf8.count <= 200_000)
        #expect(ids.count == Set(ids).count)
        #expect(targets.count > 200)
        for target in Set(targets) where target.hasPrefix("#") {
            #expect(ids.contains(String(target.dropFirst())), "\(target)")
        }
        for target in Set(targets) where !target.hasPrefix("#") {
            #expect(APIWorld().client.send("GET", target).status == 200, "\(target)")
        }
    }

    @Test func `has an ETag for conditional requests`() {
        let client = APIWorld().client
        let tag = client.send("GET", "/docs")["ETag"] ?? ""

        let again = client.send("GET", "/docs", ["If-None-Match": tag])
        let other = client.send("GET", "/docs", ["If-Match": "\"0\""])

        #expect(again.status == 304)
        #expect(again["ETag"] == tag)
        #expect(again["Cache-Control"] == "no-cache")
        #expect(other.status == 412)
    }

    @Test(arguments: ["/docs", "/problems/invalid"])
    func `has a content security policy for its own style only`(path: String) throws {
        let style = ReferencePage.style
        let digest = SHA256.digest(Array(style.utf8).span).bytes
        let hash = Data(digest).base64EncodedString()

        let response = APIWorld().client.send("GET", path)

        #expect(APIWorld().client.send("GET", "/docs").text.contains("<style>\(style)</style>"))
        #expect(
            response["Content-Security-Policy"] == """
                default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; \
                form-action 'none'; frame-ancestors 'none'
                """)
        #expect(response["Referrer-Policy"] == "no-referrer")
    }

    @Test(arguments: ["/docs", "/openapi.json"]) func `accepts no parameters`(path: String) {
        #expect(APIWorld().client.send("GET", path + "?a=1").status == 400)
    }

    /// Compares a file with its expected content; false if it was written instead.
    private func isUnchanged(_ name: String, _ content: String) throws -> Bool {
        let file = Self.root.appending(path: name)
        let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        if written != content, ProcessInfo.processInfo.environment["UPDATE_REFERENCE"] == "1" {
            try Data(content.utf8).write(to: file)
            print("\(name) is written.")
            return false
        }
        #expect(written == content, "\(name)")
        return true
    }
}
