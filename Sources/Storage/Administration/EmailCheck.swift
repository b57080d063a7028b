import Accounts

/// Checks that every account is found by its email. SQL cannot, because the case folding is this
/// program's.
package enum EmailCheck {
    package static let description = "an account is found by its email"

    /// The number of violations, and the first one. A transaction is open.
    package static func violations<Session: DatabaseSession>(
        _ session: Session
    ) throws(Session.Failure) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        try session.read("SELECT owner, email, email_key FROM accounts ORDER BY owner") {
            row throws(Session.Failure) in
            guard Email(stored: try row.text(1)).key != (try row.bytes(2)) else { return true }
            if count == 0 { example = "owner \(try row.integer(0))" }
            count += 1
            return true
        }
        return (count, example)
    }
}
