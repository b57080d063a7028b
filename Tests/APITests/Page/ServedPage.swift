import HTTP
import API
import TestSupport
import Testing

/// A page of a few files, and requests for its parts.
struct ServedPage {
    let page: Page

    /// The files by name, to which the three templates are added.
    init(
        _ files: [String: String] = [:], settings: PageSettings = PageSettings(),
        document: String = "%base%"
    ) {
        let templates = ["index.html": document, "sw.js": "%base%", "manifest.webmanifest": "{}"]
        let all = files.merging(templates) { own, _ in own }
        page = Page(settings) { all.map { PageFile(name: $0.key, Array($0.value.utf8)) } }
    }

    /// The page inside the program.
    init(embedded settings: PageSettings) {
        page = Page(settings)
    }

    var current: PageSet {
        get throws { try #require(page.current) }
    }

    /// The document's text.
    var document: String {
        get throws { String(decoding: try current.document.content, as: UTF8.self) }
    }

    /// A file of the current version by its name.
    func file(_ name: String) throws -> PageResource {
        let path = Array("\(try hash)/\(name)".utf8)
        let resource = try current.resource(at: path.span)
        return try #require(resource, "\(name)")
    }

    /// The version's hash, from the base at the start of the document.
    var hash: String {
        get throws {
            let worker = String(decoding: try current.worker.content, as: UTF8.self)
            let base = try #require(worker.firstMatch(of: /\/page\/([0-9a-f]{16})/))
            return String(base.output.1)
        }
    }
}

extension PageResource {
    /// The response to a GET with these lines of `Accept-Encoding`.
    func get(
        _ codings: String? = nil, isHead: Bool = false, isNotModified: Bool = false
    )
        -> TestResponse
    {
        let line = codings.map { "Accept-Encoding: \($0)\r\n" } ?? ""
        let bytes = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\(line)\r\n".utf8)
        var head = RequestHead()
        #expect(RequestParser().parse(bytes.span, into: &head) == .done)
        let nothing: [UInt8] = []
        let request = Request(head: head, bytes: bytes.span, body: nothing.span, id: .made(1))
        var response = ResponseWriter()
        var context = ResponseContext()
        context.isHead = isHead
        response.begin(context)
        write(in: coding(for: request), isNotModified: isNotModified, to: &response)
        return TestResponse([UInt8](copying: response.out))
    }
}
