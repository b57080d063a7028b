package import Items

extension BatchRows {
    /// An item that was read or changed.
    package struct ItemEntry: KeyedRow {
        package let key: OwnedID
        /// The item in the database.
        package let stored: ToDoItem?
        /// The item as it will be, if it is changed.
        package private(set) var changed: ToDoItem?
        package private(set) var isChanged = false
        /// Whether the id was made for this item, so that the database knows nothing of it.
        package private(set) var isGenerated = false
        package internal(set) var tombstone = Tombstone.unread

        init(_ key: OwnedID, stored: ToDoItem?) {
            self.key = key
            self.stored = stored
        }

        /// A new item under an id that was made for it.
        init(_ key: OwnedID, generated item: ToDoItem) {
            self.key = key
            stored = nil
            changed = item
            isChanged = true
            isGenerated = true
            tombstone = .none
        }

        /// The item as it will be.
        var item: ToDoItem? { isChanged ? changed : stored }
        @inline(__always) var exists: Bool { isChanged ? changed != nil : stored != nil }

        mutating func change(to item: ToDoItem?) {
            changed = item
            isChanged = true
        }

        package mutating func revert() {
            changed = nil
            isChanged = false
            isGenerated = false
            tombstone = .unread
        }
    }

    package enum Tombstone {
        case unread
        case none
        /// The database has it.
        case stored(revision: Int)
        /// The batch writes it, with the change of this index.
        case written(change: Int)
    }

    /// An idempotency record as it will be.
    package struct RecordEntry: KeyedRow {
        package let key: OwnedKey
        /// The record in the database.
        private let stored: IdempotencyRecord?
        /// The record as it will be.
        package private(set) var record: IdempotencyRecord?
        package private(set) var isChanged = false

        init(_ key: OwnedKey, stored: IdempotencyRecord?) {
            self.key = key
            self.stored = stored
            record = stored
        }

        mutating func change(to record: IdempotencyRecord) {
            self.record = record
            isChanged = true
        }

        package mutating func revert() {
            record = stored
            isChanged = false
        }
    }
}
