internal import CSQLite

/// An error of SQLite, with the SQL but never with its bound values.
///
/// Bound values are users' items and must not be logged.
@usableFromInline
package struct DatabaseError: Error, Sendable, Equatable {
    /// The extended result code, such as 2067 for a violated UNIQUE constraint.
    ///
    /// See sqlite.org/rescode.html.
    package let code: Int32

    /// SQLite's message, in English.
    package let message: String

    /// The failing statement, without bound values; nil if none was running.
    package let sql: String?

    /// An error as SQLite reports it; also for test doubles.
    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The primary result code, such as 19 for every violated constraint.
    ///
    /// It is the lowest eight bits of the extended code (sqlite.org/rescode.html).
    package var primaryCode: Int32 { code & 0xff }

    /// The error of a call on `database` that returned `code`.
    ///
    /// sqlite3_errmsg() describes the last failed call. On a closed connection with open statements
    /// it returns only "misuse" (sqlite.org/c3ref/errcode.html). So its message is used only if it
    /// belongs to `code`.
    static func last(code: Int32, database: OpaquePointer?, sql: String?) -> DatabaseError {
        let isItsOwn = unsafe database != nil && sqlite3_extended_errcode(database) == code
        let sentence = unsafe isItsOwn ? sqlite3_errmsg(database) : sqlite3_errstr(code)
        let message = unsafe sentence.map { text in unsafe String(cString: text) }
        return DatabaseError(code: code, message: message ?? "unknown error", sql: sql)
    }

    /// The error of a call that must not reach SQLite.
    static func misuse(_ message: String, sql: String? = nil) -> DatabaseError {
        DatabaseError(code: SQLITE_MISUSE, message: message, sql: sql)
    }
}

extension DatabaseError: CustomStringConvertible {
    /// One line for the log; long statements are truncated.
    @usableFromInline package var description: String {
        let sentence = DatabaseError.singleLine(message, limit: 300)
        guard let sql else { return "\(sentence) (SQLite \(code))" }
        return "\(sentence) (SQLite \(code)) in: \(DatabaseError.singleLine(sql, limit: 200))"
    }

    private static func singleLine(_ text: String, limit: Int) -> String {
        // One character beyond the limit shows that the text is truncated.
        var characters: [Character] = []
        for character in text where characters.count <= limit {
            let isBlank = character.isWhitespace || character.isControl
            if !isBlank {
                characters.append(character)
            } else if let last = characters.last, last != " " {
                characters.append(" ")
            }
        }
        guard characters.count > limit else { return String(characters).trimmed }
        return String(characters.prefix(limit)) + "…"
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
