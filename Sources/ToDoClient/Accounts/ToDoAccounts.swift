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

    /// The longest wait of a sign-out for the server, in seconds.
    private static let signOutLimit: TimeInterval = 3
    /// The part of it in which unsent writes are sent; the rest is for revoking the token.
    private static let sendingLimit: TimeInterval = 2

    /// The client of the account that is signed in, for calls about the account and its tokens.
    ///
    /// Its requests have the account's token, also after another sign-in. While no account is
    /// signed in, they have none.
    public nonisolated let client: APIClient

    private let folder: URL
    /// The client of requests without an account.
    private let guest: APIClient
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
        guest = client
        self.client = client.with {
            ((try? Self.current(credentials, client)) ?? nil)?.token.token
        }
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
    /// The same store again after the same account has signed in again.
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
        try Self.current(credentials, guest)
    }

    private static func current(
        _ credentials: CredentialStore, _ client: APIClient
    ) throws(StoreError) -> Credentials? {
        do {
            let current = try credentials.load()
            let isHere = current?.server.map { address($0) == address(client.baseURL) }
            return isHere ?? true ? current : nil
        } catch {
            throw StoreError(disk: error)
        }
    }

    /// Signs in, and returns the account's store: the same one if the account is signed in. Its sync
    /// goes on with the new token.
    ///
    /// Throws `signedIn` while another account is signed in. If the token cannot be stored, this
    /// throws `storage` and changes nothing.
    @discardableResult
    public func signIn(
        email: String, password: String
    ) async throws(AccountError) -> ToDoItemStore {
        await changes.lock()
        defer { changes.unlock() }
        let email = email.withoutOuterWhiteSpace
        try refuseSecondAccount(email)
        let token = try await repository.handleSignIn(email, password)
        let new = Credentials(email: email, token: token, server: guest.baseURL)
        do {
            try credentials.save(new)
        } catch {
            // The token would be lost. If it cannot be revoked, it expires.
            try? await repository.handleSignOut(token)
            throw .storage(StoreError(disk: error))
        }
        let store = store(of: new)
        store.goOnSignedIn()
        tellListeners(store)
        return store
    }

    /// Another account would leave the token and the file of the first one behind.
    private func refuseSecondAccount(_ email: String) throws(AccountError) {
        // A sign-in replaces damaged credentials.
        guard let current = (try? current()) ?? nil,
            Self.key(current.email) != Self.key(email)
        else { return }
        throw .signedIn(as: current.email)
    }

    /// Creates an account and signs in.
    @discardableResult
    public func signUp(
        name: String, email: String, password: String
    ) async throws(AccountError) -> ToDoItemStore {
        try refuseSecondAccount(email)
        _ = try await SignUpRepository.live(guest).handleSignUp(name, email, password)
        return try await signIn(email: email, password: password)
    }

    /// Sends unsent writes, removes the credentials, closes the account's store, and revokes the
    /// token, all within 3 seconds. Returns the number of items whose writes could not be sent.
    ///
    /// If everything was sent, nothing of the account stays on the device. Otherwise its file
    /// stays, and the writes are there after the next sign-in. A token that cannot be revoked is
    /// removed anyway; it expires. Throws `storage`, and stays signed in, if the credentials cannot
    /// be removed.
    @discardableResult
    public func signOut() async throws(AccountError) -> Int {
        try await end(forgetting: false).unsent
    }

    /// Signs out as `signOut()` does, and removes the account's file with the writes that could not
    /// be sent. Throws `storage(.inUse)`, and changes nothing, while another process uses the file.
    public func forget() async throws(AccountError) {
        _ = try await end(forgetting: true)
    }

    /// Signs out; returns the number of items with unsent writes, and why the token could not be
    /// revoked.
    package func end(
        forgetting: Bool
    ) async throws(AccountError) -> (unsent: Int, failure: AccountError?) {
        await changes.lock()
        defer { changes.unlock() }
        let start = environment.now()
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
        let sync = Task { _ = try? await store.sync() }
        _ = await environment.value(of: sync, within: .seconds(Self.sendingLimit))
        sync.cancel()
        do {
            try credentials.save(nil)
        } catch {
            throw .storage(StoreError(disk: error))
        }
        var unsent = 0
        store.close { count in
            unsent = count
            // Before the data is unlocked, so that no other process is using the file.
            if forgetting || count == 0 { removeFiles(of: Self.key(current.email)) }
        }
        open?.token.withLock { $0 = nil }
        open = nil
        tellListeners(nil)
        return (unsent, await failure(revoking: current.token, since: start))
    }

    /// Revokes a token; returns the reason if that takes longer than the sign-out may, or fails.
    private func failure(
        revoking token: AccessToken, since start: Date
    ) async -> AccountError? {
        let revocation = Task { [repository] () -> AccountError? in
            do throws(AccountError) {
                try await repository.handleSignOut(token)
                return nil
            } catch .wrongCredentials {
                // The token was revoked already.
                return nil
            } catch {
                return error
            }
        }
        // The clock may have been set meanwhile.
        let elapsed = environment.now().timeIntervalSince(start)
        let rest = Self.signOutLimit - min(max(0, elapsed), Self.sendingLimit)
        // Not cancelled: it may still succeed.
        let result = await environment.value(of: revocation, within: .seconds(rest))
        return result ?? .unreachable(URLError(.timedOut))
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
            client: guest.with { token.withLock { $0?.token } }, environment: environment)
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
        let account = "\(Self.address(guest.baseURL)) \(key)"
        let name = account.addingPercentEncoding(withAllowedCharacters: plain) ?? account
        guard name.utf8.count > 180 else { return "items-" + name }
        // Two long names with the same beginning differ in their checksum and length.
        let bytes = Array(account.utf8)
        let sum = CRC32.checksum(bytes, 0..<bytes.count)
        return "items-\(name.prefix(150))-\(bytes.count)-\(sum)"
    }
}
