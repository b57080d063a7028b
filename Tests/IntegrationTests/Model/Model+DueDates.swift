import Items
import TestSupport

/// Days and repetition. Each rule of the model is in UTC and counts days.
extension Model {
    private static let day = 86_400.0

    /// Whether a due date and its rule are consistent in the new content of this item.
    func isSettled(_ content: [String: Node], _ before: Item?) -> Bool {
        let timestamp = content["timestamp"]?.number
        if let day = midnight(content["day"]) {
            guard let timestamp, isStart(timestamp, of: day) else { return false }
        }
        if content["remind"] != nil, timestamp == nil { return false }
        guard let rule = content["repeat"] else { return true }
        return timestamp != nil && rule["frequency"] != nil
            && !(content["done"] == .bool(true) && before?.isDone != false)
    }

    /// Content in which a day also has its timestamp.
    func dated(_ content: [String: Node]) -> [String: Node] {
        guard content["timestamp"] == nil, let day = midnight(content["day"]) else {
            return content
        }
        return content.merging(["timestamp": .number(day)]) { $1 }
    }

    /// The content after a merge patch with a settled due date. In `merged` the members are only
    /// combined.
    func dated(
        _ merged: [String: Node], by patch: [String: Node], _ before: Item
    ) -> [String: Node] {
        var content = merged
        let timestamp = content["timestamp"]?.number
        if patch["day"] == nil, timestamp != before.members["timestamp"]?.number {
            content["day"] = nil
        }
        if let day = midnight(content["day"]), patch["day"] != nil,
            patch["timestamp"]?.number == nil, !(timestamp.map { isStart($0, of: day) } ?? false)
        {
            content["timestamp"] = .number(day)
        }
        for name in ["repeat", "remind"] where patch[name] == nil {
            if content["timestamp"] == nil { content[name] = nil }
        }
        return content
    }

    /// The next item after the completion of an item with this content; nil if there is none.
    func next(
        after item: Item, _ content: [String: Node]
    ) -> (id: String, content: [String: Node])? {
        guard let rule = content["repeat"], let timestamp = content["timestamp"]?.number else {
            return nil
        }
        let weeks = rule["frequency"] == .text("weekly")
        let interval = (rule["interval"]?.number ?? 1) * (weeks ? 7 : 1)
        let day = midnight(content["day"])
        let due = ((day ?? timestamp) / Self.day).rounded(.down)
        let today = (start / Self.day).rounded(.down)
        var date = due + interval
        while date <= max(due, today) { date += interval }
        if let until = midnight(rule["until"]), date * Self.day > until { return nil }
        // The last day is 31 December 9999.
        guard date < 2_932_897 else { return nil }
        var following = content
        following["done"] = .bool(false)
        following["timestamp"] = .number(timestamp + (date - due) * Self.day)
        if day != nil { following["day"] = .text("\(CivilDate(days: Int(date)))") }
        let before = item.members["timestamp"]?.number ?? timestamp
        return (nextID(item.id, before), following)
    }

    /// The next item's id according to the contract. Another test checks its bytes.
    private func nextID(_ id: String, _ timestamp: Double) -> String {
        let digits = id.filter { $0 != "-" }
        let high = UInt64(digits.prefix(16), radix: 16) ?? 0
        let low = UInt64(digits.suffix(16), radix: 16) ?? 0
        let next = ItemID(high: high, low: low).next(after: timestamp)
        var text = [next.high, next.low].map(hexadecimal).joined()
        for place in [20, 16, 12, 8] {
            text.insert("-", at: text.index(text.startIndex, offsetBy: place))
        }
        return text
    }

    private func midnight(_ day: Node?) -> Double? {
        day?.text.flatMap { CivilDate($0) }.map { Double($0.days) * Self.day }
    }

    private func isStart(_ timestamp: Double, of midnight: Double) -> Bool {
        (midnight - 14 * 3_600...midnight + 12 * 3_600).contains(timestamp)
    }
}

private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
