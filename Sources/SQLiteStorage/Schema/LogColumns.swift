/// The columns of `log`, in the order in which they are selected and bound: columns of the entry,
/// of the item, and of its content, which are NULL unless the entry stores them.
enum LogColumns {
    static let names =
        [
            "entry", "owner", "previous", "revision", "changed_at", "written_by", "undoes",
            "sequence", "members", "done_at", "created_at", "id",
        ] + SQLiteContentColumn.names
    /// The columns of an entry that stores at most `done_at` of an item.
    static let short = Array(names[...Int(At.doneAt)])
    /// The columns of an entry whose image has no member of `details`, as most.
    static let withoutDetails = names.filter {
        !SQLiteContentColumn.namesInDetails.contains($0)
            || SQLiteContentColumn.namesInItems.contains($0)
    }
    /// The columns of an entry's image.
    static let image = Array(names[Int(At.image)...])

    enum At {
        static let entry: Int32 = 0
        static let owner: Int32 = 1
        static let previous: Int32 = 2
        static let revision: Int32 = 3
        static let changedAt: Int32 = 4
        static let writtenBy: Int32 = 5
        static let undoes: Int32 = 6
        static let sequence: Int32 = 7
        static let members: Int32 = 8
        static let doneAt: Int32 = 9
        static let createdAt: Int32 = 10
        static let id: Int32 = 11
        /// The first content column.
        static let content: Int32 = 12
        /// The first image column.
        static let image: Int32 = sequence
    }
}
