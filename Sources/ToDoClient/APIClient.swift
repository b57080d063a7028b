public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of a server's items, over HTTP.
///
///     let client = APIClient(baseURL: url)
///     try await client.add(ToDoItem(title: "Buy milk"))
///     let items = try await client.items()
public struct APIClient: Sendable {
    /// What the server does with an added item whose id exists already.
    public enum OnConflict: String, CaseIterable, Sendable {
        /// No item is added.
        case refuse
        /// The stored item stays as it is.
        case skip
        /// The sent item replaces the stored one.
        case replace
    }

    private let baseURL: URL
    private let session: any HTTPSession

    /// A client of the server at `baseURL`.
    public init(baseURL: URL, session: any HTTPSession = URLSession.shared) {
        self.baseURL = baseURL
        self.session = session
    }

    /// All items: open ones before done ones, each group in order of creation.
    public func items() async throws(APIError) -> [ToDoItem] {
        try Self.decode(try await send("GET", itemsURL, for: 200))
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
        var url = itemsURL
        if onConflict != .refuse {
            url.append(queryItems: [URLQueryItem(name: "onConflict", value: onConflict.rawValue)])
        }
        return try Self.decode(
            try await send("POST", url, .json, try Self.encode(items), for: 201))
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
}

extension APIClient {
    private enum ContentType: String {
        case json = "application/json"
        case mergePatch = "application/merge-patch+json"
    }

    private var itemsURL: URL { baseURL.appending(path: "items") }

    private func url(of id: ToDoItem.ID) -> URL {
        itemsURL.appending(path: id.uuidString)
    }

    /// Sends a request and returns the content of a response with this status.
    ///
    /// Any other status is an error, also another 2xx: a redirect may turn a POST into a GET.
    private func send(
        _ method: String, _ url: URL, _ type: ContentType? = nil, _ body: Data? = nil,
        for status: Int
    ) async throws(APIError) -> Data {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let type { request.setValue(type.rawValue, forHTTPHeaderField: "Content-Type") }
        if method == "DELETE" {
            // A session may retry the request when the connection breaks. With the key, a retry
            // does not delete items that were added in between.
            request.setValue("\"\(UUID())\"", forHTTPHeaderField: "Idempotency-Key")
        }
        let content: Data
        let response: URLResponse
        do {
            (content, response) = try await session.data(for: request)
        } catch {
            throw .noAnswer(error)
        }
        guard let response = response as? HTTPURLResponse else {
            throw .noAnswer(URLError(.badServerResponse))
        }
        guard response.statusCode == status else {
            throw Self.error(for: response.statusCode, content)
        }
        return content
    }

    /// The error of a response with another status than expected.
    ///
    /// A 4xx without a problem document is a refusal by an intermediary. With a status outside 4xx
    /// the outcome on the server is unknown.
    private static func error(for status: Int, _ content: Data) -> APIError {
        let problem = try? JSONDecoder().decode(Problem.self, from: content)
        if let problem, problem.type.hasPrefix("/problems/") {
            return problem.isRepeatedRequest ? .noAnswer(problem) : .refused(problem)
        }
        guard (400...499).contains(status) else {
            return .noAnswer(UnexpectedResponse(status: status))
        }
        return .refused(problem ?? Problem(status: status))
    }

    private static func encode(_ value: some Encodable) throws(APIError) -> Data {
        do {
            return try JSONEncoder().encode(value)
        } catch {
            throw .unwritable(error)
        }
    }

    private static func decode<Value: Decodable>(_ content: Data) throws(APIError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: content)
        } catch {
            throw .unreadable(error)
        }
    }
}
