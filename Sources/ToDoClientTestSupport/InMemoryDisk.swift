public import Foundation
public import ToDoClient

/// The double of a disk: it keeps a store's records in memory.
public final class InMemoryDisk: Sendable {
    private struct State: Sendable {
        var records: [Data] = []
        var isFull = false
        var isOpen = false
        var isDamaged = false
    }

    /// The error of a write to a full disk.
    public struct Full: Error, Equatable, Sendable {}

    private let state = Locked(State())

    /// An empty disk.
    public init() {}

    /// The records, in order.
    public var records: [Data] {
        get { state.withLock { $0.records } }
        set { state.withLock { $0.records = newValue } }
    }

    /// Whether writes fail.
    public var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// Whether the next load reports lost records.
    public var isDamaged: Bool {
        get { state.withLock { $0.isDamaged } }
        set { state.withLock { $0.isDamaged = newValue } }
    }

    /// An unopened disk with the same records, as after the end of the app.
    public func copy() -> InMemoryDisk {
        let copy = InMemoryDisk()
        copy.records = records
        return copy
    }

    /// The data of a store on this disk.
    public var dataStore: PersistentDataStore {
        PersistentDataStore(
            load: { [self] in
                try state.withLock { state in
                    guard !state.isOpen else { throw PersistentDataStore.InUse() }
                    state.isOpen = true
                    defer { state.isDamaged = false }
                    return PersistentDataStore.Contents(
                        records: state.records, isDamaged: state.isDamaged)
                }
            },
            append: { [self] record in
                try write { $0.append(record) }
            },
            replace: { [self] records in
                try write { $0 = records }
            },
            synchronize: { [self] in
                try write { _ in }
            },
            close: { [self] in
                state.withLock { $0.isOpen = false }
            })
    }

    private func write(_ change: (inout [Data]) -> Void) throws {
        try state.withLock { state in
            guard !state.isFull else { throw Full() }
            change(&state.records)
        }
    }
}
