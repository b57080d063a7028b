import APITestSupport
import FoundationEssentials
import TestSupport

/// A page of changes as a client reads it.
struct ChangesDocument: Decodable {
    let token: String
    let more: Bool
    let changes: [ChangeDocument]
}

/// One change as a client reads it, in a page or in an event.
struct ChangeDocument: Decodable, Equatable {
    let revision: Int
    let item: Item?
    let deleted: String?

    /// The id of the changed item.
    var id: String { item?.id ?? deleted ?? "" }
}

extension TestResponse {
    /// The content as a page of changes; nil for other content.
    var page: ChangesDocument? {
        try? JSONDecoder().decode(ChangesDocument.self, from: Data(body))
    }
}

extension EventReader.Event {
    /// The data as a change; nil for other data.
    var change: ChangeDocument? {
        guard type == "change" else { return nil }
        return try? JSONDecoder().decode(ChangeDocument.self, from: Data(data.utf8))
    }
}

/// A copy of the items that is built from changes alone.
struct Replica: Equatable {
    private(set) var items: [String: Item] = [:]

    init() {}

    /// The items of a list.
    init(_ items: [Item]?) {
        for item in items ?? [] { self.items[item.id] = item }
    }

    /// Applies a change; false if it is malformed.
    @discardableResult
    mutating func apply(_ change: ChangeDocument?) -> Bool {
        guard let change, (change.item == nil) != (change.deleted == nil) else { return false }
        items[change.id] = change.item
        return true
    }
}

/// Random writes of every kind from a seed, to few ids, so that they overlap.
struct RandomWrites {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// The next write as a request.
    mutating func next() -> (method: String, target: String, body: String?) {
        let item = "/items/" + uuid(Int.random(in: 1...12, using: &random))
        let title = "\"title\":\"\(Int.random(in: 0..<4, using: &random))\""
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: return ("PUT", item, "{\(title)}")
        case 6..<10: return ("PATCH", item, #"{"done":\#(Bool.random(using: &random))}"#)
        case 10..<14: return ("DELETE", item, nil)
        case 14..<19:
            let ids = (1...12).shuffled(using: &random)
                .prefix(Int.random(in: 0...9, using: &random))
            let items = ids.map { #"{"id":"\#(uuid($0))",\#(title)}"# }
            return ("POST", "/items?onConflict=replace", "[\(items.joined(separator: ","))]")
        default: return ("DELETE", "/items", nil)
        }
    }

    mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
}

extension StoredClient {
    /// Sends one write and ignores its outcome.
    func write(_ write: (method: String, target: String, body: String?)) {
        let fields = write.body == nil ? [:] : ["Content-Type": "application/json"]
        _ = send(write.method, write.target, fields, body: write.body)
    }
}
