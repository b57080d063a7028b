import Accounts
import SQLite

/// Checks that every account is found by its email: `email_key` must be the folded address.
struct EmailCheck {
    static let description = "an account is found by its email"

    let session: any StorageSession

    /// The number of violations, and the first one.
    func violations() throws(DatabaseError) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        var all = try session.prepare("SELECT owner, email, email_key FROM accounts")
        while try session.step(&all) {
            let key = all.blob(at: 2)
            let folded = Email(stored: all.string(at: 1)).key
            let isSame =
                folded.count == key.count && folded.indices.allSatisfy { folded[$0] == key[$0] }
            guard !isSame else { continue }
            if count == 0 { example = "owner \(all.integer(at: 0))" }
            count += 1
        }
        return (count, example)
    }
}
