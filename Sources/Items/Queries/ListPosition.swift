/// A position in an order: the sort key of an item, and its sequence as the tie breaker.
///
/// It does not depend on the item. So a list that continues behind it skips and repeats nothing
/// when that item has changed or is deleted.
package struct ListPosition: Equatable, Sendable {
    /// The sort key.
    package enum Key: Equatable, Sendable {
        /// The key of the default order.
        case done(Bool)
        case created
        case updated(revision: Int)
        case timestamp(Double?)
        /// The UTF-8 of the title; its byte order is the order of code points.
        case title([UInt8])
        /// The key of the order by hand.
        case position([UInt8]?)
    }

    package let key: Key
    package let sequence: Int

    package init(_ key: Key, sequence: Int) {
        self.key = key
        self.sequence = sequence
    }

    /// The position of an item in the default order.
    package init(done: Bool, sequence: Int) {
        self.init(.done(done), sequence: sequence)
    }

    /// The position of an item in an order; nil is the default one.
    package init(of row: borrowing ItemRow, in sort: ItemSort?) {
        let fields = row.fields
        guard let sort else {
            self.init(done: fields.done, sequence: fields.sequence)
            return
        }
        self.init(
            in: sort, sequence: fields.sequence, revision: fields.revision,
            timestamp: fields.timestamp, title: row.title, position: row.position)
    }

    /// A position in an order other than the default one, from the columns that such orders use.
    package init(
        in sort: ItemSort, sequence: Int, revision: Int, timestamp: Double?, title: Span<UInt8>,
        position: Span<UInt8>?
    ) {
        let key: Key =
            switch sort.key {
            case .created: .created
            case .updated: .updated(revision: revision)
            case .timestamp: .timestamp(timestamp)
            case .title: .title([UInt8](title))
            case .position: if let position { .position([UInt8](position)) } else { .position(nil) }
            }
        self.init(key, sequence: sequence)
    }

    /// Whether this position comes before the other one; both belong to the order.
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
        case (.position(let a?), .position(let b?)) where a != b:
            return a.lexicographicallyPrecedes(b) != isDescending
        case (.position(nil), .position(_?)): return false
        case (.position(_?), .position(nil)): return true
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
