import ToDoClient

/// The open store of a command, with the related files.
struct OpenItems: Sendable {
    let store: ToDoItemStore
    let storeLocation: StoreLocation
    /// The account that is signed in; nil without an account.
    let email: String?
    /// The lock that shows a waiting process, held until this process has used the store.
    let waitLock: FileLock?

    /// The items now.
    var snapshot: ToDoItemSnapshot { store.snapshot }
}
