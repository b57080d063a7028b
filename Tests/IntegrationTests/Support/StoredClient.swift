import API
import APITestSupport
import Items
import StorageTestSupport
import TestSupport

/// A client of an app on a repository of any kind, which is closed with the client.
final class StoredClient {
    let owner: Owner
    let app: App
    private let world: ItemWorld
    let client: TestClient

    /// A client of an app without items, whose ids count from 1.
    init(_ kind: ItemWorld.Kind, clock: Clock = .constant(1_000)) throws {
        world = try ItemWorld(kind, clock: clock)
        owner = world.owner
        app = App(items: world.repository, authMode: .anonymous(world.owner), ids: .incrementing())
        client = TestClient(app)
    }

    /// Sends a request and waits for its response.
    func send(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil
    ) -> TestResponse {
        client.send(method, target, fields, body: body)
    }

    /// The same with a body of JSON.
    func send(_ method: String, _ target: String, json: String) -> TestResponse {
        client.send(method, target, json: json)
    }
}
