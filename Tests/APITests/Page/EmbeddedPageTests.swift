import Foundation
import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `The embedded page` {
    private let files = EmbeddedFiles.all()

    // proves: http-7
    @Test func `equals web as it was last packed`() throws {
        let web = try packedFiles()

        #expect(files.map(\.name).sorted() == web.keys.sorted(), "embedded.c lists others")
        for file in files {
            let own = PageFile(name: file.name, web[file.name] ?? [])
            let plain = [UInt8](copying: file.plain.span)
            #expect(plain == web[file.name], "\(file.name)")
            #expect(file.fingerprint == own.fingerprint, "\(file.name)")
        }
    }

    @Test func `has compressed forms of all text`() {
        for file in files where !PageSet.templates.contains(file.name) {
            let isText = !file.name.hasSuffix(".png")
            let plain = file.plain.span.count

            let brotli = file.brotli.map { $0.span.count } ?? .max
            let gzip = file.gzip.map { $0.span.count } ?? .max

            #expect((brotli < plain) == isText, "\(file.name)")
            #expect((gzip < plain) == isText, "\(file.name)")
        }
    }

    @Test(arguments: [
        (nil, nil), ("br", "br"), ("gzip", "gzip"), ("gzip, br", "br"), ("br;q=0.1, gzip", "gzip"),
        ("zstd", nil),
    ])
    func `is sent in the client's preferred coding`(accept: String?, coding: String?) throws {
        let file = try ServedPage(embedded: PageSettings()).file("main.js")
        let plain = file.get()

        let response = file.get(accept)

        #expect(response["Content-Encoding"] == coding)
        #expect(response["Vary"] == "Accept-Encoding")
        #expect(response["Content-Length"] == "\(response.body.count)")
        #expect((response["ETag"] == plain["ETag"]) == (coding == nil))
        #expect((response.body == plain.body) == (coding == nil))
        if coding == "gzip" { #expect(response.body.starts(with: [0x1F, 0x8B])) }
    }

    @Test func `has a hash that depends on its settings`() throws {
        var settings = PageSettings()
        settings.hasAccounts = true

        let plain = ServedPage(embedded: PageSettings())
        let other = ServedPage(embedded: settings)

        #expect(try plain.hash != other.hash)
        #expect(try other.document.contains(#"<meta name="toodoo" content="accounts">"#))
    }

    @Test func `is filled in completely`() throws {
        let set = try ServedPage(embedded: PageSettings()).current

        for part in [set.document, set.worker, set.manifest] {
            let text = String(decoding: part.content, as: UTF8.self)
            #expect(!text.contains(/%[a-z]+%|<!-- preload -->/))
        }
    }

    @Test func `has no empty line, where a placeholder is filled in with nothing either`() throws {
        let set = try ServedPage(embedded: PageSettings()).current

        let text = String(decoding: set.document.content, as: UTF8.self)
        #expect(!text.contains(/\n\s*\n/))
    }

    @Test func `contains every file that it refers to`() throws {
        let served = ServedPage(embedded: PageSettings())
        let set = try served.current

        for part in [set.document, set.manifest] {
            let text = String(decoding: part.content, as: UTF8.self)
            for match in text.matches(of: /"\/page\/([^"]+)"/) {
                let path = Array(match.output.1.utf8)
                let resource = set.resource(at: path.span)
                #expect(resource != nil, "\(match.output.1)")
            }
        }
    }

    private func packedFiles() throws -> [String: [UInt8]] {
        let web = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../web/packed").standardized.path
        let names = try #require(FileManager.default.enumerator(atPath: web))
        var files: [String: [UInt8]] = [:]
        for case let name as String in names where PageFile.mediaType(of: name) != nil {
            files[name] = [UInt8](try Data(contentsOf: URL(filePath: "\(web)/\(name)")))
        }
        return files
    }
}
