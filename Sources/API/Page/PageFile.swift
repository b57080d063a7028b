import HTTP

/// A file of the page in its available forms.
package struct PageFile: Sendable {
    /// The path below web/, such as `view/list.js`.
    package let name: String
    /// Hash of the plain form, as hexadecimal digits.
    package let fingerprint: [UInt8]
    let plain: PageBytes
    /// Nil unless it is smaller than the plain form.
    let brotli: PageBytes?
    let gzip: PageBytes?

    /// A file with forms that were made before.
    init(name: String, plain: PageBytes, brotli: PageBytes?, gzip: PageBytes?) {
        var fingerprint = Fingerprint()
        fingerprint.add(plain.span)
        self.name = name
        self.fingerprint = fingerprint.text
        self.plain = plain
        self.brotli = brotli
        self.gzip = gzip
    }

    /// A file in its plain form alone.
    package init(name: String, _ content: [UInt8]) {
        self.init(name: name, plain: PageBytes(content), brotli: nil, gzip: nil)
    }

    /// The media type by the end of a name; nil for files that are not part of a page.
    package static func mediaType(of name: String) -> StaticString? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return switch name[dot...] {
        case ".js": "text/javascript; charset=utf-8"
        case ".css": "text/css; charset=utf-8"
        case ".html": "text/html; charset=utf-8"
        case ".webmanifest": "application/manifest+json"
        case ".svg": "image/svg+xml"
        case ".png": "image/png"
        default: nil
        }
    }
}
