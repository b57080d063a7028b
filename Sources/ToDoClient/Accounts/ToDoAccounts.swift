public import Foundation

/// The stores of several accounts, one of which is signed in.
///
/// Each account has its own file, named by its server and its email in lower case. Writes that were
/// not sent before the sign-out stay there until the account signs in again.
public actor ToDoAccounts {
    private struct Open {
        let key: String
        let store: ToDoItemStore
        let token: Locked<AccessToken?>
    }

    /// The longest wait of a sign-out for the server.
    private static let sendingLimit = Duration.seconds(3)

    private let folder: URL
    private let client: APIClient
    private let credentials: CredentialStore
    private let repository: SignInRepository
    private let environment: ToDoEnvironment
    private var open: Open?
    private var listeners: [UUID: AsyncStream<ToDoItemStore?>.Continuation] = [:]
    /// Held during a sign-in or sign-out.
    private let changes = AsyncLock()

    /// Accounts with files in a folder. Nothing is read yet.
    public init(
        folder: URL, client: APIClient, credentials: CredentialStore,
        repository: SignInRepository? = nil, environment: ToDoEnvironment = .live
    ) {
        self.folder = folder
        self.client = client
        self.credentials = credentials
        self.repository = repository ?? .live(client)
        self.environment = environment
    }

    /// The store of the account that is signed in; nil if there is none. Needs no network.
    public func store() throws(StoreError) -> ToDoItemStore? {
        try current().map { store(of: $0) }
    }

    /// The store of the account that is signed in, now and after each sign-in and sign-out; nil
    /// while there is none.
    ///
    ///     for await store in await accounts.stores() { show(store) }
    public func stores() -> AsyncStream<ToDoItemStore?> {
        let (stream, continuation) = AsyncStream<ToDoItemStore?>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeListener(id) }
        }
        continuation.yield((try? store()) ?? nil)
        return stream
    }

    private func removeListener(_ id: UUID) { listeners[id] = nil }

    private func tellListeners(_ store: ToDoItemStore?) {
        for listener in listeners.values { listener.yield(store) }
    }

    /// The credentials for this server; nil if there are none.
    private func current() throws(StoreError) -> Credentials? {
        do {
            let current = try credentials.load()
            let isHere = current?.server.map { Self.address($0) == Self.address(client.baseURL) }
            return isHere ?? true ? current : nil
        } catch {
            throw StoreError(disk: error)
        }
    }

    /// Signs in, and returns the account's store: the same one if the account is signed in.
    ///
    /// If the token cannot be stored, this throws `storage` and changes nothing.
    @discardableResult
    public func signIn(
        email: String, password: String
    ) async throws(AccountError) -> ToDoItemStore {
        await changes.lock()
        defer { changes.unlock() }
        let email = email.withoutOuterWhiteSpace
        let token = try await repository.handleSignIn(email, password)
        let new = Credentials(email: email, token: token, server: client.baseURL)
        do {
            try credentials.save(new)
        } catch {
            // The token would be lost. If it cannot be revoked, it expires.
            try? await repository.handleSignOut(token)
            throw .storage(StoreError(disk: error))
        }
        if let open, open.key != Self.key(email) {
            await open.store.stop()
            open.store.close()
            self.open = nil
        }
        let isSame = open != nil
        let store = store(of: new)
        if !isSame { tellListeners(store) }
        return store
    }

    /// Creates an account and signs in.
    @discardableResult
    public func signUp(
        name: String, email: String, password: String
    ) async throws(AccountError) -> ToDoItemStore {
        _ = try await SignUpRepository.live(client).handleSignUp(name, email, password)
        return try await signIn(email: email, password: password)
    }

    /// Sends unsent writes for at most 3 seconds, closes the account's store, removes the
    /// credentials, and revokes the token.
    ///
    /// If everything was sent, nothing of the account stays on the device. Otherwise its file
    /// stays, and the writes are there after the next sign-in. If the token cannot be revoked, this
    /// throws the reason; the credentials are removed anyway.
    public func signOut() async throws(AccountError) {
        if let failure = try await end(forgetting: false).failure { throw failure }
    }

    /// Signs out as `signOut()` does, and removes the account's file with the writes that could not
    /// be sent. Throws `storage(.inUse)`, and changes nothing, while another process uses the file.
    public func forget() async throws(AccountError) {
        if let failure = try await end(forgetting: true).failure { throw failure }
    }

    /// Signs out; returns the number of items with unsent writes, and why the token could not be
    /// revoked.
    package func end(
        forgetting: Bool
    ) async throws(AccountError) -> (unsent: Int, failure: AccountError?) {
        await changes.lock()
        defer { changes.unlock() }
        let current: Credentials?
        do throws(StoreError) {
            current = try self.current()
        } catch {
            throw .storage(error)
        }
        guard let current else { return (0, nil) }
        let store = store(of: current)
        do throws(StoreError) {
            try store.open()
        } catch {
            if forgetting, error == .inUse { throw .storage(error) }
        }
        await sendShortly(store)
        var unsent = 0
        store.close { count in
            unsent = count
            // Before the data is unlocked, so that no other process is using the file.
            if forgetting || count == 0 { removeFiles(of: Self.key(current.email)) }
        }
        open?.token.withLock { $0 = nil }
        open = nil
        tellListeners(nil)
        do {
            try credentials.save(nil)
        } catch {
            throw .storage(StoreError(disk: error))
        }
        do throws(AccountError) {
            try await repository.handleSignOut(current.token)
        } catch .wrongCredentials {
            // The token was revoked already.
        } catch {
            return (unsent, error)
        }
        return (unsent, nil)
    }

    /// Syncs within the limit, and stops the store.
    private func sendShortly(_ store: ToDoItemStore) async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let sync = Task {
            try? await store.sync()
            end.yield()
        }
        let timer = Task { [environment] in
            try? await environment.sleep(Self.sendingLimit)
            end.yield()
        }
        // The other task is not awaited: a request may take long to end.
        _ = await ends.first { _ in true }
        sync.cancel()
        timer.cancel()
        await store.stop()
    }

    /// Removes the account's file, its damaged copies, and the remains of a replacement.
    private func removeFiles(of key: String) {
        let name = fileName(key)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for file in names
        where file == name || file == name + ".new" || file.hasPrefix(name + ".damaged-") {
            try? FileManager.default.removeItem(at: folder.appending(path: file))
        }
    }

    /// The store of an account, whose requests have the account's token and no other.
    private func store(of current: Credentials) -> ToDoItemStore {
        let key = Self.key(current.email)
        if let open, open.key == key {
            open.token.withLock { $0 = current.token }
            return open.store
        }
        open?.store.close()
        let token = Locked<AccessToken?>(current.token)
        let store = ToDoItemStore(
            .file(folder.appending(path: fileName(key))),
            client: client.with { token.withLock { $0?.token } }, environment: environment)
        open = Open(key: key, store: store, token: token)
        return store
    }

    private static func key(_ email: String) -> String {
        email.withoutOuterWhiteSpace.lowercased()
    }

    /// The address of a server, without slashes at its end.
    private static func address(_ server: URL) -> String {
        var address = server.absoluteString
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    /// The name of an account's file: server and key, in characters that every file system accepts.
    private func fileName(_ key: String) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789@._-+")
        let account = "\(Self.address(client.baseURL)) \(key)"
        let name = account.addingPercentEncoding(withAllowedCharacters: plain) ?? account
        guard name.utf8.count > 180 else { return "items-" + name }
        // Two long names with the same beginning differ in their checksum and length.
        let bytes = Array(account.utf8)
        let sum = CRC32.checksum(bytes, 0..<bytes.count)
        return "items-\(name.prefix(150))-\(bytes.count)-\(sum)"
    }
}
