import CPostgres
import Glibc

/// Texts that go to libpq, and that come from it.
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

    @unsafe
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies.map { unsafe UnsafePointer($0) } + [nil])
    }

    /// libpq's message in one line.
    @unsafe
    static func message(
        _ handle: OpaquePointer, _ functions: cpostgres_functions
    ) -> String {
        guard let text = unsafe functions.errorMessage(handle) else { return "" }
        let lines = unsafe String(cString: text).split(separator: "\n").map { line in
            line.drop { $0 == "\t" || $0 == " " }
        }
        return lines.joined(separator: "; ")
    }
}
