public import Foundation

/// The result of an import.
public struct ImportReport: Equatable, Sendable {
    /// An item that was not imported.
    public struct Refusal: Equatable, Sendable {
        /// The index in the file.
        public let index: Int
        /// The faults of the item.
        public let faults: [ItemFault]

        /// The refusal of an item for these faults.
        public init(index: Int, faults: [ItemFault]) {
            self.index = index
            self.faults = faults
        }
    }

    /// The number of added items.
    public var added = 0
    /// The number of items that existed already, or that the file contains twice.
    public var skipped = 0
    /// The items with faults.
    public var refused: [Refusal] = []
    /// The number of items that existed already and were replaced.
    public var replaced = 0

    /// A report of these numbers.
    public init(added: Int = 0, skipped: Int = 0, refused: [Refusal] = [], replaced: Int = 0) {
        self.added = added
        self.skipped = skipped
        self.refused = refused
        self.replaced = replaced
    }
}

extension ToDoItemStore {
    /// Adds the items of a save file, a JSON array, as one action.
    ///
    /// The same file can be imported repeatedly: existing items are skipped or replaced. `done` may
    /// be missing. Throws `notASaveFile` if an element is not an item.
    @discardableResult
    public func importItems(
        _ file: Data, replacingExisting replaces: Bool = false
    ) throws(StoreError) -> ImportReport {
        let items: [ToDoItem]
        // JSON is UTF-8, but the decoder also accepts UTF-16.
        guard !file.contains(0), String(data: file, encoding: .utf8) != nil else {
            throw .notASaveFile
        }
        do {
            items = try JSONDecoder.decode(from: file)
        } catch {
            throw .notASaveFile
        }
        return try withOpenState { state throws(StoreError) in
            var report = ImportReport()
            var known: Set<UUID> = []
            var edits: [Edit] = []
            for (index, item) in items.map(\.trimmed).enumerated() {
                let faults = item.faults
                if !faults.isEmpty {
                    report.refused.append(ImportReport.Refusal(index: index, faults: faults))
                    continue
                }
                let now = state.replica.shown(item.id)
                guard known.insert(item.id).inserted, now == nil || (replaces && now != item)
                else {
                    report.skipped += 1
                    continue
                }
                if let edit = state.replica.edit(
                    item.id, to: item, number: state.replica.nextNumber + edits.count,
                    origin: now == nil ? Origin(isShared: true) : nil)
                {
                    edits.append(edit)
                    if now == nil { report.added += 1 } else { report.replaced += 1 }
                }
            }
            try commitAction(edits, &state)
            return report
        }
    }

    /// All items as a save file; done items have no rules, as on the server.
    public func exportItems() throws(StoreError) -> Data {
        let items = try withOpenState { state throws(StoreError) in state.snapshot.items }
            .map { $0.done ? $0.withoutRule : $0 }
        do {
            return try JSONEncoder().encode(items)
        } catch {
            throw StoreError(disk: error)
        }
    }
}
