import TestSupport

/// One write over HTTP, and its effect on the items.
struct RecordedWrite: Sendable {
    /// The effect on the items.
    enum Effect: Equatable, Sendable {
        /// The titles of the items afterwards; nil for a deleted item.
        case titles([String: String?])
        case nothingIsLeft
    }

    let method: String
    let target: String
    let json: String?
    let effect: Effect

    /// A random write to a few items, with a unique title. It may delete all items only with
    /// `clears`.
    init(title: String, clears: Bool, using generator: inout SplitMix64) {
        let numbers = Array(
            (0..<24).shuffled(using: &generator).prefix(.random(in: 1...6, using: &generator)))
        let one = Self.id(numbers[0])
        let content = #"{"title":"\#(title)"}"#
        func item(_ number: Int) -> String {
            #"{"id":"\#(Self.id(number))","title":"\#(title)"}"#
        }
        var touched = [numbers[0]]
        var left: String? = title
        switch Int.random(in: 0..<(clears ? 40 : 39), using: &generator) {
        case 0..<12:
            (method, target) = ("POST", "/items?onConflict=replace")
            json = "[\(numbers.map(item).joined(separator: ","))]"
            touched = numbers
        case 12..<16:
            (method, target, json) = ("POST", "/items?onConflict=replace", item(numbers[0]))
        case 16..<25: (method, target, json) = ("PUT", "/items/\(one)", content)
        case 25..<33: (method, target, json) = ("PATCH", "/items/\(one)", content)
        case 33..<39:
            (method, target, json) = ("DELETE", "/items/\(one)", nil)
            left = nil
        default:
            (method, target, json) = ("DELETE", "/items", nil)
            effect = .nothingIsLeft
            return
        }
        effect = .titles(
            Dictionary(uniqueKeysWithValues: touched.map { (Self.key($0), left) }))
    }

    /// Whether these are the titles after the write.
    func matches(_ titles: [String: String?]) -> Bool {
        switch effect {
        case .titles(let expected): titles == expected
        case .nothingIsLeft: !titles.isEmpty && titles.values.allSatisfy { $0 == nil }
        }
    }

    private static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-0000000000\(number + 10)"
    }

    /// The id as the database writes it.
    private static func key(_ number: Int) -> String {
        id(number).replacing("-", with: "")
    }
}
