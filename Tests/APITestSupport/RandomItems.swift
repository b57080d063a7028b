package import TestSupport

/// Any valid item that a client could send, with texts and numbers from the edges of their ranges.
package struct RandomItem {
    /// The item as it comes back, except that `done` can be absent.
    package let members: [String: Node]

    /// An item that has the members of a row of `members.json`, and others.
    package init(_ random: inout SplitMix64) throws {
        var members = try MemberRow.items().randomElement(using: &random)?.members ?? [:]
        // White space at the start or end would be trimmed.
        if Bool.random(using: &random) {
            members["title"] = .text("<" + Self.text(upTo: 40, &random) + ">")
        }
        if Bool.random(using: &random) {
            members["itemDescription"] = .text(Self.text(upTo: 300, &random))
        }
        if members["timestamp"] == nil, Bool.random(using: &random) {
            members["timestamp"] = Self.number(in: -62_135_596_800...253_402_300_799, &random)
        }
        if Bool.random(using: &random) {
            var place = ["name": Node.text(Self.text(upTo: 40, &random))]
            if Bool.random(using: &random) {
                place["coordinate"] = .map([
                    "latitude": Self.number(in: -90...90, &random),
                    "longitude": Self.number(in: -180...180, &random),
                ])
            }
            members["location"] = .map(place)
        }
        if members["repeat"] == nil, Bool.random(using: &random) {
            members["done"] = [.bool(true), .bool(false), nil].randomElement(using: &random) ?? nil
        }
        self.members = members
    }

    /// The item as JSON with its members in random order, and its texts with or without escapes.
    package func json(_ random: inout SplitMix64) -> String {
        Self.json(.map(members), &random)
    }

    private static func json(_ node: Node, _ random: inout SplitMix64) -> String {
        switch node {
        case .null, .bool, .number: return node.json
        case .text(let text): return quoted(text, &random)
        case .list(let elements):
            return "[" + elements.map { json($0, &random) }.joined(separator: ",") + "]"
        case .map(let members):
            let shuffled = members.sorted { $0.key < $1.key }.shuffled(using: &random)
            let parts = shuffled.map { quoted($0.key, &random) + ":" + json($0.value, &random) }
            return "{" + parts.joined(separator: ",") + "}"
        }
    }

    /// One of the edges, or any bit pattern between the bounds.
    private static func number(
        in bounds: ClosedRange<Double>, _ random: inout SplitMix64
    ) -> Node {
        let edges = [
            bounds.lowerBound, bounds.lowerBound.nextUp, bounds.upperBound,
            bounds.upperBound.nextDown, 0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            .leastNormalMagnitude, Double.leastNormalMagnitude.nextDown, 1.0.nextUp, 1.0.nextDown,
            0.1, 0.1 + 0.2, -1 / 3, 5e-5, 1e-4, 9.999999999999999e-5, 1e-7, 89.99999999999999,
        ]
        if Int.random(in: 0..<3, using: &random) == 0 {
            return .number(edges.randomElement(using: &random) ?? 0)
        }
        if Bool.random(using: &random) { return .number(.random(in: bounds, using: &random)) }
        while true {
            let number = Double(bitPattern: random.next())
            if bounds.contains(number) { return .number(number) }
        }
    }

    /// Characters from all planes except U+0000, which no text may contain.
    private static func text(upTo limit: Int, _ random: inout SplitMix64) -> String {
        let blocks: [ClosedRange<UInt32>] = [
            0x01...0x1F, 0x20...0x7E, 0x20...0x7E, 0x7F...0xA0, 0xA1...0x7FF, 0x300...0x36F,
            0x800...0xD7FF, 0x2000...0x2060, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
            0x1F300...0x1FAFF, 0x22...0x22, 0x5C...0x5C, 0xFEFF...0xFEFF,
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...limit, using: &random) {
            let block = blocks.randomElement(using: &random) ?? 0x20...0x7E
            let number = UInt32.random(in: block, using: &random)
            if let scalar = Unicode.Scalar(number) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private static func quoted(_ text: String, _ random: inout SplitMix64) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || Int.random(in: 0..<8, using: &random) == 0 {
                for unit in String(scalar).utf16 { quoted += escape(unit, &random) }
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func escape(_ unit: UInt16, _ random: inout SplitMix64) -> String {
        let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
