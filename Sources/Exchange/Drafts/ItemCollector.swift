import Items

/// Collects the items and remarks of one file, and makes the ids of its items.
struct ItemCollector {
    /// What an entry of a file is known by.
    enum Key {
        /// The id that its program gave it.
        case own(String)
        /// Everything in it, since it has no id.
        case entry([UInt8])

        /// The fields that are not empty.
        static func fields(_ fields: [String]) -> Key {
            var entry: [UInt8] = []
            for field in fields where !field.isEmpty { append(Array(field.utf8), to: &entry) }
            return .entry(entry)
        }

        /// Adds a field to an entry.
        static func append(_ field: [UInt8], to entry: inout [UInt8]) {
            if !entry.isEmpty { entry.append(0x1F) }
            entry += field
        }
    }

    private(set) var file: ImportedFile
    private let limits: ImportLimits
    private var ids: EntryIDs
    private var ownIDs: Set<ItemID> = []

    init(_ format: ImportFormat, _ limits: ImportLimits) {
        file = ImportedFile(format: format)
        self.limits = limits
        ids = EntryIDs(format)
    }

    /// The id of the item that an entry becomes; nil if it becomes none, which is told.
    mutating func id(
        of key: Key, title: String, line: Int
    ) throws(ImportFault) -> ItemID? {
        guard title.hasVisibleCharacter else {
            skip(line, .hasNoTitle)
            return nil
        }
        let id: ItemID
        switch key {
        case .own(let text):
            id = ids.id(ofOwn: text)
            guard ownIDs.insert(id).inserted else {
                skip(line, .repeatsID)
                return nil
            }
        case .entry(let entry):
            id = ids.id(of: entry)
        }
        guard file.items.count < limits.items else {
            throw .tooManyItems(limit: limits.items, line: line)
        }
        return id
    }

    /// Adds an item, with an id that `id(of:)` has returned.
    mutating func add(_ draft: consuming ItemDraft, id: ItemID) {
        let line = draft.line
        let (item, remarks, count) = draft.item(id: id)
        file.items.append(item)
        file.lostCount += count
        for remark in remarks.prefix(ImportedFile.maximumRemarks - file.lost.count) {
            file.lost.append(
                LostValue(
                    line: line, title: item.content.title, field: remark.field,
                    value: remark.value, isKept: remark.isKept))
        }
    }

    /// Tells that an entry becomes no item.
    mutating func skip(_ line: Int, _ reason: SkipReason) {
        file.skippedCount += 1
        guard file.skipped.count < ImportedFile.maximumRemarks else { return }
        file.skipped.append(SkippedEntry(line: line, reason: reason))
    }
}
