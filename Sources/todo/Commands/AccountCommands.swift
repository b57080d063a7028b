import Foundation
import ToDoClient

extension Invocation {
    private struct ServerOutput: Encodable {
        let server: String?
        let email: String?
    }

    /// Sets the server, or says which it is.
    func use() async throws {
        guard let text = arguments.operands.first else {
            let place = try place()
            let email = try place.email()
            if wantsJSON {
                return try printJSON(ServerOutput(server: place.server?.text, email: email))
            }
            let account = email.map { ", signed in as \($0.harmless)" } ?? ""
            return try print(place.server.map { $0.text + account } ?? "No server is set.")
        }
        let server = text == "none" ? nil : try ServerAddress(text)
        let moved = try await setServer(server)
        if wantsJSON {
            return try printJSON(
                ServerOutput(server: server?.text, email: try place(of: server).email()))
        }
        try print(server.map { "The server is \($0.text)." } ?? "No server is set any more.")
        try printMoved(moved)
    }

    /// Signs in.
    func logIn() async throws {
        let (server, _, place) = try accountPlace()
        let current = try place.email()
        let email = try typedEmail()
        if let current, current.lowercased() != email.lowercased() {
            throw Failure.signedInElsewhere(current)
        }
        let password = try typedPassword(email)
        try await signIn(email, password, server, place)
    }

    /// Makes an account and signs in.
    func signUp() async throws {
        let (server, client, place) = try accountPlace()
        if let current = try place.email() { throw Failure.signedInElsewhere(current) }
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
        try await signIn(email, password, server, place)
    }

    /// The server of an account; tells if others can read what is sent to it.
    private func accountPlace() throws -> (ServerAddress, APIClient, ItemPlace) {
        guard let server = try server() else { throw Failure.noServer }
        let place = try place(of: server)
        guard let client = place.client else { throw Failure.noServer }
        if server.isReadableByOthers {
            world.terminal.complain(
                "todo: The password goes unencrypted over the network to \(server.text).\n")
        }
        return (server, client, place)
    }

    private func signIn(
        _ email: String, _ password: String, _ server: ServerAddress, _ place: ItemPlace
    ) async throws {
        guard let accounts = place.accounts else { throw Failure.noServer }
        do throws(AccountError) {
            try await accounts.signIn(email: email, password: password)
        } catch {
            throw Failure.account(error)
        }
        if arguments.has("--server") { try dataFolder().setServer(server) }
        var moved = 0
        let items = try await place.open()
        defer { items.store.close() }
        moved += try await move(from: place, to: items)
        moved += try await move(from: try self.place(of: nil), to: items)
        if wantsJSON {
            try printJSON(ServerOutput(server: server.text, email: email))
        } else {
            try print("Signed in as \(email.harmless).")
            try printMoved(moved)
        }
        complain(await syncShortly(items))
    }

    /// Signs out, after sending all that can be sent.
    func logOut() async throws {
        let place = try place()
        guard let accounts = place.accounts else { throw Failure.noServer }
        guard let store = try await accounts.store(), let email = try place.email() else {
            return try print("No account is signed in.")
        }
        let items = try await place.open(store)
        var failure: AccountError?
        do throws(AccountError) {
            try await accounts.signOut()
        } catch {
            failure = error
        }
        withExtendedLifetime(items) {}
        if wantsJSON {
            try printJSON(ServerOutput(server: place.server?.text, email: nil))
        } else {
            try print("\(email.harmless) is signed out here.")
        }
        // The token still works elsewhere until it expires.
        if let failure { throw Failure.account(failure) }
    }

    /// Sets the server. Items that were made without one come along; returns their number.
    private func setServer(_ server: ServerAddress?) async throws -> Int {
        var moved = 0
        if let server {
            let items = try await place(of: server).open()
            defer { items.store.close() }
            moved = try await move(from: try place(of: nil), to: items)
        }
        try dataFolder().setServer(server)
        return moved
    }

    /// Moves the items without an account to other items, unless a server has some of them.
    private func move(from place: ItemPlace, to items: OpenItems) async throws -> Int {
        guard place.hasItemsWithoutAccount, items.email != nil || place.server == nil else {
            return 0
        }
        let source = try await place.openWithoutAccount()
        defer { source.store.close() }
        let snapshot = source.snapshot
        guard snapshot.unsent == snapshot.count,
            snapshot.items.allSatisfy({ snapshot.isUnsent($0.id) })
        else { return 0 }
        // Should the process end between the two, the next import skips what is there.
        try items.store.importItems(try source.store.exportItems())
        try source.store.deleteAll()
        return snapshot.count
    }

    private func printMoved(_ count: Int) throws {
        guard count > 0 else { return }
        try print("\(count) \(count == 1 ? "item comes" : "items come") along.")
    }

    private func typedEmail() throws -> String {
        try typed("--email", "Email: ", orElse: .noEmail)
    }

    /// The value of an option, or what is typed instead.
    private func typed(_ option: String, _ prompt: String, orElse failure: Failure) throws -> String
    {
        if let value = arguments.value(of: option) { return value }
        guard world.terminal.takesInput, let text = try world.terminal.readLine(prompt),
            !text.isEmpty
        else { throw failure }
        return text
    }

    /// Never an argument, since every process of the machine can read those.
    private func typedPassword(_ email: String) throws -> String {
        let password =
            world.terminal.takesInput
            ? try world.terminal.readHiddenLine("Password for \(email.harmless): ")
            : try world.terminal.readLine("")
        guard let password, !password.isEmpty else { throw Failure.noPassword }
        return password
    }
}

extension ItemPlace {
    /// Whether there is a file of items without an account.
    fileprivate var hasItemsWithoutAccount: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "items").path)
    }
}
