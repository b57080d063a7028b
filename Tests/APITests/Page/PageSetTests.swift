import API
import TestSupport
import Testing

@Suite struct `A version of the page` {
    @Test func `has its files below one hash`() throws {
        let served = ServedPage(["app.css": "a", "view/list.js": "b"])

        let response = try served.file("view/list.js").get()

        #expect(response.text == "b")
        #expect(response["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(try served.document == "/page/\(served.hash)")
    }

    @Test(arguments: [
        "", "app.css", "/app.css", "HASH", "HASH/", "HASH/app", "HASH/app.css/", "HASHapp.css",
    ])
    func `has nothing at other paths`(path: String) throws {
        let served = ServedPage(["app.css": "a"])
        let bytes = Array(path.replacing("HASH", with: try served.hash).utf8)

        let resource = try served.current.resource(at: bytes.span)

        #expect(resource == nil)
    }

    @Test func `keeps its hash for any order of the files`() throws {
        let names = ["a.js", "b.js", "c.js"] + PageSet.templates
        let files = names.map { PageFile(name: $0, Array("\($0) %base%".utf8)) }

        let one = try #require(PageSet(files, PageSettings()))
        let other = try #require(PageSet(files.reversed(), PageSettings()))

        #expect(one.document.content == other.document.content)
    }

    @Test func `changes its hash with a file, a name, a template and a setting`() throws {
        var settings = PageSettings()
        settings.hasGeocoder = true
        let versions = [
            ServedPage(["a.js": "1"]), ServedPage(["a.js": "2"]), ServedPage(["b.js": "1"]),
            ServedPage(["a.js": "1", "b.js": ""]),
            ServedPage(["a.js": "1"], document: "%base% "),
            ServedPage(["a.js": "1"], settings: settings),
        ]

        let hashes = try versions.map { try $0.hash }

        #expect(Set(hashes).count == versions.count)
    }

    @Test(arguments: PageSet.templates) func `does not exist without a template`(missing: String) {
        let files = (PageSet.templates + ["app.js"]).filter { $0 != missing }
            .map { PageFile(name: $0, []) }

        #expect(PageSet(files, PageSettings()) == nil)
    }

    @Test func `preloads its modules, but not the scripts in its document`() throws {
        let served = ServedPage(
            ["main.js": "", "app/app.js": "", "view/list.js": "", "boot.js": "", "app.css": ""],
            document: "<!-- preload -->")

        let hash = try served.hash
        #expect(
            try served.document == """
                <link rel="modulepreload" href="/page/\(hash)/app/app.js">\
                <link rel="modulepreload" href="/page/\(hash)/view/list.js">
                """)
    }

    @Test func `lists the files that the worker caches`() throws {
        let files = ["app.css", "boot.js", "icons/icon.svg", "icons/icon.png"]
        let served = ServedPage(
            Dictionary(uniqueKeysWithValues: files.map { ($0, "") }), document: "%files%")

        #expect(try served.document == "app.css boot.js icons/icon.svg")
    }

    @Test func `is read again for each request when it comes from a folder`() throws {
        let count = Counter()
        let page = Page(PageSettings()) {
            let edit = count.next()
            return PageSet.templates.map { PageFile(name: $0, Array("edit \(edit)".utf8)) }
        }

        let first = try #require(page.current).document.get()
        let second = try #require(page.current).document.get()

        #expect(first.text == "edit 1")
        #expect(second.text == "edit 2")
        #expect(first["ETag"] != second["ETag"])
    }

    @Test func `does not exist while its folder cannot be read`() {
        #expect(Page(PageSettings()) { nil }.current == nil)
    }
}
