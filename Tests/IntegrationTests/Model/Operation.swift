import APITestSupport
import Items
import TestSupport

/// One operation of a client. It stays meaningful when earlier ones are removed, because ids are
/// from a small set, and revisions are relative to the current one.
enum Operation: Equatable {
    /// The condition of a write.
    enum Guard: Equatable, CaseIterable {
        case none
        case current
        case stale
        case any
        case absent
    }

    case add([[String: Node]], isArray: Bool, onConflict: String?)
    case put(String, [String: Node], Guard)
    case patch(String, [String: Node], Guard)
    case delete(String, Guard)
    case deleteAll(ListFilter, Guard)
    case patchAll(ListFilter, [String: Node], Guard)
    case undo(back: Int)
    case batch([Model.Step], staleFrom: Int?)
    /// An array with an idempotency key; keys repeat.
    case addOnce(key: Int, [[String: Node]])
    case read(String)
    case list(ListFilter, sort: String?, limit: Int?)
    case changes(back: Int?, limit: Int)
    /// Time passes, in seconds.
    case wait(Double)
}

/// The filter parameters of a list, as a query and as a predicate.
struct ListFilter: Equatable {
    var done: Bool?
    var words: [String] = []
    var dueBefore: Double?
    var dueAfter: Double?
    var hasLocation: Bool?
    /// Lower case.
    var tags: [String] = []
    /// Whether it is near the shop.
    var nearShop = false

    var query: String {
        var parts: [String] = []
        if let done { parts.append("done=\(done)") }
        if !words.isEmpty { parts.append("q=\(words.map(Self.escaped).joined(separator: "%20"))") }
        if let dueBefore { parts.append("dueBefore=\(dueBefore)") }
        if let dueAfter { parts.append("dueAfter=\(dueAfter)") }
        if let hasLocation { parts.append("hasLocation=\(hasLocation)") }
        if !tags.isEmpty { parts.append("tag=\(tags.map(Self.escaped).joined(separator: ","))") }
        if nearShop { parts.append("near=51.2,6.8&radius=5000") }
        return parts.joined(separator: "&")
    }

    /// A word as it may stand in a query (RFC 3986 §2.1).
    private static func escaped(_ word: String) -> String {
        word.utf8.map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return (0x61...0x7A).contains(byte) ? String(UnicodeScalar(byte)) : "%" + hex
        }.joined()
    }

    func selects(_ item: Model.Item) -> Bool {
        if let done, item.isDone != done { return false }
        let text = ["title", "itemDescription"].compactMap { item.members[$0]?.text?.lowercased() }
        for word in words
        where !text.contains(where: { $0.utf8.contains(word.lowercased().utf8) }) {
            return false
        }
        let due = item.members["timestamp"]?.number
        if let dueBefore, !(due.map { $0 < dueBefore } ?? false) { return false }
        if let dueAfter, !(due.map { $0 > dueAfter } ?? false) { return false }
        let location = item.members["location"]
        if let hasLocation, (location != nil) != hasLocation { return false }
        let known = (item.members["tags"]?.elements ?? []).compactMap { $0.text?.lowercased() }
        guard tags.allSatisfy(known.contains) else { return false }
        // All other coordinates of the test are far away.
        return !nearShop || location?["coordinate"]?["latitude"] == .number(51.2)
    }
}

extension Operation {
    /// A random operation.
    static func random(_ random: inout SplitMix64) -> Operation {
        let id = Draw.id(&random)
        let condition =
            random.chance(60) ? .none : Guard.allCases.randomElement(using: &random) ?? .none
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<12:
            let draft = Draw.draft(&random).merging(["id": .text(id)]) { $1 }
            return .add([draft], isArray: false, onConflict: Draw.onConflict(&random))
        case 12..<18:
            let ids = Draw.ids.shuffled(using: &random).prefix(
                Int.random(in: 1...5, using: &random))
            let drafts = ids.map { Draw.draft(&random).merging(["id": .text($0)]) { $1 } }
            return .add(drafts, isArray: true, onConflict: Draw.onConflict(&random))
        case 18..<28: return .put(id, Draw.draft(&random), condition)
        case 28..<38: return .patch(id, Draw.patch(&random), condition)
        case 38..<44: return .delete(id, condition)
        case 44..<46:
            return .deleteAll(Draw.filter(&random), condition == .absent ? .none : condition)
        case 46..<50:
            return .patchAll(
                Draw.filter(&random), Draw.patch(&random), condition == .absent ? .none : condition)
        case 50..<60: return .undo(back: Int.random(in: -1...6, using: &random))
        case 60..<68:
            let steps = (0..<Int.random(in: 1...5, using: &random)).map { _ in Draw.step(&random) }
            return .batch(
                steps, staleFrom: random.chance(25) ? Int.random(in: 0..<5, using: &random) : nil)
        case 68..<72:
            // The draft has no rule. A done item cannot have one, and would be refused before the
            // key is.
            let draft = Draw.draft(&random).filter { $0.key != "repeat" }
            return .addOnce(
                key: Int.random(in: 0..<4, using: &random),
                [draft.merging(["id": .text(id)]) { $1 }])
        case 72..<78: return .read(id)
        case 78..<87:
            return .list(
                Draw.filter(&random), sort: Draw.sort(&random),
                limit: random.chance(50) ? Int.random(in: 1...4, using: &random) : nil)
        case 87..<97:
            return .changes(
                back: random.chance(20) ? nil : Int.random(in: 0...9, using: &random),
                limit: Int.random(in: 1...9, using: &random))
        default: return .wait(Double(Int.random(in: 1...9, using: &random)) / 4)
        }
    }
}

