import CEmbedded
import HTTP

/// A form of a file inside the program.
struct EmbeddedForm: Equatable, Sendable {
    /// `openapi.yaml`, the same in JSON, and as a page for people.
    static let yaml = EmbeddedForm(file: Int(toodoo_openapi_yaml.rawValue), form: toodoo_plain)
    static let json = EmbeddedForm(file: Int(toodoo_openapi_json.rawValue), form: toodoo_plain)
    static let reference = EmbeddedForm(
        file: Int(toodoo_openapi_page.rawValue), form: toodoo_plain)

    /// The file's index in the table of `embedded.c`.
    fileprivate let file: Int
    fileprivate let form: toodoo_form

    /// All bytes: read-only data, which the system loads on use.
    var bytes: Span<UInt8> {
        @_lifetime(immortal)
        get {
            guard let start = unsafe toodoo_file_bytes(file, form) else { return Span() }
            let bytes = unsafe Span(_unsafeStart: start, count: toodoo_file_size(file, form))
            // The bytes are a constant of the program, so they outlive every use.
            return unsafe _overrideLifetime(bytes, copying: ())
        }
    }
}

/// The files of the page inside the program.
enum EmbeddedFiles {
    /// All of them, with the fingerprints of their contents.
    static func all() -> [PageFile] {
        (Int(toodoo_page_begin.rawValue)..<toodoo_file_count()).map { index in
            PageFile(
                name: unsafe String(cString: toodoo_file_name(index)),
                plain: PageBytes(EmbeddedForm(file: index, form: toodoo_plain)),
                brotli: form(toodoo_brotli, of: index),
                gzip: form(toodoo_gzip, of: index))
        }
    }

    private static func form(_ form: toodoo_form, of file: Int) -> PageBytes? {
        guard toodoo_file_size(file, form) > 0 else { return nil }
        return PageBytes(EmbeddedForm(file: file, form: form))
    }
}
