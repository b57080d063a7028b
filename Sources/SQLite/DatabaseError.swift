internal import CSQLite

/// What SQLite refused, with the SQL it refused but never the values that were bound to it.
///
/// A bound value is somebody's to-do item and has no business in a log.
@usableFromInline
package struct DatabaseError: Error, Sendable, Equatable {
    /// The extended result code, such as 2067 for a broken UNIQUE constraint.
    ///
    /// See sqlite.org/rescode.html.
    package let code: Int32

    /// SQLite's own sentence, in English.
    package let message: String

    /// The statement at fault, with its parameters unfilled; nil where none was being run.
    package let sql: String?

    /// An error as SQLite would report it, also for doubles that play a failing disk.
    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The family of the code: 19 for every broken constraint.
    ///
    /// An extended code keeps its primary one in the lowest eight bits (sqlite.org/rescode.html).
    package var primaryCode: Int32 { code & 0xff }

    /// The error that a call on `database` has just answered with `code`.
    ///
    /// sqlite3_errmsg() speaks of the most recent call that failed, and on a connection that was
    /// closed beneath its statements it answers only "misuse" (sqlite.org/c3ref/errcode.html). So
    /// its sentence is taken only when it belongs to `code`.
    static func last(code: Int32, database: OpaquePointer?, sql: String?) -> DatabaseError {
        let isItsOwn = unsafe database != nil && sqlite3_extended_errcode(database) == code
        let sentence = unsafe isItsOwn ? sqlite3_errmsg(database) : sqlite3_errstr(code)
        let message = unsafe sentence.map { text in unsafe String(cString: text) }
        return DatabaseError(code: code, message: message ?? "unknown error", sql: sql)
    }

    /// The error of a call that would have been wrong to pass on to SQLite.
    static func misuse(_ message: String, sql: String? = nil) -> DatabaseError {
        DatabaseError(code: SQLITE_MISUSE, message: message, sql: sql)
    }
}

extension DatabaseError: CustomStringConvertible {
    /// One line for the log; a long statement is cut off.
    @usableFromInline package var description: String {
        let sentence = DatabaseError.singleLine(message, limit: 300)
        guard let sql else { return "\(sentence) (SQLite \(code))" }
        return "\(sentence) (SQLite \(code)) in: \(DatabaseError.singleLine(sql, limit: 200))"
    }

    private static func singleLine(_ text: String, limit: Int) -> String {
        // One character more than fits tells whether anything is missing.
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
