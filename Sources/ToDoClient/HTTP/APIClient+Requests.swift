import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension APIClient {
    enum ContentType: String {
        case json = "application/json"
        case mergePatch = "application/merge-patch+json"
        /// A file of any format.
        case file = "application/octet-stream"
    }

    var itemsURL: URL { baseURL.appending(path: "items") }

    /// The URL of a path, with parameters.
    func url(_ path: String, _ query: [(name: String, value: String)] = []) -> URL {
        let url = baseURL.appending(path: path)
        guard !query.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { return url }
        // A server reads `+` in a query as a space, and URLComponents does not encode it.
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        parts.percentEncodedQuery = query.map { name, value in
            name + "=" + (value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
        }
        .joined(separator: "&")
        return parts.url ?? url
    }

    func url(of id: ToDoItem.ID) -> URL {
        itemsURL.appending(path: id.uuidString)
    }

    /// Sends a request and returns the content of a response with this status.
    ///
    /// Any other status is an error, also another 2xx: a redirect may turn a POST into a GET.
    func send(
        _ method: String, _ url: URL, _ type: ContentType? = nil, _ body: Data? = nil,
        for status: Int, limit: Int = ResponseLimit.page
    ) async throws(APIError) -> Data {
        var request = request(method, url, type, body)
        if method == "DELETE" {
            // A session may retry the request when the connection breaks. Because of the key, a
            // retry does not delete items that were added in between.
            request.setValue("\"\(UUID())\"", forHTTPHeaderField: "Idempotency-Key")
        }
        let response = try await response(to: request, limit: limit)
        guard response.status == status else { throw Self.error(for: response) }
        return response.content
    }

    /// A request with what all requests have.
    func request(
        _ method: String, _ url: URL, _ type: ContentType? = nil, _ body: Data? = nil
    ) -> URLRequest {
        var request = URLRequest(url: url)
        // Without a limit, a session on Linux waits forever on a connection that has died. A limit
        // that the initializer gets has no effect there.
        request.timeoutInterval = 20
        request.httpMethod = method
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let type { request.setValue(type.rawValue, forHTTPHeaderField: "Content-Type") }
        if let token = token() {
            request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        }
        return request
    }

    /// Sends a request and returns the response, whatever its status.
    ///
    /// A response of more bytes than the limit is an error.
    func response(
        to request: URLRequest, limit: Int = ResponseLimit.page
    ) async throws(APIError) -> APIResponse {
        let content: Data
        let response: URLResponse
        do {
            (content, response) = try await session.data(for: request, limit: limit)
        } catch {
            throw .noAnswer(error)
        }
        guard let response = response as? HTTPURLResponse else {
            throw .noAnswer(URLError(.badServerResponse))
        }
        guard response.isResponse(to: request) else {
            throw .noAnswer(
                UnexpectedResponse(
                    status: response.statusCode, location: response.url?.absoluteString))
        }
        return APIResponse(response, content, now: now())
    }

    /// The error of a response with another status than expected.
    ///
    /// A 4xx without a problem document is a refusal by an intermediary. With a status outside 4xx
    /// the outcome on the server is unknown. The server sends no redirects.
    static func error(for response: APIResponse) -> APIError {
        let problem = response.problem
        if problem.isOfServer, !(300...399).contains(response.status) {
            return problem.isRepeatedRequest ? .noAnswer(problem) : .refused(problem)
        }
        guard (400...499).contains(response.status) else {
            return .noAnswer(response.unexpected)
        }
        return .refused(problem)
    }

    static func encode(_ value: some Encodable) throws(APIError) -> Data {
        do {
            return try JSONEncoder().encode(value)
        } catch {
            throw .unwritable(error)
        }
    }

    static func decode<Value: Decodable>(_ content: Data) throws(APIError) -> Value {
        do {
            return try JSONDecoder.decode(Value.self, from: content)
        } catch {
            throw .unreadable(error)
        }
    }
}
