package import API

extension Page {
    /// A page of five files.
    package static let example = Page(PageSettings()) {
        [
            PageFile(name: "index.html", Array("<title>%base%</title>".utf8)),
            PageFile(name: "sw.js", Array("const base = '%base%';".utf8)),
            PageFile(name: "manifest.webmanifest", Array("{}".utf8)),
            PageFile(name: "boot.js", Array("const here = true;".utf8)),
            PageFile(name: "view/list.js", Array("export const list = [];".utf8)),
        ]
    }

    /// The hash of `example`.
    package static var exampleHash: String {
        let page = String(decoding: example.current?.document.content ?? [], as: UTF8.self)
        return page.split(separator: "/page/").last.map { "\($0.prefix(16))" } ?? ""
    }
}

/// The address of a file of `Page.example`.
package let examplePageFile = "/page/\(Page.exampleHash)/boot.js"
