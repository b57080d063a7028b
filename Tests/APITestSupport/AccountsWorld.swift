package import API
package import Accounts
package import HTTP
import Items
import Synchronization
package import TestSupport
import Testing

/// An app with accounts on the doubles, with a client that has no token until it signs in.
package final class AccountsWorld: RouteWorld {
    package static let password = "correct horse battery"

    package let items: InMemoryItems
    package let accounts: InMemoryAccounts
    /// The double that delays rows of items and accounts, if they come later.
    package let late: LateRepository?
    package let time = ManualClock(1_000)
    /// Nanoseconds of the monotonic clock.
    package let ticks = ManualMonotonicClock()
    package let reports = Reports()
    package let sender = RecordingSender()
    package let app: App
    package let client: TestClient

    /// A world without accounts at second 1,000.
    package init(
        isLate: Bool = false,
        origins: [WebOrigin] = [], isSignUpOpen: Bool = true, rate: Rate? = nil,
        signUpRate: Rate? = nil, proxies: [AddressRange] = [], proxyUser: ProxyUserField? = nil
    ) {
        let items = InMemoryItems(now: time.clock)
        let accounts = InMemoryAccounts(clock: time.clock)
        let (ticks, reports) = (ticks, reports)
        self.items = items
        self.accounts = accounts
        var settings = AccountSettings()
        (settings.origins, settings.isSignUpOpen) = (origins, isSignUpOpen)
        (settings.rate, settings.proxies) = (rate, proxies)
        settings.signUpRate = signUpRate ?? rate
        settings.proxyUser = proxyUser
        let rows = isLate ? LateRepository(items, accounts) : nil
        late = rows
        app = App.withAccounts(
            rows ?? items, rows ?? accounts, accounts, clock: time.clock, ticks: ticks, settings,
            sender: sender
        ) { reports.add($0) }
        client = TestClient(app)
    }

    /// Everything that a request could change.
    package var state: String { "\(accounts.writes) \(items.writes)" }

    /// The same world with the client signed in as Ada.
    package func signedIn() -> AccountsWorld {
        client.standing["Authorization"] = "Bearer \(token("ada"))"
        return self
    }

    /// Creates an account with this name, and returns its token.
    package func token(_ name: String) -> String {
        _ = signUp(name)
        return signIn(name).token ?? "none"
    }

    /// Creates an account with this name as the operator does, and returns a token of it.
    package func addedToken(_ name: String) -> String {
        guard let email = Email("\(name)@example.org") else { return "none" }
        let new = NewAccount(name: name, email: email, password: "plain:" + Self.password)
        accounts.submit(.add(new)) { _ in }
        return signIn(name).token ?? "none"
    }

    @discardableResult
    package func signUp(_ name: String, password: String = AccountsWorld.password) -> TestResponse {
        client.send(
            "POST", "/users",
            json: """
                {"name":"\(name)","email":"\(name)@example.org","password":"\(password)"}
                """)
    }

    package func signIn(_ name: String, password: String = AccountsWorld.password) -> TestResponse {
        client.send(
            "POST", "/sessions",
            json: #"{"email":"\#(name)@example.org","password":"\#(password)"}"#)
    }

    /// Sends a request with this token.
    package func send(
        _ method: String, _ target: String, as token: String, _ fields: [String: String] = [:],
        json: String? = nil
    ) -> TestResponse {
        var fields = fields
        fields["Authorization"] = "Bearer \(token)"
        if json != nil { fields["Content-Type"] = fields["Content-Type"] ?? "application/json" }
        return client.send(method, target, fields, body: json)
    }
}

extension TestResponse {
    /// The token of an answer to a sign-in.
    package var token: String? {
        text.firstMatch(of: /"token":"([^"]+)"/).map { String($0.output.1) }
    }
}
