public import Foundation

/// The failure of a call of a store. A write that throws has changed nothing.
public enum StoreError: Error, Hashable, Sendable {
    /// The item violates limits of the server; all violations.
    case invalid([ItemFault])
    /// An item with this id exists already.
    case alreadyExists(ToDoItem.ID)
    /// No item has this id.
    case noSuchItem(ToDoItem.ID)
    /// The data is not an array of items.
    case notASaveFile
    /// The store's file is open already, in this process or another one.
    case inUse
    /// The store was closed.
    case closed
    /// The system refused to read or write the file, for this reason.
    case disk(String)

    init(disk error: any Error) {
        if error is PersistentDataStore.InUse {
            self = .inUse
        } else if let path = (error as? CocoaError)?.filePath {
            self = .disk("\(path): \(error.plainReason)")
        } else {
            self = .disk(error.plainReason)
        }
    }
}
