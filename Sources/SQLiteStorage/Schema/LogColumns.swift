/// The columns of `log` in the order in which they are listed and bound: those of the entry, those
/// of the item, and of the latter the content, each of which is NULL unless the entry keeps it.
enum LogColumns {
    static let names =
        [
            "entry", "owner", "previous", "revision", "changed_at", "sequence", "members",
            "done_at",
            "created_at", "id",
        ] + ContentColumn.names
    /// Those of an entry that keeps no more of an item than since when it is done.
    static let short = Array(names[...Int(At.doneAt)])
    /// Those of an entry's image.
    static let image = Array(names[Int(At.image)...])

    enum At {
        static let entry: Int32 = 0
        static let owner: Int32 = 1
        static let previous: Int32 = 2
        static let revision: Int32 = 3
        static let changedAt: Int32 = 4
        static let sequence: Int32 = 5
        static let members: Int32 = 6
        static let doneAt: Int32 = 7
        static let createdAt: Int32 = 8
        static let id: Int32 = 9
        /// The first of the content.
        static let content: Int32 = 10
        /// The first of the image.
        static let image: Int32 = sequence
    }
}
