public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The routes of items, except the most common ones.
extension APIClient {
    /// The items that a filter selects.
    public func toDoItems(
        matching filter: ItemFilter, sortedBy order: ItemOrder? = nil
    ) async throws(APIError) -> [ToDoItem] {
        try Self.decode(
            try await send(
                "GET", url("items", Self.query(filter, order)), for: 200,
                limit: ResponseLimit.list))
    }

    /// A page of the items that a filter selects; `cursor` is the `next` of the previous page.
    public func page(
        matching filter: ItemFilter = ItemFilter(), sortedBy order: ItemOrder? = nil, limit: Int,
        cursor: String? = nil
    ) async throws(APIError) -> ToDoItemPage {
        var query = Self.query(filter, order) + [("limit", "\(limit)")]
        if let cursor { query.append(("cursor", cursor)) }
        let response = try await response(to: request("GET", url("items", query)))
        guard response.status == 200 else { throw Self.error(for: response) }
        return ToDoItemPage(items: try Self.decode(response.content), next: response.nextCursor)
    }

    private static func query(
        _ filter: ItemFilter, _ order: ItemOrder?
    ) -> [(name: String, value: String)] {
        filter.query + (order.map { [("sort", $0.rawValue)] } ?? [])
    }

    /// Marks all items that a filter selects done or open. Returns the number of changed items.
    @discardableResult
    public func setDone(
        _ done: Bool, ofAll filter: ItemFilter
    ) async throws(APIError) -> Int {
        struct Result: Decodable { let changed: Int }
        let result: Result = try Self.decode(
            try await send(
                "PATCH", url("items", filter.query), .mergePatch, try Self.encode(["done": done]),
                for: 200))
        return result.changed
    }

    /// Deletes all items that a filter selects.
    public func deleteAll(matching filter: ItemFilter) async throws(APIError) {
        _ = try await send("DELETE", url("items", filter.query), for: 204)
    }

    /// An item.
    public func item(_ id: ToDoItem.ID) async throws(APIError) -> ToDoItem {
        try Self.decode(try await send("GET", url(of: id), for: 200))
    }

    /// Replaces or creates an item, and returns it as stored.
    @discardableResult
    public func put(_ item: ToDoItem) async throws(APIError) -> ToDoItem {
        let request = request("PUT", url(of: item.id), .json, try Self.encode(item))
        let response = try await response(to: request)
        guard [200, 201].contains(response.status) else { throw Self.error(for: response) }
        return try Self.decode(response.content)
    }

    /// Changes the members in which an item differs from the original; returns it as stored.
    @discardableResult
    public func update(
        _ item: ToDoItem, from original: ToDoItem
    ) async throws(APIError) -> ToDoItem {
        let patch = try Self.encode(item.patch(from: original))
        return try Self.decode(
            try await send("PATCH", url(of: original.id), .mergePatch, patch, for: 200))
    }

    /// Makes up to 1,000 writes in their order, all or none.
    @discardableResult
    public func perform(
        _ operations: [BatchOperation]
    ) async throws(APIError) -> BatchAnswer {
        let body = try Self.encode(operations.map(WireOperation.init))
        var request = request("POST", url("items/batch"), .json, body)
        // A session may send the request twice when the connection breaks.
        request.setValue("\"\(UUID())\"", forHTTPHeaderField: "Idempotency-Key")
        let response = try await response(
            to: request, limit: ResponseLimit.items(operations.count))
        guard response.status == 200 else { throw Self.error(for: response) }
        let results: [BatchResult] = try Self.decode(response.content)
        return BatchAnswer(items: results.map { $0.item?.item }, revision: response.undo)
    }

    /// Undoes the write of a revision. Returns the ids of the changed items.
    @discardableResult
    public func undo(_ revision: Int) async throws(APIError) -> [ToDoItem.ID] {
        let result: UndoResult = try Self.decode(
            try await send(
                "POST", url("undo/\(revision)"), for: 200, limit: ResponseLimit.list))
        return result.restored
    }

    /// The changes since the token of an earlier response; without one, all items.
    public func changes(
        since token: String? = nil, limit: Int = 500
    ) async throws(APIError) -> ItemChanges {
        var query = [("limit", "\(limit)")]
        if let token { query.append(("since", token)) }
        return try Self.decode(try await send("GET", url("items/changes", query), for: 200))
    }
}

extension APIResponse {
    /// The cursor of the next page, if the response has one.
    var nextCursor: String? {
        guard let link, link.contains(#"rel="next""#),
            let match = link.firstMatch(of: /[?&]cursor=([^&>]+)/)
        else { return nil }
        return String(match.output.1)
    }

    /// The revision whose undo reverts the write; nil if it changed nothing.
    fileprivate var undo: Int? {
        link?.firstMatch(of: /\/undo\/([0-9]+)/).flatMap { Int($0.output.1) }
    }
}
