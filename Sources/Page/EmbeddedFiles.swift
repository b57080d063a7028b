import CPage
import HTTP

/// A form of a file inside the program.
struct EmbeddedForm: Equatable, Sendable {
    /// The file's index in the table of `page.c`.
    fileprivate let file: Int
    fileprivate let form: toodoo_page_form

    /// All bytes: read-only data, which the system loads as it is used.
    var bytes: Span<UInt8> {
        @_lifetime(immortal)
        get {
            guard let start = unsafe toodoo_page_bytes(file, form) else { return Span() }
            let bytes = unsafe Span(_unsafeStart: start, count: toodoo_page_size(file, form))
            // They are a constant of the program, so they outlive every use.
            return unsafe _overrideLifetime(bytes, copying: ())
        }
    }
}

/// The files inside the program.
enum EmbeddedFiles {
    /// All of them, with the fingerprints of their contents.
    static func all() -> [PageFile] {
        (0..<toodoo_page_count()).map { index in
            PageFile(
                name: unsafe String(cString: toodoo_page_name(index)),
                plain: PageBytes(EmbeddedForm(file: index, form: toodoo_page_plain)),
                brotli: form(toodoo_page_brotli, of: index),
                gzip: form(toodoo_page_gzip, of: index))
        }
    }

    private static func form(_ form: toodoo_page_form, of file: Int) -> PageBytes? {
        guard toodoo_page_size(file, form) > 0 else { return nil }
        return PageBytes(EmbeddedForm(file: file, form: form))
    }
}
