import APITestSupport
import Foundation
import TestSupport
import Testing

@Suite struct `The page of the program` {
    // proves: http-7
    @Test func `is served with all its parts, each in the requested coding`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }

        let page = try server.send("GET", "/?from=a+bookmark")
        let paths = page.text.matches(of: /"(\/page\/[^"]+)"/).map { String($0.output.1) }
        let worker = try server.send("GET", "/sw.js")
        let manifest = try server.send("GET", "/manifest.webmanifest")
        // The description has no paths with more segments, such as those of icons.
        let client = TestClient(port: server.port, isChecked: false)
        let plain = paths.map { client.send("GET", $0) }
        let packed = try paths.map { try get(server, $0, "Accept-Encoding: gzip, br\r\n") }

        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(worker["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(manifest["Content-Type"] == "application/manifest+json")
        #expect(paths.count >= 5)
        #expect(plain.allSatisfy { $0.status == 200 })
        for (path, (plain, packed)) in zip(paths, zip(plain, packed)) {
            #expect(path.hasSuffix(".png") || packed["Content-Encoding"] == "br", "\(path)")
            #expect(path.hasSuffix(".png") || packed.body.count < plain.body.count, "\(path)")
        }
    }

    @Test func `contains the server's settings, and has another address for other settings`() throws
    {
        let folder = try TemporaryFolder()
        let tiles = "https://tiles.example.org/{z}/{x}/{y}.png"
        let plain = try RunningServer(database: folder.file("a.sqlite"))
        let other = try RunningServer(
            database: folder.file("b.sqlite"), arguments: ["--auth", "on", "--tiles", tiles])
        defer {
            _ = try? plain.stop()
            _ = try? other.stop()
        }

        let one = try plain.send("GET", "/")
        let two = try other.send("GET", "/")

        #expect(one.text.contains(#"<meta name="toodoo" content="">"#))
        #expect(two.text.contains(#"content="accounts sign-up tiles=\#(tiles)">"#))
        #expect(two["Content-Security-Policy"]?.contains("https://tiles.example.org;") == true)
        #expect(one["ETag"] != two["ETag"])
    }

    @Test func `is mentioned at the start`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }

        let lines = try (1...3).map { _ in try server.program.errorLine() }

        let address = "http://127.0.0.1:\(server.port)/"
        #expect(lines[2].hasSuffix(" info: for browsers: a to-do list at \(address)"))
    }

    @Test func `is absent with --page off`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--page", "off"])
        defer { _ = try? server.stop() }

        for path in ["/", "/sw.js", "/manifest.webmanifest"] {
            #expect(try server.send("GET", path).status == 404, "\(path)")
        }
        #expect(try server.send("GET", "/items").status == 200)
        #expect(try !server.stop().error.contains("for browsers"))
    }

    @Test func `is read from a folder for each request`() throws {
        let folder = try TemporaryFolder()
        try fill(folder, "index.html", "1 %base%")
        let server = try RunningServer(
            database: folder.file("items.sqlite"), arguments: ["--page", folder.file("web")])
        defer { _ = try? server.stop() }

        let first = try server.send("GET", "/").text
        try write("let a = 2", to: folder.file("web/app.js"))
        let second = try server.send("GET", "/").text
        let file = try server.send("GET", String(second.dropFirst(2)) + "/app.js")
        let gone = try server.send("GET", String(first.dropFirst(2)) + "/app.js")

        #expect(first.hasPrefix("1 /page/"))
        #expect(first != second)
        #expect(file.text == "let a = 2")
        #expect(gone.status == 404)
    }

    @Test func `of a folder is absent while the folder cannot be read`() throws {
        let folder = try TemporaryFolder()
        try fill(folder, "index.html", "")
        let server = try RunningServer(
            database: folder.file("items.sqlite"),
            arguments: ["--page", folder.file("web"), "--log", "off"])
        try FileManager.default.removeItem(atPath: folder.file("web"))

        let response = try server.send("GET", "/")
        let ending = try server.stop()

        #expect(response.status == 404)
        #expect(ending.error.contains("\(folder.file("web")): No such file or directory\n"))
    }

    // proves: operation-1
    @Test func `stops the start if its folder contains none`() throws {
        let folder = try TemporaryFolder()
        let web = folder.file("web")
        let missing = try Program(["serve", "--page", web]).refusal()
        try fill(folder, "index.html", "")
        try FileManager.default.removeItem(atPath: folder.file("web/sw.js"))
        let partial = try Program(["serve", "--page", web]).refusal()

        #expect(missing == .failure(64, "\(web): No such file or directory"))
        #expect(partial == .failure(64, "--page names a folder without sw.js: \(web)"))
    }

    private func get(
        _ server: RunningServer, _ path: String, _ lines: String
    ) throws
        -> TestResponse
    {
        let client = try WireClient(port: server.port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
        return try client.answer()
    }

    /// Creates a page in the folder `web`; one of its files has this text.
    private func fill(_ folder: TemporaryFolder, _ name: String, _ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("web/view"), withIntermediateDirectories: true)
        for file in ["index.html", "sw.js", "manifest.webmanifest", "view/list.js"] {
            try write(file == name ? text : "", to: folder.file("web/\(file)"))
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
