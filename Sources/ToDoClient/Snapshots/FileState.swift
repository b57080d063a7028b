/// The state of a store's file.
public enum FileState: Hashable, Sendable {
    /// The file could be read.
    case intact
    /// Parts of the file could not be read. The store continues with the rest; the next sync
    /// fetches the server's items. `copy` is the name of the copy that was kept of the damaged
    /// file.
    case damaged(copy: String?)
    /// The file cannot be opened at the moment. Each use of the store tries again.
    case unavailable(StoreError)
}
