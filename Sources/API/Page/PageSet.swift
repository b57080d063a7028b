import HTTP

/// One version of the page: all files, filled in for one server.
///
/// Every file but three has an address below `/page/HASH/`. The hash covers all files, the settings
/// and the policy, so that versions never mix and a changed setting is a new version.
package final class PageSet: Sendable {
    /// The page itself, `/`.
    package let document: PageResource
    /// The service worker, `/sw.js`.
    package let worker: PageResource
    /// The web app manifest, `/manifest.webmanifest`.
    package let manifest: PageResource
    /// `HASH/`, which begins the names below `/page/`.
    private let prefix: [UInt8]
    private let resources: [(name: [UInt8], resource: PageResource)]

    /// The names of the files that are filled in and have addresses of their own.
    package static let templates = ["index.html", "sw.js", "manifest.webmanifest"]

    /// The version of these files, in any order; nil if one of the three templates is missing.
    package init?(_ files: [PageFile], _ settings: PageSettings) {
        let files = files.sorted { $0.name < $1.name }
        let templates = Self.templates.compactMap { name in files.first { $0.name == name } }
        guard templates.count == Self.templates.count else { return nil }
        let others = files.filter { !Self.templates.contains($0.name) }

        let fields = PageFields(settings)
        let hash = Self.hash(files, settings, fields)
        let base = Array("/page/".utf8) + hash
        prefix = hash + [UInt8(ascii: "/")]
        let values: [(placeholder: StaticString, value: [UInt8])] = [
            ("%base%", base),
            ("%settings%", Self.escaped(settings.text)),
            ("%files%", Self.cached(others)),
            ("<!-- preload -->", Self.preloads(others, base)),
        ]
        let filled = templates.map { file in
            PageResource(
                PageFile(name: file.name, Template.fill(file.plain.span, values)),
                .revalidated, fields)
        }
        (document, worker, manifest) = (filled[0], filled[1], filled[2])
        resources = others.map { (Array($0.name.utf8), PageResource($0, .immutable, fields)) }
    }

    /// The file of this version at an address below `/page/`.
    package func resource(at path: Span<UInt8>) -> PageResource? {
        let prefix = prefix
        guard path.extracting(first: prefix.count).equals(prefix.span) else { return nil }
        let name = path.extracting(min(prefix.count, path.count)...)
        for (known, resource) in resources {
            if name.equals(known.span) { return resource }
        }
        return nil
    }

    /// The hash of the version, as hexadecimal digits.
    ///
    /// The policy is part of it, because a cached file keeps the policy that it came with.
    private static func hash(
        _ files: [PageFile], _ settings: PageSettings, _ fields: PageFields
    ) -> [UInt8] {
        var hash = Fingerprint()
        for file in files {
            let line = Array(file.name.utf8) + [0] + file.fingerprint
            hash.add(line.span)
        }
        let words = Array(settings.text.utf8)
        hash.add(words.span)
        hash.add(fields.policy.span)
        return hash.text
    }

    /// The files that the service worker caches for offline use: all but pictures, which the system
    /// fetches when the page is installed.
    private static func cached(_ files: [PageFile]) -> [UInt8] {
        let names = files.map(\.name).filter { !$0.hasSuffix(".png") }
        return Array(names.joined(separator: " ").utf8)
    }

    /// An element for each module, so that the browser fetches all at once and not import by
    /// import; none for a packed page, whose modules are one file.
    private static func preloads(_ files: [PageFile], _ base: [UInt8]) -> [UInt8] {
        let base = String(decoding: base, as: UTF8.self)
        // Those that the document itself names.
        let named = ["boot.js", "main.js"]
        let modules = files.map(\.name).filter { $0.hasSuffix(".js") && !named.contains($0) }
        let links = modules.map { "<link rel=\"modulepreload\" href=\"\(base)/\($0)\">" }
        return Array(links.joined().utf8)
    }

    /// Text for an attribute in double quotes.
    private static func escaped(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return Template.fill(
            bytes.span, [("&", Array("&amp;".utf8)), ("\"", Array("&quot;".utf8))])
    }
}
