package import Foundation

/// A user's items, on this device and, with a client, in sync with a server.
///
/// All calls work without a network. A write is in the file and in the snapshot when it returns;
/// `sync()` and `start()` send it to the server. The first use opens the store.
///
///     let store = ToDoItemStore(client: APIClient(baseURL: url))
///     try store.add(ToDoItem(title: "Buy milk"))
///     store.start()
///     for await snapshot in store.snapshots { show(snapshot) }
public final class ToDoItemStore: Sendable {
    let data: PersistentDataStore
    /// The client of the store, nil if it is only on this device; of an account's store, with the
    /// token of the account.
    public let client: APIClient?
    let environment: ToDoEnvironment
    let state = Locked(StoreState())
    let synchronizer = Synchronizer()
    let limits: SyncLimits

    /// A store of this data, in sync with the client's server if there is a client.
    public convenience init(
        _ data: PersistentDataStore, client: APIClient? = nil,
        environment: ToDoEnvironment = .live
    ) {
        self.init(data, client: client, environment: environment, limits: SyncLimits())
    }

    /// The same with other limits of a sync, for tests.
    package init(
        _ data: PersistentDataStore, client: APIClient?, environment: ToDoEnvironment,
        limits: SyncLimits
    ) {
        self.data = data
        self.limits = limits
        self.environment = environment
        var client = client
        client?.now = environment.now
        self.client = client
    }

    /// A store in a file of the program's folder in Application Support.
    ///
    /// The folder has the identifier of the app's bundle, or else the name of the executable. On
    /// Linux, Application Support is `$XDG_DATA_HOME` or `~/.local/share`.
    public convenience init(fileName: String = "todoitems", client: APIClient? = nil) {
        self.init(.file(Self.programFolder.appending(path: fileName)), client: client)
    }

    /// The folder for files of this program only.
    package static var programFolder: URL {
        let folders = FileManager.default.urls(
            for: .applicationSupportDirectory, in: .userDomainMask)
        let folder = folders.first ?? FileManager.default.temporaryDirectory
        return folder.appending(
            component: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    }

    deinit {
        close()
    }

    /// Reads the store's data and locks it. Does nothing if the store is open.
    public func open() throws(StoreError) {
        try withOpenState { _ throws(StoreError) in }
    }

    /// Ends the sync and all snapshots, and unlocks the data. The store cannot be opened again.
    public func close() {
        close { _ in }
    }

    /// Closes the store. While it is open, `last` gets the number of unsent items, after the last
    /// write and before the data is unlocked.
    func close(_ last: (_ unsent: Int) -> Void) {
        synchronizer.cancel()
        state.withLock { state in
            guard state.phase != .closed else { return }
            if state.phase == .open {
                last(state.snapshot.unsent)
                // Without this, writes since the last time may be lost in a power failure, but not
                // when the app ends.
                try? data.synchronize()
                data.close()
            }
            state.phase = .closed
            for continuation in state.subscribers.values { continuation.finish() }
            state.subscribers = [:]
        }
    }

    /// The items now; empty if the store was closed, or cannot be opened, with the reason in `file`.
    public var snapshot: ToDoItemSnapshot {
        do throws(StoreError) {
            return try withOpenState { state throws(StoreError) in state.snapshot }
        } catch .closed {
            return ToDoItemSnapshot()
        } catch {
            return ToDoItemSnapshot(file: .unavailable(error))
        }
    }

    /// Whether there is an action to undo.
    public var canUndo: Bool {
        (try? withOpenState { state throws(StoreError) in !state.replica.undo.isEmpty }) ?? false
    }

    /// Whether there is an undone action to redo.
    public var canRedo: Bool {
        (try? withOpenState { state throws(StoreError) in !state.replica.redo.isEmpty }) ?? false
    }
}
