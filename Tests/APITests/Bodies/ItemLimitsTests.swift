import APITestSupport
import TestSupport
import Testing

@Suite struct `A limit of an item` {
    /// A member below, at or above its limit, and whether it is accepted.
    static let limits: [(name: String, json: String, isTaken: Bool)] = [
        ("title", text("x", 0), false),
        ("title", text("x", 1), true),
        ("title", text("x", 499), true),
        ("title", text("x", 500), true),
        ("title", text("x", 501), false),
        // A character is a Unicode scalar, however many bytes it has and whatever it combines with.
        ("title", text("🥛", 500), true),
        ("title", text("🥛", 501), false),
        ("title", text("e\u{301}", 250), true),
        ("title", text("e\u{301}", 251), false),
        ("title", text("\\ud83e\\udd5b", 500), true),
        ("title", text("\\ud83e\\udd5b", 501), false),
        ("title", "\"  " + String(repeating: "x", count: 500) + "\\n\"", true),
        ("itemDescription", text("x", 0), true),
        ("itemDescription", text("x", 65_535), true),
        ("itemDescription", text("x", 65_536), true),
        ("itemDescription", text("x", 65_537), false),
        ("itemDescription", text("é", 32_768), true),
        ("itemDescription", text("é", 32_769), false),
        ("itemDescription", text("\\n", 65_536), true),
        ("itemDescription", text("\\n", 65_537), false),
        ("location", location(text("x", 0)), true),
        ("location", location(text("x", 499)), true),
        ("location", location(text("x", 500)), true),
        ("location", location(text("x", 501)), false),
        ("location", location(text("🥛", 500)), true),
        ("location", location(text("🥛", 501)), false),
        ("location", location(text(" ", 500)), true),
        ("timestamp", "-62135596800", true),
        ("timestamp", "-62135596800.00001", false),
        ("timestamp", "-62135596801", false),
        ("timestamp", "-62135596799.99999", true),
        ("timestamp", "253402300799", true),
        ("timestamp", "253402300799.9999", true),
        ("timestamp", "253402300800", false),
        ("timestamp", "253402300801", false),
        ("timestamp", "1e308", false),
        ("timestamp", "5e-324", true),
        ("timestamp", "0", true),
        ("timestamp", "-0", true),
        ("timestamp", "-0.0e0", true),
        ("location", point("90", "180"), true),
        ("location", point("-90", "-180"), true),
        ("location", point("90.00000000000001", "0"), false),
        ("location", point("89.99999999999999", "-179.9999999999999"), true),
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

    @Test func `is stated in the problem`() {
        let response = APIWorld().client.send(
            "POST", "/items",
            json: """
                {"title":\(Self.text("x", 501)),"itemDescription":\(Self.text("x", 65_537)),\
                "timestamp":1e12,"location":{"name":\(Self.text("x", 502)),\
                "coordinate":{"latitude":91,"longitude":-181}}}
                """)

        #expect(
            response.problem?.errors?.map { "\($0.pointer) \($0.detail)" } == [
                "/title has 501 characters; at most 500 are taken",
                "/itemDescription has 65537 bytes; at most 65536 are taken",
                "/timestamp must be seconds since 1970, such as 1795262400, between the years 0001 "
                    + "and 9999",
                "/location/name has 502 characters; at most 500 are taken",
                "/location/coordinate/latitude must lie between -90 and 90",
                "/location/coordinate/longitude must lie between -180 and 180",
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
