/// The state of a store's file.
public enum FileState: Hashable, Sendable {
    /// The file could be read.
    case intact
    /// Parts of the file could not be read. The store goes on with the rest; the next sync fetches the
    /// server's part of it. `copy` is the name of the copy of the damaged file that was kept.
    case damaged(copy: String?)
    /// The file cannot be opened now. Each use of the store tries again.
    case unavailable(StoreError)
}
