import APITestSupport
import Accounts
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `POST a user` {
    @Test func `creates an account and answers with it`() {
        let world = AccountsWorld()

        let response = world.signUp("Ada")

        #expect(response.status == 201)
        #expect(response["Location"] == "/users/current")
        #expect(response.text == #"{"name":"Ada","email":"Ada@example.org","createdAt":1000}"#)
    }

    @Test(arguments: [
        (#"{}"#, ["/name", "/email", "/password"]),
        (#"{"name":"Ada","email":"a@b"}"#, ["/password"]),
        (#"{"name":" ","email":"a@b","password":"long enough for me"}"#, ["/name"]),
        (#"{"name":"Ada","email":"nobody","password":"long enough for me"}"#, ["/email"]),
        (#"{"name":"Ada","email":"a@b","password":"short"}"#, ["/password"]),
        (#"{"name":"Ada","email":"a@b","password":"password123"}"#, ["/password"]),
        (#"{"name":"Ada","email":"a@b","password":"long\u0000enough"}"#, ["/password"]),
        (#"{"name":"","email":"","password":""}"#, ["/name", "/email", "/password"]),
        (#"{"name":1,"email":true,"password":[]}"#, ["/name", "/email", "/password"]),
        (
            #"{"name":"Ada","email":"a@b","password":"long enough for me","nick":"A"}"#,
            ["/nick"]
        ),
        (#"[]"#, [""]),
    ])
    func `names every invalid member`(body: String, pointers: [String]) {
        let world = AccountsWorld()

        let response = world.client.send("POST", "/users", json: body)

        #expect(response.status == 422)
        #expect(response.pointers?.sorted() == pointers.sorted())
        #expect(world.accounts.writes == [])
        #expect(!response.text.contains("long enough"))
    }

    @Test(arguments: ["ada", "ADA", "Ada"])
    func `refuses an email in use, in any letter case`(name: String) {
        let world = AccountsWorld()
        world.signUp("ada")

        let response = world.signUp(name)

        #expect(response.status == 409)
        #expect(response.problemName == "email-taken")
        #expect(world.accounts.writes.count == 1)
    }

    @Test func `is refused when sign-up is closed`() {
        let world = AccountsWorld(isSignUpOpen: false)

        let response = world.signUp("ada")

        #expect(response.status == 403)
        #expect(response.problemName == "sign-up-closed")
        #expect(world.accounts.writes == [])
    }

    @Test func `reports a storage failure as a problem and in the log`() {
        let world = AccountsWorld()
        world.accounts.failWrites(.storage(.full("no room")))

        let response = world.signUp("ada")

        #expect(response.status == 507)
        #expect(world.reports.all == [.full("no room")])
    }
}

@Suite struct `A server without accounts` {
    @Test(arguments: [
        ("POST", "/users"), ("GET", "/users/current"), ("POST", "/sessions"),
        ("DELETE", "/sessions/current"), ("DELETE", "/sessions/4b1f0c9e77d2"),
        ("DELETE", "/sessions/x"), ("GET", "/sessions"), ("POST", "/tokens"),
    ])
    func `has no sign-in`(method: String, path: String) {
        let world = APIWorld()

        let response = world.client.send(method, path, json: "{}")

        #expect(response.status == 404)
        #expect(response.problemName == "not-found")
        #expect(
            response.problem?.detail
                == "This server has no accounts: it was started without them (--auth).")
    }

    @Test func `ignores a token`() {
        let world = APIWorld()

        let response = world.client.send("GET", "/items", ["Authorization": "Bearer nonsense"])

        #expect(response.status == 200)
        #expect(response["Vary"] == nil)
    }
}
