public import Foundation
public import ToDoClient

/// The double of a repository: it records calls and shows what a test sends.
public final class RecordingRepository: Sendable {
    /// A call of a closure, except those for snapshots.
    public enum Call: Equatable, Sendable {
        /// An item was added.
        case add(ToDoItem)
        /// The members of an item that differ from an original were changed.
        case update(ToDoItem, from: ToDoItem)
        /// An item was marked as done.
        case check(ToDoItem)
        /// An item was marked as open.
        case uncheck(ToDoItem)
        /// An item was deleted.
        case delete(ToDoItem)
        /// All items were deleted.
        case deleteAll
        /// The last action was undone.
        case undo
        /// The last undone action was repeated.
        case redo
        /// All items that are done were deleted.
        case deleteDone
        /// The losing value of a conflict was written again.
        case restore(Conflict)
        /// A conflict was removed.
        case dismiss(Conflict)
        /// A save file was imported.
        case importItems(Data)
        /// Items of a list were moved before another one, or to its end.
        case move([ToDoItem.ID], before: ToDoItem.ID?, in: [ToDoItem.ID])
        /// A tag was given another name, or removed.
        case renameTag(String, to: String?)
        /// The coordinate of an address was requested.
        case coordinate(String)
    }

    private struct State: Sendable {
        var snapshot = ToDoItemSnapshot()
        var calls: [Call] = []
        var error: StoreError?
        var coordinate: Result<Coordinate?, APIError> = .success(nil)
        var listeners: [UUID: AsyncStream<ToDoItemSnapshot>.Continuation] = [:]
    }

    private let state = Locked(State())

    /// A repository without items.
    public init() {}

    /// All calls, in order, except those for snapshots.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The error of each call that changes something; nil if the calls succeed.
    public var error: StoreError? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// The result of a request for a coordinate; nil at first: the address is unknown.
    public var coordinate: Result<Coordinate?, APIError> {
        get { state.withLock { $0.coordinate } }
        set { state.withLock { $0.coordinate = newValue } }
    }

    /// Shows items to all listeners.
    public func send(_ items: [ToDoItem]) {
        send(ToDoItemSnapshot(items))
    }

    /// Shows a snapshot to all listeners.
    public func send(_ snapshot: ToDoItemSnapshot) {
        let listeners = state.withLock { state in
            state.snapshot = snapshot
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(snapshot) }
    }

    /// The repository for a view model.
    public var repository: ToDoItemRepository {
        ToDoItemRepository(
            snapshot: { self.state.withLock { $0.snapshot } },
            snapshots: { self.listen() },
            add: { item throws(StoreError) in try self.record(.add(item)) },
            update: { item, original throws(StoreError) in
                try self.record(.update(item, from: original))
            },
            check: { item throws(StoreError) in try self.record(.check(item)) },
            uncheck: { item throws(StoreError) in try self.record(.uncheck(item)) },
            delete: { item throws(StoreError) in try self.record(.delete(item)) },
            deleteAll: { () throws(StoreError) in try self.record(.deleteAll) },
            undo: { () throws(StoreError) in
                try self.record(.undo)
                return UndoReport()
            },
            coordinate: { address async throws(APIError) in
                let answer = self.state.withLock { state in
                    state.calls.append(.coordinate(address))
                    return state.coordinate
                }
                return try answer.get()
            },
            redo: { () throws(StoreError) in
                try self.record(.redo)
                return UndoReport()
            },
            deleteDone: { () throws(StoreError) in try self.record(.deleteDone) },
            restore: { conflict throws(StoreError) in try self.record(.restore(conflict)) },
            dismiss: { conflict throws(StoreError) in try self.record(.dismiss(conflict)) },
            importItems: { file throws(StoreError) in
                try self.record(.importItems(file))
                return ImportReport()
            },
            move: { ids, target, list throws(StoreError) in
                try self.record(.move(ids, before: target, in: list))
            },
            renameTag: { tag, name throws(StoreError) in
                try self.record(.renameTag(tag, to: name))
            })
    }

    private func record(_ call: Call) throws(StoreError) {
        let error = state.withLock { state in
            state.calls.append(call)
            return state.error
        }
        if let error { throw error }
    }

    private func listen() -> AsyncStream<ToDoItemSnapshot> {
        let (stream, continuation) = AsyncStream<ToDoItemSnapshot>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        state.withLock { state in
            state.listeners[id] = continuation
            continuation.yield(state.snapshot)
        }
        return stream
    }
}

extension SignUpRepository {
    /// A repository with this result of each attempt.
    public static func mock(_ result: Result<User, AccountError>) -> Self {
        SignUpRepository { _, _, _ async throws(AccountError) in try result.get() }
    }
}
