// The import of a file: like adding its items, but its result counts them and has only the first,
// and a preview writes nothing.

extension WriteRules {
    /// Adds the items whose ids are new. With `replacing`, an item that exists gets the content of
    /// the file, which completes nothing, and keeps its place in the order by hand if the file has
    /// none.
    mutating func importItems(
        _ items: [NewItem], replacing: Bool, isPreview: Bool
    ) throws(StorageFailure) -> Decision {
        let onConflict = replacing ? ItemWrite.OnConflict.replace : .skip
        let mode = ItemImport.Mode(
            isReplacing: replacing, keepsPositions: true, isPreview: isPreview)
        // By index: iterating would copy each item with its texts.
        var found: [ToDoItem?] = []
        found.reserveCapacity(items.count)
        for index in items.indices { found.append(try transaction.find(items[index].id)) }
        let unknown = unknownTimeZones(of: items, found)
        guard unknown.isEmpty else { return .failure(.unknownTimeZones(unknown)) }
        guard conditions.hold(for: currentRevision) else {
            return .failure(.conditionFailed(revision: currentRevision))
        }
        if let refusal = try quotaFailure(of: items, found, onConflict) {
            return .failure(refusal)
        }
        var result = ImportResult()
        for index in items.indices {
            let entry: ImportResult.Entry
            switch found[index] {
            case let old?:
                guard let content = mode.change(of: old, to: items[index]) else {
                    result.unchanged += 1
                    entry = .stored(old)
                    break
                }
                result.changed += 1
                entry =
                    isPreview
                    ? .planned(NewItem(id: old.id, content: content))
                    : .stored(try replace(old, Change(to: content)))
            case nil:
                result.new += 1
                entry =
                    isPreview
                    ? .planned(items[index])
                    : .stored(try insert(items[index].id, items[index].content))
            }
            if result.entries.count < ImportResult.maximumEntries { result.entries.append(entry) }
        }
        let changed = !isPreview && result.new + result.changed > 0
        return .success(Done(.imported(result), changed: changed))
    }
}
