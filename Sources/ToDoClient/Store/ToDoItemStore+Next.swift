public import Foundation

extension ToDoItemStore {
    /// The item that the server has made because this store completed a repeating one.
    ///
    /// Nil until it has arrived, after the sync that sent the completion. Also nil if the series
    /// has ended.
    public func next(after id: ToDoItem.ID) throws(StoreError) -> ToDoItem? {
        try withOpenState { state throws(StoreError) in
            state.replica.next(after: id).flatMap(state.replica.shown)
        }
    }
}
