import Foundation
import FoundationNetworking
import ToDoClient
import ToDoClientTestSupport

/// A server and its clients.
struct World {
    static let url = URL(filePath: "/")

    let server = InMemoryServer()
    let clock = TestClock()

    /// A client of the server.
    var client: APIClient { APIClient(baseURL: Self.url, session: server) }

    /// A device with a disk of its own.
    func store(_ disk: InMemoryDisk = InMemoryDisk()) -> ToDoItemStore {
        ToDoItemStore(disk.dataStore, client: client, environment: clock.environment)
    }

    /// Two devices that have an item.
    func devices(with item: ToDoItem) async throws -> (ToDoItemStore, ToDoItemStore) {
        let (first, second) = (store(), store())
        try first.add(item)
        try await first.sync()
        try await second.sync()
        return (first, second)
    }

    /// The requests by method and path, such as `POST /items/batch`.
    var calls: [String] {
        server.requests.map { "\($0.httpMethod ?? "") \($0.url?.path() ?? "")" }
    }
}

extension ToDoItemStore {
    /// The titles in order.
    var titles: [String] { snapshot.items.map(\.title) }
}

extension ToDoItem {
    /// An item that is due on Friday, 2 December 2050, which is long after the time of the double.
    static func plant(_ rule: Repetition) -> ToDoItem {
        var item = ToDoItem(title: "plants", repetition: rule)
        item.setDay(DayDate("2050-12-02"), in: .gmt)
        return item
    }
}
