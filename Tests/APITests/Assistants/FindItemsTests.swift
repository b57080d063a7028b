import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `The tool find_items` {
    private let world: APIWorld
    private let assistant: MCPClient

    init() {
        world = APIWorld()
        assistant = MCPClient(client: world.client)
    }

    private func add(_ items: String) {
        _ = world.client.send("POST", "/items", json: "[\(items)]")
    }

    @Test func `finds open items in the order of creation, unless told otherwise`() {
        add(#"{"title":"b"},{"title":"x","done":true},{"title":"a"}"#)

        #expect(assistant.call("find_items").titles == ["b", "a"])
        #expect(assistant.call("find_items", #"{"done":true}"#).titles == ["x"])
        #expect(assistant.call("find_items", #"{"text":"A","limit":null}"#).titles == ["a"])
    }

    @Test func `finds what has all of the tags, in any case`() {
        add(#"{"title":"a","tags":["Home","x"]},{"title":"b","tags":["home"]},{"title":"c"}"#)

        #expect(assistant.call("find_items", #"{"tag":"HOME"}"#).titles == ["a", "b"])
        #expect(assistant.call("find_items", #"{"tag":"home,x"}"#).titles == ["a"])
        #expect(assistant.call("find_items", #"{"tag":"none"}"#).titles == [])
    }

    @Test func `finds without arguments`() {
        add(#"{"title":"b"}"#)

        let answer = ToolAnswer(
            assistant.send("tools/call", #""name":"find_items""#, name: "find_items"))

        #expect(answer.titles == ["b"])
    }

    @Test func `shows an item by its members alone, and a due time in UTC`() {
        add(
            """
            {"id":"\(uuid(9))","title":"a","itemDescription":"b","timestamp":1796400000.5,\
            "repeat":{"frequency":"weekly"},"location":{"name":"c",\
            "coordinate":{"latitude":1.5,"longitude":-2}}},\
            {"id":"\(uuid(8))","title":"d","day":"2026-12-04"}
            """)

        let items = assistant.call("find_items").items

        #expect(
            items.first
                == .map([
                    "id": .text(uuid(9)), "title": .text("a"), "description": .text("b"),
                    "due": .text("2026-12-04T16:00:00.5Z"),
                    "repeat": .map(["frequency": .text("weekly")]),
                    "location": .map([
                        "name": .text("c"),
                        "coordinate": .map(["latitude": .number(1.5), "longitude": .number(-2)]),
                    ]), "done": .bool(false), "revision": .text("1"),
                ]))
        #expect(
            items.last
                == .map([
                    "id": .text(uuid(8)), "title": .text("d"), "due": .text("2026-12-04"),
                    "done": .bool(false), "revision": .text("1"),
                ]))
    }

    /// A day counts as itself, and a time as its date in the zone.
    @Test(arguments: [
        (#"{"dueFrom":"2026-12-04","dueTo":"2026-12-04"}"#, ["day", "noon", "late"]),
        (
            #"{"dueFrom":"2026-12-04","dueTo":"2026-12-04","timeZone":"Test/East"}"#,
            ["early", "day", "noon"]
        ),
        (
            #"{"dueFrom":"2026-12-04","dueTo":"2026-12-04","timeZone":"Test/West"}"#,
            ["day", "noon", "late", "next"]
        ),
        (#"{"dueTo":"2026-12-03"}"#, ["before", "west", "early"]),
        (#"{"dueFrom":"2026-12-05"}"#, ["next", "east", "after"]),
        (#"{"dueFrom":"2026-12-03","dueTo":"2026-12-03"}"#, ["west", "early"]),
        (#"{"dueFrom":"2026-12-05","dueTo":"2026-12-05"}"#, ["next", "east"]),
    ])
    func `finds what is due within days, both inclusive, in order of due`(
        range: String, titles: [String]
    ) {
        // 2026-12-04 begins at 1796342400 in UTC. Some of the days begin in another zone.
        add(
            """
            {"title":"none"},{"title":"after","timestamp":1796515200},\
            {"title":"next","timestamp":1796428800},{"title":"late","timestamp":1796425200},\
            {"title":"noon","timestamp":1796385600},{"title":"day","day":"2026-12-04"},\
            {"title":"early","timestamp":1796342399},\
            {"title":"west","day":"2026-12-03","timestamp":1796299200},\
            {"title":"east","day":"2026-12-05","timestamp":1796378400},\
            {"title":"before","timestamp":1796169600}
            """)

        let answer = assistant.call("find_items", range)

        #expect(Set(answer.titles) == Set(titles))
        #expect(answer.content["nextCursor"] == nil)
    }

    @Test func `orders what is due by the due date`() {
        add(
            """
            {"title":"b","timestamp":1796385601},{"title":"a","timestamp":1796385600},\
            {"title":"c","timestamp":1796385602}
            """)

        let answer = assistant.call("find_items", #"{"dueFrom":"2026-12-01"}"#)

        #expect(answer.titles == ["a", "b", "c"])
    }

    @Test(arguments: [#""limit":3"#, #""limit":3,"dueFrom":"2026-12-04","dueTo":"2026-12-04""#])
    func `continues behind a cursor without gap and repeat`(arguments: String) {
        // Every second item is due on the day before or after.
        let items = (0..<200).map { number in
            let time = 1_796_385_600 + (number % 2 == 0 ? 0 : number % 4 == 1 ? -86_400 : 86_400)
            return #"{"title":"\#(number)","timestamp":\#(time)}"#
        }
        add(items.joined(separator: ","))
        let isRange = arguments.contains("due")

        var titles: [String] = []
        var cursor = ""
        for _ in 0..<200 {
            let answer = assistant.call("find_items", "{\(arguments)\(cursor)}")
            titles += answer.titles
            guard let next = answer.content["nextCursor"]?.text else { break }
            cursor = #","cursor":"\#(next)""#
        }

        let expected = (0..<200).filter { !isRange || $0 % 2 == 0 }.map { "\($0)" }
        #expect(titles == expected)
    }

    @Test func `searches in parts what is too much for one`() {
        add((0..<60).map { #"{"title":"\#($0)"}"# }.joined(separator: ","))
        let expected = assistant.call("find_items", #"{"text":"5"}"#)
        (world.items.givesUp, world.items.itemsInPart) = (true, 7)

        let answer = assistant.call("find_items", #"{"text":"5"}"#)

        #expect(answer.titles == expected.titles)
        #expect(answer.titles.count == 15)
    }

    @Test(arguments: ["", #","dueFrom":"2026-12-01""#])
    func `reads long items in slices, and cuts all of them alike`(arguments: String) {
        let text = String(repeating: "é", count: 32_768)
        for number in 0..<40 {
            add(#"{"title":"\#(number)","itemDescription":"\#(text)","day":"2026-12-04"}"#)
        }

        let answer = assistant.call("find_items", #"{"limit":30\#(arguments)}"#)

        #expect(answer.titles == (0..<30).map { "\($0)" })
        #expect(answer.content["nextCursor"] != nil)
        let lengths = Set(answer.items.map { $0["description"]?.text?.utf8.count ?? 0 })
        #expect(lengths.count == 1)
        // A thirtieth of 256 KiB, without the other members.
        #expect(7_500...8_738 ~= lengths.first ?? 0)
        #expect(answer.items[0]["description"]?.text?.hasSuffix(" 65536 bytes in all]") == true)
        #expect(world.items.snapshots == 1)
        #expect(1...(128 << 10) ~= world.items.largestPart)
    }

    @Test func `reads a few long items at once, and keeps all of them`() {
        let text = String(repeating: "x", count: 60_000)
        for number in 0..<2 { add(#"{"title":"\#(number)","itemDescription":"\#(text)"}"#) }

        let answer = assistant.call("find_items")

        #expect(answer.items.map { $0["description"]?.text?.utf8.count } == [60_000, 60_000])
        #expect(world.items.snapshots == 0)
    }

    @Test func `finds the same when the rows come later`() {
        let late = APIWorld(isLate: true)
        _ = late.client.send("POST", "/items", json: #"[{"title":"a"},{"title":"b"}]"#)

        let answer = MCPClient(client: late.client).call("find_items", #"{"limit":1}"#)

        #expect(answer.titles == ["a"])
        #expect(answer.content["nextCursor"] != nil)
    }

    @Test(arguments: [
        (#"{"text":""}"#, "/text"), (#"{"text":1}"#, "/text"), (#"{"done":"no"}"#, "/done"),
        (#"{"dueFrom":"tomorrow"}"#, "/dueFrom"), (#"{"dueTo":"2026-02-30"}"#, "/dueTo"),
        (#"{"dueFrom":"2026-12-05","dueTo":"2026-12-04"}"#, "/dueTo"),
        (#"{"timeZone":"Mars/Olympus"}"#, "/timeZone"), (#"{"timeZone":1}"#, "/timeZone"),
        (#"{"limit":0}"#, "/limit"), (#"{"limit":101}"#, "/limit"), (#"{"limit":"5"}"#, "/limit"),
        (#"{"cursor":"x"}"#, "/cursor"), (#"{"tag":"a b"}"#, "/tag"), (#"{"tag":["a"]}"#, "/tag"),
        (#"{"sort":"title"}"#, "/sort"),
    ])
    func `refuses a wrong argument, naming it`(arguments: String, pointer: String) {
        let answer = assistant.call("find_items", arguments)

        #expect(answer.isError)
        #expect(answer.title == "Invalid content")
        #expect(answer.pointers == [pointer])
        #expect(answer.response.status == 200)
        #expect(answer.result["structuredContent"] == nil)
    }

    @Test func `refuses a cursor of other arguments`() {
        add(#"{"title":"a"},{"title":"b"}"#)
        let cursor = assistant.call("find_items", #"{"limit":1}"#).content["nextCursor"]?.text ?? ""

        let answer = assistant.call("find_items", #"{"done":true,"cursor":"\#(cursor)"}"#)

        #expect(answer.pointers == ["/cursor"])
    }

    @Test func `tells that the storage is away, and the operator`() {
        world.items.failure = .unavailable("no route to host")

        let answer = assistant.call("find_items")

        #expect(answer.title == "Storage unavailable")
        #expect(world.reports.all.contains(.unavailable("no route to host")))
    }
}
