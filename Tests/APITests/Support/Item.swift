import FoundationEssentials
import TestSupport

/// An item as a client reads it.
struct Item: Decodable, Equatable {
    struct Location: Decodable, Equatable {
        let name: String
        let coordinate: Point?
    }

    struct Point: Decodable, Equatable {
        let latitude: Double
        let longitude: Double
    }

    let id: String
    let title: String
    let itemDescription: String?
    let timestamp: Double?
    let location: Location?
    let done: Bool
    let createdAt: Double
    let updatedAt: Double
    let doneAt: Double?
    let revision: Int
}

extension TestResponse {
    /// The content as an item, nil when it is none.
    var item: Item? { try? JSONDecoder().decode(Item.self, from: Data(body)) }

    /// The content as a list of items, nil when it is none.
    var items: [Item]? { try? JSONDecoder().decode([Item].self, from: Data(body)) }

    /// A list without what an undo makes anew: each item's revision, and when it was last changed.
    var lasting: String {
        text.replacing(/"updatedAt":[^,]+,/, with: "").replacing(/"revision":\d+/, with: "")
    }

    /// The titles of a list, in order.
    var titles: [String]? { items?.map(\.title) }
}
