public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of a server, over HTTP, with a call for each of its routes.
///
///     let client = APIClient(baseURL: url)
///     try await client.add(ToDoItem(title: "Buy milk"))
///     let items = try await client.toDoItems()
public struct APIClient: Sendable {
    /// The server's policy for an added item whose id exists already.
    public enum OnConflict: String, CaseIterable, Sendable {
        /// No item is added.
        case refuse
        /// The stored item stays as it is.
        case skip
        /// The sent item replaces the stored one.
        case replace
    }

    let baseURL: URL
    let session: any HTTPSession
    let token: @Sendable () -> String?
    /// The time to which a date in `Retry-After` is compared.
    var now: @Sendable () -> Date = { Date() }

    /// A client of the server at `baseURL`.
    ///
    /// `token` is called before each request; nil sends the request without one.
    public init(
        baseURL: URL, session: any HTTPSession = URLSession.shared,
        token: @escaping @Sendable () -> String? = { nil }
    ) {
        self.baseURL = baseURL
        self.session = session
        self.token = token
    }

    /// All items: open ones before done ones, each group in order of creation.
    public func toDoItems() async throws(APIError) -> [ToDoItem] {
        try Self.decode(try await send("GET", itemsURL, for: 200, limit: ResponseLimit.list))
    }

    /// Adds an item and returns it as stored.
    @discardableResult
    public func add(_ item: ToDoItem) async throws(APIError) -> ToDoItem {
        try Self.decode(try await send("POST", itemsURL, .json, try Self.encode(item), for: 201))
    }

    /// Adds all of the items or none, and returns them as stored, in the same order.
    @discardableResult
    public func addAll(
        _ items: [ToDoItem], onConflict: OnConflict = .refuse
    ) async throws(APIError) -> [ToDoItem] {
        let isDefault = onConflict == .refuse
        let url = url("items", isDefault ? [] : [("onConflict", onConflict.rawValue)])
        return try Self.decode(
            try await send(
                "POST", url, .json, try Self.encode(items), for: 201,
                limit: ResponseLimit.items(items.count)))
    }

    /// Marks an item done or open, leaves the rest unchanged, and returns it as stored.
    @discardableResult
    public func setDone(_ done: Bool, of id: ToDoItem.ID) async throws(APIError) -> ToDoItem {
        let patch = try Self.encode(["done": done])
        let item: ToDoItem = try Self.decode(
            try await send("PATCH", url(of: id), .mergePatch, patch, for: 200))
        // A redirect may have turned the PATCH into a GET, which succeeds with the same status.
        guard item.done == done else { throw .noAnswer(UnexpectedResponse(status: 200)) }
        return item
    }

    /// Deletes an item.
    public func delete(_ id: ToDoItem.ID) async throws(APIError) {
        _ = try await send("DELETE", url(of: id), for: 204)
    }

    /// Deletes all items.
    public func deleteAll() async throws(APIError) {
        _ = try await send("DELETE", itemsURL, for: 204)
    }

    /// The coordinate of an address; nil if the server's geocoder does not find it.
    public func coordinate(for address: String) async throws(APIError) -> Coordinate? {
        let url = url("coordinates", [("address", address)])
        do {
            return try Self.decode(try await send("GET", url, for: 200)) as Coordinate
        } catch .refused(let problem) where problem.isOf(kind: "address-not-found") {
            return nil
        }
    }
}
