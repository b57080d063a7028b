import APITestSupport
import HTTP
import TestSupport
import Testing

@testable import API

// Invariants of all routes. The table of routes also includes future ones.
@Suite struct `Every route` {
    // proves: http-4
    @Test(arguments: Route.all)
    func `answers OPTIONS with its methods and patch types only`(route: Route) {
        let response = milk(route).client.send("OPTIONS", route.example)

        #expect(response.status == 204)
        #expect(response["Allow"] == route.allow)
        #expect(response["Accept-Patch"] == (route.methods.contains(.patch) ? patchTypes : nil))
        #expect(
            Set(response.fields.map(\.name)).isSubset(of: [
                "Date", "X-Request-Id", "X-Content-Type-Options",
                "Cross-Origin-Resource-Policy", "Allow", "Accept-Patch",
            ]))
        #expect(response.body == [])
    }

    private let patchTypes = "application/merge-patch+json, application/json"

    // proves: http-4
    @Test(arguments: Route.all, Method.allCases)
    func `answers 405 to other methods`(route: Route, method: Method) {
        guard !route.methods.contains(method) else { return }
        let world = milk(route)
        let before = world.state

        let response = world.client.send("\(method.name)", route.example, json: "{}")

        #expect(response.status == 405)
        #expect(method == .head || response.problemName == "method-not-allowed")
        #expect(response["Allow"] == route.allow)
        #expect(world.state == before)
    }

    // proves: http-4
    @Test(arguments: Route.all, ["", "?nonsense=1"])
    func `answers HEAD as GET, without the content`(route: Route, query: String) {
        guard route.methods.contains(.get) else { return }
        let client = milk(route).client
        let get = client.send("GET", route.example + query)

        let head = client.send("HEAD", route.example + query)

        #expect(head.status == get.status)
        #expect(head.fields.map { "\($0)" } == get.fields.map { "\($0)" })
        #expect(head["Content-Length"] == "\(get.body.count)")
        #expect(get.body != [])
        #expect(head.body == [])
    }

    @Test(arguments: Route.all, Method.allCases)
    func `is 404 with a trailing slash`(route: Route, method: Method) {
        let world = milk(route)
        let before = world.state

        let response = world.client.send("\(method.name)", route.example + "/", json: "{}")

        #expect(response.status == 404)
        #expect(method == .head || response.problemName == "not-found")
        #expect(world.state == before)
    }

    // proves: http-4
    @Test(arguments: Route.all, Method.allCases)
    func `answers 406 to an Accept without its type, and changes nothing`(
        route: Route, method: Method
    ) {
        guard let endpoint = route.endpoint(for: method) else { return }
        let world = milk(route)
        let before = world.state

        let response = world.client.send(
            "\(method.name)", route.example,
            ["Accept": "image/png", "Content-Type": "application/json"],
            body: method == .get || method == .head ? nil : #"{"title":"Tea"}"#)

        if endpoint == .signedIn(.revokeSession) {
            #expect(response.problemName == "session-not-found")
        } else if [.owned(.unsubscribe), .owned(.testSubscription)].contains(endpoint) {
            #expect(response.problemName == "subscription-not-found")
        } else if Self.accept.contains(endpoint) {
            #expect(response.status < 300)
        } else {
            #expect(response.status == 406)
            #expect(world.state == before)
        }
    }

    /// Endpoints that ignore Accept: they have no content, or serve pages and the server's state.
    private static let accept: [Endpoint] = [
        .owned(.deleteItems), .owned(.deleteItem), .signedIn(.signOut), .open(.health),
        .open(.readiness), .open(.metrics),
        .open(.description), .open(.descriptionInJSON), .open(.reference), .open(.problemPage),
        .open(.page), .open(.pageFile), .open(.pageWorker), .open(.pageManifest),
        .open(.calendar),
    ]

    // proves: http-4
    @Test(arguments: Route.all, Method.allCases)
    func `has Date, the request's id, the fields of safety and a cache policy`(
        route: Route, method: Method
    ) {
        let id = String(repeating: "~", count: 64)

        for path in [route.example, route.example + "?nonsense=1", route.example + "/"] {
            let response = milk(route).client.send(
                "\(method.name)", path, ["X-Request-Id": id, "Content-Type": "application/json"],
                body: #"{"title":"Tea"}"#)

            #expect(response["X-Request-Id"] == id)
            #expect(response["Date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
            #expect(response.problem.map { $0.instance == id } ?? true)
            #expect(response["X-Content-Type-Options"] == "nosniff")
            #expect(response["Cross-Origin-Resource-Policy"] == "same-origin")
            let isPersonal = path.hasPrefix("/items")
            switch response.status {
            case _ where method == .options && response.status == 204:
                #expect(response["Cache-Control"] == nil)
            case 400...: #expect(response["Cache-Control"] == "no-store")
            case _ where isPersonal: #expect(response["Cache-Control"] == "private, no-cache")
            default: #expect(response["Cache-Control"] != nil)
            }
        }
    }

    @Test(arguments: Route.all, Method.allCases)
    func `varies by Origin when origins are configured`(route: Route, method: Method) {
        for path in [route.example, route.example + "?nonsense=1", route.example + "/"] {
            let varying = milk(route, sharing: true).client.send("\(method.name)", path, json: "{}")
            let same = milk(route).client.send("\(method.name)", path, json: "{}")

            #expect(varying["Vary"]?.hasSuffix("Origin") == true)
            #expect(same["Vary"]?.contains("Origin") != true)
        }
    }

    private func milk(_ route: Route, sharing: Bool = false) -> any RouteWorld {
        let origin = sharing ? WebOrigin("https://example.org") : nil
        let origins = [origin].compactMap { $0 }
        let world: any RouteWorld =
            route.needsAccounts
            ? AccountsWorld(origins: origins).signedIn() : APIWorld(origins: origins)
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        return world
    }
}

extension Route: CustomTestStringConvertible {
    /// The text that a test run shows.
    public var testDescription: String { path }

    /// A path of this route.
    var example: String {
        path.replacing("{id}", with: uuid(1)).replacing("{name}", with: "invalid")
            .replacing("{revision}", with: "1").replacing("{handle}", with: "0123456789ab")
            .replacing("{subscription}", with: "0123456789abcdef")
            .replacing("{token}", with: "local").replacing(
                "/page/{hash}/{file}", with: examplePageFile)
    }

    fileprivate var allow: String {
        methods.map { "\($0.name)" }.joined(separator: ", ")
    }
}
