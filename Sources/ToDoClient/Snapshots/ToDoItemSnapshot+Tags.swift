extension ToDoItemSnapshot {
    /// A tag and the number of items that have it.
    public struct TagCount: Hashable, Identifiable, Sendable {
        /// The tag, in the spelling of most items.
        public let name: String
        /// The number of open items.
        public let open: Int
        /// The number of items, the done ones included.
        public let all: Int

        /// The tag, by which two of different case are the same.
        public var id: [UInt8] { name.caseFolded }
    }

    /// The tags of all items, by name, apart from case.
    public var tags: [TagCount] {
        var spellings: [[UInt8]: [String: Int]] = [:]
        var counts: [[UInt8]: (open: Int, all: Int)] = [:]
        for row in rows {
            for tag in row.row.item.tags {
                let key = tag.caseFolded
                spellings[key, default: [:]][tag, default: 0] += 1
                counts[key, default: (0, 0)].all += 1
                if !row.row.item.done { counts[key, default: (0, 0)].open += 1 }
            }
        }
        return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, count in
            let names = spellings[key] ?? [:]
            let name = names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            return TagCount(name: name, open: count.open, all: count.all)
        }
    }

    /// The open items of one tag.
    public struct TagSection: Identifiable, Sendable {
        /// The tag; nil for the items without one.
        public let tag: TagCount?
        /// Its open items, by hand.
        public let items: [ToDoItem]

        /// The tag, by which two of different case are the same.
        public var id: [UInt8] { tag?.id ?? [] }
    }

    /// The open items by tag, those without one last. An item with two tags is in both sections.
    public var sectionsByTag: [TagSection] {
        let items = todo(in: .hand)
        var byTag: [[UInt8]: [ToDoItem]] = [:]
        for item in items {
            for tag in item.tags { byTag[tag.caseFolded, default: []].append(item) }
        }
        let sections = tags.compactMap { tag in
            byTag[tag.id].map { TagSection(tag: tag, items: $0) }
        }
        let others = items.filter(\.tags.isEmpty)
        return sections + (others.isEmpty ? [] : [TagSection(tag: nil, items: others)])
    }
}