/// Random values, few enough to repeat.
private enum Draw {
    static let ids = (1...7).map { uuid($0 + 100) }

    static func id(_ random: inout SplitMix64) -> String {
        ids.randomElement(using: &random) ?? ids[0]
    }

    static func onConflict(_ random: inout SplitMix64) -> String? {
        [nil, "skip", "replace"].randomElement(using: &random) ?? nil
    }

    static func sort(_ random: inout SplitMix64) -> String? {
        guard random.chance(50) else { return nil }
        let name = ["created", "updated", "timestamp", "title", "position"].randomElement(
            using: &random)
        return (random.chance(50) ? "-" : "") + (name ?? "title")
    }

    static func filter(_ random: inout SplitMix64) -> ListFilter {
        var filter = ListFilter()
        if random.chance(30) { filter.done = random.chance(50) }
        if random.chance(20) {
            let words = ["milk", "MIL", "e", "Ö", "a_b", "50%", "nothing"]
            filter.words = (0..<(random.chance(70) ? 1 : 2)).compactMap { _ in
                words.randomElement(using: &random)
            }
        }
        if random.chance(15) { filter.dueBefore = times.randomElement(using: &random) }
        if random.chance(15) { filter.dueAfter = times.randomElement(using: &random) }
        if random.chance(15) { filter.hasLocation = random.chance(50) }
        if random.chance(15) { filter.nearShop = true }
        if random.chance(15) {
            filter.tags = [["errands"], ["home", "errands"]].randomElement(using: &random) ?? []
        }
        return filter
    }

    private static let times = [0, -5.5, 1_700_000_000.25, 253_402_300_799]
    private static let days: [Node] = [.null, .text("1970-01-01"), .text("2023-11-15")]
    private static let rules: [Node] = [
        .null, .map(["frequency": .text("daily")]), .map(["frequency": .text("weekly")]),
        .map(["frequency": .text("daily"), "interval": .number(3)]),
        .map(["frequency": .text("daily"), "until": .text("1970-01-02")]),
        .map(["interval": .number(2)]), .map(["interval": .null, "until": .null]),
    ]
    /// Values of the members that stand in no relation to others.
    private static let others: [(name: String, values: [Node])] = ItemMember.allCases.compactMap {
        switch $0 {
        case .title, .timestamp, .day, .repetition, .location, .remind, .done: return nil
        default:
            let (name, row) = ($0.rawValue, try? MemberRow(of: $0))
            return (name, row?.patches.compactMap { $0[name] } ?? [])
        }
    }
    private static let titles = [
        "Milk", "milk and bread", " Tea ", "Möhren", "a_b", "50%", "Z", "é", "\u{1F95B} milk",
    ]
    private static let locations: [Node] = [
        .map(["name": .text("")]),
        .map(["name": .text("Shop"), "coordinate": coordinate(51.2, 6.8)]),
        .map(["name": .text("Far"), "coordinate": coordinate(-33.5, 151.25)]),
    ]

    private static func coordinate(_ latitude: Double, _ longitude: Double) -> Node {
        .map(["latitude": .number(latitude), "longitude": .number(longitude)])
    }

    /// The content of an item.
    static func draft(_ random: inout SplitMix64) -> [String: Node] {
        var draft = patch(&random)
        draft["title"] = titles.randomElement(using: &random).map { .text($0) }
        if case .map? = draft["location"] {
            draft["location"] = locations.randomElement(using: &random)
        }
        // A faulty draft would be refused before the steps of a batch are executed.
        if draft["day"]?.text != nil { draft["timestamp"] = nil }
        let isDue = draft["day"]?.text != nil || draft["timestamp"]?.number != nil
        if !isDue || draft["repeat"]?["frequency"] == nil { draft["repeat"] = nil }
        if !isDue { draft["remind"] = nil }
        return draft
    }

    /// A patch of some members.
    static func patch(_ random: inout SplitMix64) -> [String: Node] {
        var patch: [String: Node] = [:]
        if random.chance(30) {
            patch["title"] = titles.randomElement(using: &random).map { .text($0) }
        }
        if random.chance(40) { patch["done"] = .bool(random.chance(50)) }
        for (name, values) in others where random.chance(30) {
            patch[name] = random.chance(30) ? .null : values.randomElement(using: &random)
        }
        if random.chance(30) {
            patch["timestamp"] =
                random.chance(30) ? .null : times.randomElement(using: &random).map { .number($0) }
        }
        if random.chance(15) { patch["day"] = days.randomElement(using: &random) }
        if random.chance(40) { patch["repeat"] = rules.randomElement(using: &random) }
        if random.chance(20) {
            patch["remind"] = [.null, .number(0), .number(-540)].randomElement(using: &random)
        }
        if random.chance(30) {
            let parts: [Node] = [
                .null, .map(["coordinate": .null]), .map(["name": .text("Shop")]),
                .map(["coordinate": .map(["latitude": .number(51.2)])]),
            ]
            patch["location"] = (locations + parts).randomElement(using: &random)
        }
        return patch
    }

    static func step(_ random: inout SplitMix64) -> Model.Step {
        let kind = Model.Step.Kind.allCases.randomElement(using: &random) ?? .put
        let content = kind == .put ? draft(&random) : kind == .patch ? patch(&random) : [:]
        return Model.Step(kind: kind, id: id(&random), content: content)
    }
}
