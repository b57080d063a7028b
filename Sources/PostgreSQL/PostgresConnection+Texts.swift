import CPostgres
import Glibc

/// Texts to and from libpq.
extension PostgresConnection {
    @unsafe
    static func connect(
        _ names: [String], _ values: [String], _ functions: cpostgres_functions
    ) -> OpaquePointer? {
        unsafe withCStrings(names) { names in
            unsafe withCStrings(values) { values in
                unsafe functions.connectdbParams(names, values, 1)
            }
        }
    }

    /// Whether libpq can read a URL.
    @unsafe
    static func isReadable(_ url: String, _ functions: cpostgres_functions) -> Bool {
        guard let settings = unsafe functions.conninfoParse(url, nil) else { return false }
        unsafe functions.conninfoFree(settings)
        return true
    }

    @unsafe
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies.map { unsafe UnsafePointer($0) } + [nil])
    }

    /// libpq's message in one line, without its hints, which begin with a tab.
    @unsafe
    static func message(
        _ handle: OpaquePointer, _ functions: cpostgres_functions
    ) -> String {
        guard let text = unsafe functions.errorMessage(handle) else { return "" }
        let lines = unsafe String(cString: text).split(separator: "\n").filter {
            !$0.hasPrefix("\t")
        }
        return lines.joined(separator: "; ")
    }
}
