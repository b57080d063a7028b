import FoundationEssentials
package import TestSupport

/// The members of an item that most tests look at; `json` has all.
package struct Item: Decodable, Equatable {
    package let id: String
    package let title: String
    package let done: Bool
    package let createdAt: Double
    package let updatedAt: Double
    package let doneAt: Double?
    package let revision: Int
}

extension TestResponse {
    /// The content as JSON; null for other content.
    package var json: Node { (try? Node(json: body)) ?? .null }

    /// The content as an item; nil for other content.
    package var item: Item? { try? JSONDecoder().decode(Item.self, from: Data(body)) }

    /// The content as a list of items; nil for other content.
    package var items: [Item]? { try? JSONDecoder().decode([Item].self, from: Data(body)) }

    /// A list without the members that an undo changes: each item's revision and time of change.
    package var lasting: String {
        text.replacing(/"updatedAt":[^,]+,/, with: "").replacing(/"revision":\d+/, with: "")
    }

    /// The titles of a list, in order.
    package var titles: [String]? { items?.map(\.title) }

    /// The target of the next page.
    package var next: String? {
        guard let link = self["Link"], let end = link.firstIndex(of: ">") else { return nil }
        return String(link[..<end].dropFirst())
    }
}
