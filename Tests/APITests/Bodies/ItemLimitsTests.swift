import APITestSupport
import TestSupport
import Testing

@Suite struct `A limit of an item` {
    /// A member below, at or above its limit, and whether it is accepted.
    static let limits: [(name: String, json: String, isTaken: Bool)] = [
        // A character is a Unicode scalar, however many bytes it has and whatever it combines with.
        ("title", text("🥛", 501), false),
        ("title", text("e\u{301}", 250), true),
        ("title", text("e\u{301}", 251), false),
        ("title", text("\\ud83e\\udd5b", 500), true),
        ("title", text("\\ud83e\\udd5b", 501), false),
        ("title", "\"  " + String(repeating: "x", count: 500) + "\\n\"", true),
        ("itemDescription", text("x", 65_536), true),
        ("itemDescription", text("x", 65_537), false),
        ("itemDescription", text("é", 32_768), true),
        ("itemDescription", text("é", 32_769), false),
        ("itemDescription", text("\\n", 65_536), true),
        ("itemDescription", text("\\n", 65_537), false),
        ("location", location(text("🥛", 500)), true),
        ("location", location(text("🥛", 501)), false),
        ("location", location(text(" ", 500)), true),
        ("timestamp", "-62135596800.00001", false),
        ("timestamp", "-62135596799.99999", true),
        ("timestamp", "253402300799.9999", true),
        ("timestamp", "1e308", false),
        ("timestamp", "5e-324", true),
        ("timestamp", "-0", true),
        ("timestamp", "-0.0e0", true),
        ("location", point("90.00000000000001", "0"), false),
        ("location", point("-90.00000000000001", "0"), false),
        ("location", point("0", "180.0000000000001"), false),
        ("location", point("0", "-180.0000000000001"), false),
        ("location", point("1e2", "0"), false),
        ("location", point("0", "1.8e2"), true),
    ]

    // proves: stored-3
    @Test(arguments: limits.indices)
    func `applies to POST, PUT and PATCH`(index: Int) {
        let (name, json, isTaken) = Self.limits[index]
        let rest = name == "title" ? "" : #""title":"Milk","#

        for (method, target) in [("POST", "/items"), ("PUT", item), ("PATCH", item)] {
            let client = APIWorld().client
            _ = client.send("PUT", item, json: #"{"title":"Tea"}"#)

            let response = client.send(method, target, json: #"{\#(rest)"\#(name)":\#(json)}"#)

            #expect((response.status < 300) == isTaken, "\(method)")
            #expect(isTaken || response.pointers?.count == 1, "\(method)")
            #expect(isTaken || response.pointers?[0].hasPrefix("/" + name) == true, "\(method)")
        }
    }

    @Test func `of a description is stated in the problem`() {
        let response = APIWorld().client.send(
            "POST", "/items", json: #"{"title":"a","itemDescription":\#(Self.text("x", 65_537))}"#)

        #expect(
            response.problem?.errors == [
                .init(
                    pointer: "/itemDescription",
                    detail: "has 65537 bytes; at most 65536 are taken")
            ])
    }

    private static let item = "/items/" + uuid(9)
    private let item = Self.item

    private static func text(_ character: String, _ count: Int) -> String {
        "\"" + String(repeating: character, count: count) + "\""
    }

    private static func location(_ name: String) -> String { #"{"name":\#(name)}"# }

    private static func point(_ latitude: String, _ longitude: String) -> String {
        #"{"name":"","coordinate":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#
    }
}
