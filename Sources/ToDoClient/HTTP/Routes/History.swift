public import Foundation

/// What a write did to an item. A server of a later version may know more.
public struct WriteKind: RawRepresentable, Codable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// The kind with this name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The item was added, or came back.
    public static let created = WriteKind(rawValue: "created")
    /// Members of the item differ.
    public static let changed = WriteKind(rawValue: "changed")
    /// The item was deleted.
    public static let deleted = WriteKind(rawValue: "deleted")
}

/// A write in the history of all items.
public struct LoggedWrite: Codable, Equatable, Identifiable, Sendable {
    /// An item that the write changed.
    public struct Item: Codable, Equatable, Identifiable, Sendable {
        /// The id of the item.
        public let id: ToDoItem.ID
        /// The title after the write; of a deleted item, before it.
        public let title: String
        /// What the write did to the item.
        public let kind: WriteKind
        /// The members that differ, by their names in the API; nil unless the item was changed.
        public let members: [String]?
    }

    /// The revision that the write took, by which it can be undone.
    public let revision: Int
    /// The time of the write, in seconds since 1970.
    public let at: TimeInterval
    /// The label of the token that wrote; nil for a sign-in and without accounts.
    public let by: String?
    /// The revision of the write that this one undid.
    public let undoes: Int?
    /// The number of items that were added or came back.
    public let created: Int
    /// The number of items that were changed.
    public let changed: Int
    /// The number of items that were deleted.
    public let deleted: Int
    /// The first of these items.
    public let items: [Item]

    /// The revision.
    public var id: Int { revision }
}

/// A write in the history of one item.
public struct ItemVersion: Codable, Equatable, Identifiable, Sendable {
    /// The revision that the write took.
    public let revision: Int
    /// The time of the write, in seconds since 1970.
    public let at: TimeInterval
    /// The label of the token that wrote; nil for a sign-in and without accounts.
    public let by: String?
    /// The revision of the write that this one undid.
    public let undoes: Int?
    /// What the write did to the item.
    public let kind: WriteKind
    /// The members that differ, by their names in the API; nil unless the item was changed.
    public let members: [String]?
    /// The item before the write; nil if the write made it.
    public let before: ToDoItem?

    /// The revision.
    public var id: Int { revision }
}

/// A deleted item.
public struct DeletedItem: Decodable, Equatable, Identifiable, Sendable {
    /// The item as it was.
    public let item: ToDoItem
    /// The time of the deletion, in seconds since 1970.
    public let deletedAt: TimeInterval
    /// The revision of the deletion, by which all that it deleted comes back.
    public let deletedIn: Int

    /// The id of the item.
    public var id: ToDoItem.ID { item.id }

    private enum CodingKeys: String, CodingKey, CaseIterable { case deletedAt, deletedIn }

    /// Reads a deleted item.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        deletedAt = try members.decode(TimeInterval.self, forKey: .deletedAt)
        deletedIn = try members.decode(Int.self, forKey: .deletedIn)
        var item = try ToDoItem(from: decoder)
        // They are no members of the item.
        for key in CodingKeys.allCases { item.others[key.rawValue] = nil }
        self.item = item
    }
}

/// The pages of a history, the newest first. Each is fetched when it is asked for.
///
///     for try await page in client.history() { show(page) }
///
/// A page may have few elements, or none, before the last one. Nothing is kept on the device.
public struct HistoryPages<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    /// Fetches one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let fetch: Fetch
        var cursor: String?
        var isOver = false

        /// The next page; nil after the last one.
        public mutating func next() async throws(APIError) -> [Element]? {
            guard !isOver else { return nil }
            let page = try await fetch(cursor)
            cursor = page.next
            isOver = page.next == nil
            return page.elements
        }
    }

    typealias Fetch =
        @Sendable (_ cursor: String?) async throws(APIError) -> (
            elements: [Element], next: String?
        )

    let fetch: Fetch

    /// Begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(fetch: fetch)
    }
}

extension APIClient {
    /// All writes that the server still knows, with what each did. A page has at most `limit`, 100
    /// at most.
    public func history(limit: Int = 50) -> HistoryPages<LoggedWrite> {
        pages("history", limit)
    }

    /// The writes that changed an item, also one that is deleted.
    public func history(
        of id: ToDoItem.ID, limit: Int = 50
    ) -> HistoryPages<ItemVersion> {
        pages("items/\(id.uuidString)/history", limit)
    }

    /// The deleted items that the server can bring back; those that contain all words of a text.
    public func trash(
        matching text: String? = nil, limit: Int = 50
    ) -> HistoryPages<DeletedItem> {
        pages("trash", limit, text.map { [("q", $0)] } ?? [])
    }

    /// Brings a deleted item back, or gives an item the content that it had after a revision.
    /// Returns the item as stored; one that is so already stays as it is.
    @discardableResult
    public func restore(
        _ id: ToDoItem.ID, at revision: Int? = nil
    ) async throws(APIError) -> ToDoItem {
        let query = revision.map { [("revision", "\($0)")] } ?? []
        return try Self.decode(
            try await send("POST", url("items/\(id.uuidString)/restore", query), for: 200))
    }

    private func pages<Element>(
        _ path: String, _ limit: Int, _ query: [(name: String, value: String)] = []
    ) -> HistoryPages<Element> {
        HistoryPages { cursor throws(APIError) in
            let place = cursor.map { [("cursor", $0)] } ?? []
            let url = url(path, query + [("limit", "\(limit)")] + place)
            let response = try await response(to: request("GET", url))
            guard response.status == 200 else { throw Self.error(for: response) }
            return (try Self.decode(response.content), response.nextCursor)
        }
    }
}
