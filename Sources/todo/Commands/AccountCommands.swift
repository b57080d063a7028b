import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    private struct ServerOutput: Encodable {
        let server: String?
        let email: String?
    }

    /// Sets the server, or prints it.
    func use() async throws {
        guard let text = arguments.operands.first else {
            let storeLocation = try storeLocation()
            let email = try storeLocation.email()
            if wantsJSON {
                return try printJSON(ServerOutput(server: storeLocation.server?.text, email: email))
            }
            let account = email.map { ", signed in as \($0.sanitized)" } ?? ""
            return try print(storeLocation.server.map { $0.text + account } ?? "No server is set.")
        }
        let server = text == "none" ? nil : try ServerAddress(text)
        if let server, !arguments.has("--offline") { try await ask(server) }
        let last = try dataFolder().server()
        let moved = try await setServer(server)
        if wantsJSON {
            return try printJSON(
                ServerOutput(server: server?.text, email: try storeLocation(of: server).email()))
        }
        try print(server.map { "The server is \($0.text)." } ?? "No server is set.")
        try printMoved(moved)
        if server == nil, let last { try await printLeft(with: last) }
    }

    /// Prints where the items of a server stay that is no longer set.
    private func printLeft(with server: ServerAddress) async throws {
        // The server is not set any more, whether or not another process uses its items.
        guard let items = try? await storeLocation(of: server).open() else { return }
        let count = items.snapshot.count
        items.store.close()
        guard count > 0 else { return }
        let what = count == 1 ? "1 item stays" : "\(count) items stay"
        let them = count == 1 ? "it" : "them"
        try print(
            "\(what) with \(server.text); `todo use \(server.text)` shows \(them) again.")
    }

    /// Signs in.
    func logIn() async throws {
        let (server, _, storeLocation) = try accountLocation()
        let current = storeLocation.knownEmail
        let email = try typedEmail()
        if let current, current.lowercased() != email.lowercased() {
            throw Failure.signedInElsewhere(current)
        }
        let password = try typedPassword(email)
        try await signIn(email, password, server, storeLocation)
    }

    /// Creates an account and signs in.
    func signUp() async throws {
        let (server, client, storeLocation) = try accountLocation()
        if let current = storeLocation.knownEmail { throw Failure.signedInElsewhere(current) }
        let name = try typed("--name", "Name: ", orElse: .noName)
        let email = try typedEmail()
        let password = try typedPassword(email)
        if world.terminal.takesInput {
            let again = try world.terminal.readHiddenLine("Password again: ")
            guard again == password else { throw Failure.passwordsDiffer }
        }
        do throws(AccountError) {
            _ = try await SignUpRepository.live(client).handleSignUp(name, email, password)
        } catch {
            throw Failure.account(error)
        }
        try await signIn(email, password, server, storeLocation)
    }

    /// The server of an account; warns if the connection is not encrypted.
    private func accountLocation() throws -> (ServerAddress, APIClient, StoreLocation) {
        guard let server = try server() else { throw Failure.noServer }
        let storeLocation = try storeLocation(of: server)
        guard let client = storeLocation.client else { throw Failure.noServer }
        try storeLocation.prepare()
        if server.isUnencrypted {
            world.terminal.printError(
                "todo: The password goes unencrypted over the network to \(server.text).\n")
        }
        return (server, client, storeLocation)
    }

    private func signIn(
        _ email: String, _ password: String, _ server: ServerAddress, _ storeLocation: StoreLocation
    ) async throws {
        guard let accounts = storeLocation.accounts else { throw Failure.noServer }
        do throws(AccountError) {
            try await accounts.signIn(email: email, password: password)
        } catch {
            throw Failure.account(error)
        }
        if arguments.has("--server") { try dataFolder().setServer(server) }
        var moved = 0
        let items = try await storeLocation.open()
        defer { items.store.close() }
        moved += try await move(from: storeLocation, to: items)
        moved += try await move(from: try self.storeLocation(of: nil), to: items)
        if wantsJSON {
            try printJSON(ServerOutput(server: server.text, email: email))
        } else {
            try print("Signed in as \(email.sanitized).")
            try printMoved(moved)
        }
        printError(of: await syncShortly(items))
    }

    /// Sends unsent changes if possible, and signs out.
    func logOut() async throws {
        let storeLocation = try storeLocation()
        guard let accounts = storeLocation.accounts else { throw Failure.noServer }
        guard let store = try await accounts.store(), let email = try storeLocation.email() else {
            if wantsJSON {
                return try printJSON(ServerOutput(server: storeLocation.server?.text, email: nil))
            }
            return try print("No account is signed in.")
        }
        let items = try await storeLocation.open(store)
        let forgets = arguments.has("--forget")
        let end: (unsent: Int, failure: AccountError?)
        do throws(AccountError) {
            end = try await accounts.end(forgetting: forgets)
        } catch {
            throw Failure.account(error)
        }
        withExtendedLifetime(items) {}
        if wantsJSON {
            try printJSON(ServerOutput(server: storeLocation.server?.text, email: nil))
        } else {
            try print("\(email.sanitized) is signed out on this machine.")
            if end.unsent > 0 {
                let what = "\(end.unsent) unsent \(end.unsent == 1 ? "item" : "items")"
                try print(
                    forgets
                        ? "Deleted \(what)."
                        : "Kept \(what) here for the next sign-in as this user.")
            }
        }
        // The token still works elsewhere until it expires.
        if let failure = end.failure { throw Failure.account(failure) }
    }

    /// Asks a server for its items; throws if it is none, or does not answer.
    private func ask(_ server: ServerAddress) async throws {
        guard let client = try storeLocation(of: server).signedInClient() else { return }
        do throws(APIError) {
            _ = try await client.changes(since: nil, limit: 1)
        } catch {
            // Where a sign-in is required, a server of this kind answers.
            if case .refused(let problem) = error, problem.status == 401, problem.isOfServer {
                return
            }
            throw Failure.notAToodooServer(server.text, reason: SyncError(error).advice)
        }
    }

    /// Sets the server and moves the items without a server to it; returns their number.
    ///
    /// Items of the last server that it has never got go along: its address may have been wrong.
    private func setServer(_ server: ServerAddress?) async throws -> Int {
        let last = try dataFolder().server()
        var moved = 0
        if server?.folderName != last?.folderName {
            let items = try await storeLocation(of: server).open()
            defer { items.store.close() }
            for source in [last, nil] where source?.folderName != server?.folderName {
                moved += try await move(from: try storeLocation(of: source), to: items)
            }
        }
        try dataFolder().setServer(server)
        return moved
    }

    /// Moves the items without an account to other items, unless a server has some of them; returns
    /// the number of items that were missing there or differed. The undo history moves with them.
    private func move(from storeLocation: StoreLocation, to items: OpenItems) async throws -> Int {
        guard storeLocation.hasItemsWithoutAccount else { return 0 }
        let source = try await storeLocation.openWithoutAccount()
        defer { source.store.close() }
        guard source.store.hasNeverSynced else { return 0 }
        return try items.store.takeOver(source.store)
    }

    private func printMoved(_ count: Int) throws {
        guard count > 0 else { return }
        try print("Moved \(count) local \(count == 1 ? "item" : "items").")
    }

    private func typedEmail() throws -> String {
        try typed("--email", "Email: ", orElse: .noEmail)
    }

    /// The value of an option, or else a line of input.
    private func typed(_ option: String, _ prompt: String, orElse failure: Failure) throws -> String
    {
        if let value = arguments.value(option) { return value }
        guard world.terminal.takesInput, let text = try world.terminal.readLine(prompt),
            !text.isEmpty
        else { throw failure }
        return text
    }

    /// Reads the password. It is never an argument, because every process can read the arguments of
    /// others.
    private func typedPassword(_ email: String) throws -> String {
        let password =
            world.terminal.takesInput
            ? try world.terminal.readHiddenLine("Password for \(email.sanitized): ")
            : try world.terminal.readLine("")
        guard let password, !password.isEmpty else { throw Failure.noPassword }
        return password
    }
}

extension StoreLocation {
    /// The email of the account that is signed in; nil also if the file is damaged, because a
    /// sign-in replaces it.
    fileprivate var knownEmail: String? { (try? email()) ?? nil }

    /// Whether there is a file of items without an account.
    fileprivate var hasItemsWithoutAccount: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "items").path)
    }
}
