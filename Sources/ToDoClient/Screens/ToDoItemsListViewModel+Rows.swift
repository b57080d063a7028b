#if canImport(Observation)
@available(iOS 17, macOS 14, *)
extension ToDoItemsListViewModel {
    /// The rows of a section, in order.
    public struct Rows: RandomAccessCollection {
        let items: [ToDoItem]
        let row: (ToDoItem) -> Row

        /// The index of the first row: 0.
        public var startIndex: Int { items.startIndex }
        /// The index after the last row: their number.
        public var endIndex: Int { items.endIndex }

        /// The row at an index.
        public subscript(index: Int) -> Row { row(items[index]) }
    }
}
#endif
