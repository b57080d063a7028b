package import Items

/// Imports many items, all or none, in memory that does not grow with them: `stage` for each of
/// them, and then `commit`.
package protocol ItemImporting: AnyObject {
    /// The number of staged items, the last ones, whose ids are still to be compared with others.
    var uncomparedItems: Int { get }
    /// Stages an item for the commit.
    func stage(_ item: NewItem) throws(StagingFailure)
    /// Compares the ids of all staged items.
    func finishStaging() throws(StagingFailure)
    /// Writes all staged items as one write, or counts them; `progress` receives the number so far.
    func commit(
        _ mode: ItemImport.Mode, progress: (Int) -> Void
    ) throws(WriteFailure) -> ItemImport.Counts
}

/// The reason why items cannot be staged.
package enum StagingFailure: Error, Equatable, Sendable {
    /// An item, counted from 0 among the uncompared ones, has the id of an earlier one.
    case repeatedID(Int)
    case storage(StorageFailure)
}
