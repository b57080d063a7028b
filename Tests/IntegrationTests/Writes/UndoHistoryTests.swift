import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

/// Any write to a few items with a few titles, so that writes overlap.
private struct RandomWrite: CustomStringConvertible {
    let method: String
    let target: String
    let json: String?

    var description: String { "\(method) \(target) \(json ?? "")" }

    init(_ dice: inout SplitMix64, revision: Int) {
        let item = "/items/" + Self.id(&dice)
        switch Int.random(in: 0..<20, using: &dice) {
        case 0..<3: self.init("POST", "/items", Self.item(&dice))
        case 3..<6:
            let choice = ["skip", "replace"].randomElement(using: &dice) ?? ""
            let count = Int.random(in: 0...4, using: &dice)
            let ids = Set((0..<count).map { _ in Self.id(&dice) }).sorted()
            let items = ids.map { Self.item(&dice, id: $0) }
            self.init(
                "POST", "/items?onConflict=" + choice, "[" + items.joined(separator: ",") + "]")
        case 6..<9: self.init("PUT", item, Self.item(&dice))
        case 9..<12: self.init("PATCH", item, Self.patch(&dice))
        case 12..<14: self.init("DELETE", item, nil)
        case 14: self.init("DELETE", "/items", nil)
        case 15..<17:
            self.init("POST", "/undo/\(Int.random(in: 1...max(1, revision), using: &dice))", nil)
        default:
            let steps = (0..<Int.random(in: 0...6, using: &dice)).map { _ in Self.step(&dice) }
            self.init("POST", "/items/batch", "[" + steps.joined(separator: ",") + "]")
        }
    }

    private init(_ method: String, _ target: String, _ json: String?) {
        self.method = method
        self.target = target
        self.json = json
    }

    private static func step(_ dice: inout SplitMix64) -> String {
        let id = id(&dice)
        return switch Int.random(in: 0..<4, using: &dice) {
        case 0: #"{"op":"delete","id":"\#(id)"}"#
        case 1: #"{"op":"patch","id":"\#(id)","patch":\#(patch(&dice))}"#
        default: #"{"op":"put","item":\#(item(&dice, id: id))}"#
        }
    }

    private static func id(_ dice: inout SplitMix64) -> String {
        uuid(1_000 + Int.random(in: 1...5, using: &dice))
    }

    private static func item(_ dice: inout SplitMix64, id: String? = nil) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        let location = Bool.random(using: &dice) ? #","location":{"name":"Home"}"# : ""
        return
            #"{\#(id)"title":"\#(title(&dice))","done":\#(Bool.random(using: &dice))\#(location)}"#
    }

    private static func patch(_ dice: inout SplitMix64) -> String {
        let patches = [
            #"{"done":true}"#, #"{"done":false}"#, #"{"location":null}"#, "{}",
            #"{"title":"\#(title(&dice))"}"#, #"{"location":{"name":"Shop"}}"#,
        ]
        return patches.randomElement(using: &dice) ?? "{}"
    }

    private static func title(_ dice: inout SplitMix64) -> String {
        ["Milk", "Tea", "Jam"].randomElement(using: &dice) ?? ""
    }
}

@Suite struct `A history of random requests` {
    // proves: undo-1
    @Test(arguments: [ItemWorld.Kind.double, .sqliteInMemory], 1...6 as ClosedRange<UInt64>)
    func `is undone and redone at every step, and then undone to its beginning`(
        kind: ItemWorld.Kind, seed: UInt64
    ) throws {
        var dice = SplitMix64(seed: seed)
        let time = ManualClock()
        let client = try StoredClient(kind, clock: time.clock)
        var revision = 0
        /// The list before each revision.
        var lists: [String] = []

        func list() -> String { client.send("GET", "/items").lasting }
        /// Executes the write; returns whether it changed something.
        func change(_ method: String, _ target: String, _ json: String? = nil) -> Bool {
            time.advance(by: 1)
            let before = list()
            let response = client.send(
                method, target, ["Content-Type": "application/json"], body: json)
            guard response["Link"] != nil else {
                #expect(list() == before, "seed \(seed): \(method) \(target) \(json ?? "")")
                return false
            }
            revision += 1
            lists.append(before)
            #expect(response["Link"] == #"</undo/\#(revision)>; rel="undo""#)
            #expect(response["ToDo-Revision"]?.hasSuffix(".\(revision)") == true)
            return true
        }

        for _ in 0..<60 {
            let write = RandomWrite(&dice, revision: revision)
            guard change(write.method, write.target, write.json) else { continue }
            let (before, after) = (lists[revision - 1], list())
            guard before != after else { continue }
            #expect(change("POST", "/undo/\(revision)"), "seed \(seed): \(write)")
            #expect(list() == before, "seed \(seed): \(write)")
            #expect(change("POST", "/undo/\(revision)"), "seed \(seed): \(write)")
            #expect(list() == after, "seed \(seed): \(write)")
        }
        let end = revision
        for revision in (1...end).reversed() {
            let response = client.send("POST", "/undo/\(revision)")
            #expect(response.status == 200, "seed \(seed): undo \(revision)")
            #expect(list() == lists[revision - 1], "seed \(seed): undo \(revision)")
        }

        #expect(end > 60)
        #expect(client.send("GET", "/items").text == "[]")
    }
}
