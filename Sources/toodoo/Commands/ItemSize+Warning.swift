import Accounts
import Items

extension ItemSize {
    /// The warning that an import or a copy leaves an account beyond the default quota of a server;
    /// nil within it.
    func quotaWarning(of email: Email?) -> String? {
        let limit = ItemSize.ownerLimit
        guard count > limit.count || bytes > limit.bytes else { return nil }
        let owner = email.map(\.text) ?? "the owner without an account"
        let (size, option) =
            count > limit.count
            ? ("\(count) items", "--owner-count \(limit.count)")
            : ("\(bytes) bytes of items", "--owner-items \(limit.bytes)")
        return "\(owner) now has \(size); "
            + "a server with the default \(option) refuses to add to them"
    }
}
