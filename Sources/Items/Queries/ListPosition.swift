/// Where an item stands in an order: what the order looks at, and the
/// sequence, which decides between equals.
///
/// It says all there is to know of an item for going on behind it, so nothing is lost or repeated
/// when that item has changed or gone since.
package struct ListPosition: Equatable, Sendable {
    /// What the order looks at.
    package enum Key: Equatable, Sendable {
        /// In the default order.
        case done(Bool)
        case created
        case updated(revision: Int)
        case timestamp(Double?)
        /// The UTF-8 of the title, which sorts as its code points do.
        case title([UInt8])
    }

    package let key: Key
    package let sequence: Int

    /// A position in the order that the key belongs to.
    package init(_ key: Key, sequence: Int) {
        self.key = key
        self.sequence = sequence
    }

    /// The position of an item in the default order.
    package init(done: Bool, sequence: Int) {
        self.init(.done(done), sequence: sequence)
    }

    /// Where the item stands in an order; nil is the default one.
    package init(of row: borrowing ItemRow, in sort: ItemSort?) {
        let fields = row.fields
        guard let sort else {
            self.init(done: fields.done, sequence: fields.sequence)
            return
        }
        self.init(
            in: sort, sequence: fields.sequence, revision: fields.revision,
            timestamp: fields.timestamp,
            title: row.title)
    }

    /// Where an item stands in an order that is not the default one, by what such orders look at.
    package init(
        in sort: ItemSort, sequence: Int, revision: Int, timestamp: Double?, title: Span<UInt8>
    ) {
        let key: Key =
            switch sort.key {
            case .created: .created
            case .updated: .updated(revision: revision)
            case .timestamp: .timestamp(timestamp)
            case .title: .title([UInt8](title))
            }
        self.init(key, sequence: sequence)
    }

    /// Whether this stands before that one in the order, both being positions of it.
    package func precedes(_ other: ListPosition, in sort: ItemSort?) -> Bool {
        let isDescending = sort?.isDescending ?? false
        switch (key, other.key) {
        case (.done(let a), .done(let b)) where a != b: return b
        case (.updated(let a), .updated(let b)) where a != b: return (a < b) != isDescending
        case (.timestamp(let a?), .timestamp(let b?)) where a != b:
            return (a < b) != isDescending
        case (.timestamp(nil), .timestamp(_?)): return false
        case (.timestamp(_?), .timestamp(nil)): return true
        case (.title(let a), .title(let b)) where a != b:
            return a.lexicographicallyPrecedes(b) != isDescending
        default: return isDescending ? sequence > other.sequence : sequence < other.sequence
        }
    }
}

extension [UInt8] {
    fileprivate init(_ bytes: Span<UInt8>) {
        self.init()
        reserveCapacity(bytes.count)
        for index in bytes.indices { append(bytes[index]) }
    }
}
