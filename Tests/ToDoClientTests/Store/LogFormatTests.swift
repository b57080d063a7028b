import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

/// Logs as version 0.1.0 wrote them: the names in the records are part of the file's format.
@Suite struct `The format of a log` {
    private static let a = id("A")
    private static let b = id("B")
    private static let c = id("C")
    private static let d = id("D")
    private static let seed = #"{"id":"\#(id("E"))","time":5}"#
    private static let problem =
        #"{"detail":"d","status":422,"type":"/problems/invalid"}"#

    private static func id(_ digit: String) -> String {
        "00000000-0000-7000-8000-00000000000\(digit)"
    }

    private static func item(_ id: String, _ title: String) -> String {
        #"{"id":"\#(id)","title":"\#(title)","done":false}"#
    }

    private static func stored(
        _ id: String, _ title: String, createdAt: Double, revision: Int
    ) -> String {
        item(id, title).dropLast() + #","createdAt":\#(createdAt),"revision":\#(revision)}"#
    }

    /// The state of an item on the server.
    private static func state(
        _ id: String, _ title: String, createdAt: Double, revision: Int
    ) -> String {
        let stored = stored(id, title, createdAt: createdAt, revision: revision)
        return #"{"id":"\#(id)","stored":\#(stored)}"#
    }

    private static func insertion(_ id: String, _ title: String, number: Int) -> String {
        #"{"id":"\#(id)","after":\#(item(id, title)),"number":\#(number),"#
            + #""origin":{"isShared":false}}"#
    }

    private static func deletion(_ id: String, _ title: String, number: Int) -> String {
        #"{"id":"\#(id)","before":\#(item(id, title)),"number":\#(number),"#
            + #""origin":{"isShared":true,"base":\#(item(id, title)),"createdAt":10}}"#
    }

    private static func restoration(_ id: String, _ title: String, number: Int) -> String {
        #"{"id":"\#(id)","after":\#(item(id, title)),"number":\#(number),"#
            + #""origin":{"isShared":true,"base":\#(item(id, title)),"createdAt":10}}"#
    }

    private static func action(_ kind: String, _ edits: String...) -> String {
        #"{"action":{"_0":{"kind":"\#(kind)","edits":[\#(edits.joined(separator: ","))],"#
            + #""replaced":[]}}}"#
    }

    private static func started(_ kind: String, _ key: String, _ ids: String...) -> String {
        #"{"requestStarted":{"_0":{"kind":{"\#(kind)":{}},"key":"\#(key)","body":"W10=","#
            + #""startedAt":1700000000,"ids":["\#(ids.joined(separator: #"",""#))"]}}}"#
    }

    private static func succeeded(revision: Int, _ results: String...) -> String {
        #"{"requestSucceeded":{"_0":{"results":[\#(results.joined(separator: ","))],"#
            + #""revision":\#(revision),"seed":\#(seed)}}}"#
    }

    private static func refused(isForRoom: Bool, _ rejected: String) -> String {
        #"{"requestRefused":{"_0":{"rejected":[\#(rejected)],"isForRoom":\#(isForRoom),"#
            + #""seed":\#(seed)}}}"#
    }

    private static func page(_ change: String, token: String) -> String {
        #"{"page":{"_0":{"changes":[\#(change)],"token":"\#(token)","hasMore":false,"#
            + #""seed":\#(seed)}}}"#
    }

    private static func conflict(_ digit: String, _ kind: String, _ more: String = "") -> String {
        #"{"id":"\#(id(digit))","kind":{\#(kind)},"lost":\#(item(a, "x")),\#(more)"date":5.5}"#
    }

    /// A part of a rewritten log.
    private static func part(_ part: String) -> String { #"{"checkpoint":{"_0":{\#(part)}}}"# }

    /// Each kind of event.
    private static let events = [
        action("write", insertion(a, "a", number: 1)),
        started("batch", "K1", a),
        succeeded(revision: 1, state(a, "a", createdAt: 10, revision: 1)),
        page(state(a, "a", createdAt: 10, revision: 1), token: "e.1"),
        action("write", insertion(b, "b", number: 2), insertion(c, "c", number: 3)),
        started("batch", "K2", b, c),
        refused(isForRoom: true, ""),
        started("batch", "K5", b, c),
        refused(isForRoom: false, #""\#(c)",\#(problem)"#),
        action("write", deletion(a, "a", number: 4)),
        started("batch", "K3", b, a),
        succeeded(
            revision: 2, state(b, "b", createdAt: 20, revision: 2), #"{"id":"\#(a)"}"#),
        action("undo", restoration(a, "a", number: 4)),
        action("redo", deletion(a, "a", number: 5)),
        action("undo", restoration(a, "a", number: 6)),
        started("share", "K4", a),
        #"{"phase":{"_0":"done"}}"#,
        page(state(a, "a", createdAt: 10, revision: 3), token: "e.3"),
        #"{"expired":{}}"#,
        #"{"dismissed":{"_0":"\#(id("E"))"}}"#,
        action("move"),
    ]

    /// Each part of a rewritten log.
    private static let checkpoint = [
        part(#""start":{"token":"e.5","nextNumber":9,"parts":8}"#),
        part(#""copy":{"_0":[\#(stored(a, "a", createdAt: 10, revision: 5))]}"#),
        part(#""queue":{"_0":[\#(insertion(b, "b", number: 7))]}"#),
        part(
            #""pendingRequest":{"_0":{"kind":{"batch":{}},"key":"K","startedAt":1700000000,"#
                + #""body":"W10=","phase":"outgoing","ids":["\#(c)"],"#
                + #""edits":["\#(c)",\#(insertion(c, "c", number: 6))]}}"#),
        part(
            #""step":{"_0":{"edits":[\#(deletion(d, "d", number: 5))],"#
                + #""conflict":\#(conflict("5", #""kept":{}"#))},"isRedo":false}"#),
        part(
            #""step":{"_0":{"edits":[\#(insertion(id("F"), "f", number: 4))]},"isRedo":true}"#),
        part(
            #""conflicts":{"_0":["#
                + [
                    conflict(
                        "1", #""overwrote":{"_0":["title"]}"#,
                        #""replacement":\#(item(a, "y")),"#),
                    conflict("2", #""revived":{}"#), conflict("3", #""kept":{}"#),
                    conflict("4", #""gone":{}"#),
                    conflict("6", #""refused":{"_0":\#(problem)}"#),
                ].joined(separator: ",") + "]}"),
        part(
            #""tombstones":{"_0":[{"stored":\#(stored(d, "d", createdAt: 5, revision: 3)),"#
                + #""deletionRevision":4}]}"#),
        part(#""deletion":{"revision":4,"ids":["\#(d)"]}"#),
    ]

    private func disk(_ records: [String]) -> InMemoryDisk {
        let disk = InMemoryDisk()
        disk.records = records.map { Data($0.utf8) }
        return disk
    }

    private func text(_ disk: InMemoryDisk) -> [String] {
        disk.records.map { String(decoding: $0, as: UTF8.self) }
    }

    private func json(_ record: String) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: Data(record.utf8)) as? NSDictionary
    }

    /// The names of the first members, which name the kinds of the records.
    private func kinds(_ disk: InMemoryDisk) -> [String] {
        text(disk).map { String($0.dropFirst(2).prefix { $0 != "\"" }) }
    }

    @Test func `of 0.1.0 is read: each kind of event`() {
        let disk = disk(Self.events)

        let snapshot = ToDoItemStore(disk.dataStore).snapshot

        #expect(snapshot.items.map(\.title) == ["a", "b"])
        #expect(snapshot.unsent == 0)
        #expect(snapshot.conflicts == [])
        // A record that cannot be read would have the log rewritten.
        #expect(text(disk) == Self.events)
    }

    @Test func `that is nested without end is damaged`() {
        let deep = String(repeating: "[", count: 1_000_000)
        let disk = disk([#"{"x":\#(deep)"#] + Self.events)

        let snapshot = ToDoItemStore(disk.dataStore).snapshot

        // As a damaged record: what follows is read.
        #expect(snapshot.items.map(\.title) == ["a", "b"])
    }

    @Test func `of 0.1.0 is read: each part of a rewritten log`() async throws {
        let world = World()
        let disk = disk(Self.checkpoint)
        let store = world.store(disk)

        let snapshot = store.snapshot

        #expect(snapshot.items.map(\.title) == ["a", "c", "b"])
        #expect(snapshot.unsent == 2)
        #expect(
            snapshot.conflicts.map(\.kind) == [
                .overwrote([.title]), .revived, .kept, .gone,
                .refused(try JSONDecoder().decode(Problem.self, from: Data(Self.problem.utf8))),
            ])
        #expect(store.canRedo)
        #expect(text(disk) == Self.checkpoint)
        try store.undo()
        #expect(store.titles == ["d", "a", "c", "b"])
        #expect(store.snapshot.conflicts.count == 6)
        try? await store.sync()
        let request = try #require(world.server.requests.first)
        #expect(request.value(forHTTPHeaderField: "Idempotency-Key") == #""K""#)
        #expect(request.httpBody == Data("[]".utf8))
    }

    @Test func `stays that of 0.1.0 when a log is rewritten`() throws {
        let disk = disk(Self.checkpoint)
        disk.isDamaged = true

        try ToDoItemStore(disk.dataStore).open()

        // Damage makes the token and the revisions of deletions invalid.
        let start = Self.part(#""start":{"nextNumber":9,"parts":7}"#)
        let expected = [start] + Self.checkpoint.dropFirst().dropLast()
        #expect(try text(disk).map(json) == expected.map(json))
    }

    @Test func `has days and rules with the names of the API`() throws {
        let disk = InMemoryDisk()
        let rule = Repetition(.monthly, byMonthDay: 31, timeZone: "Europe/Berlin")

        let item = ToDoItem(
            title: "a", timestamp: 0, day: DayDate("1970-01-01"), repetition: rule)
        try ToDoItemStore(disk.dataStore).add(item)

        let expected = Self.action(
            "write",
            #"{"id":"\#(item.id)","number":1,"origin":{"isShared":false},"#
                + #""after":{"id":"\#(item.id)","title":"a","timestamp":0,"day":"1970-01-01","#
                + #""repeat":{"frequency":"monthly","byMonthDay":31,"timeZone":"Europe/Berlin"},"#
                + #""done":false}}"#)
        #expect(try text(disk).map(json) == [json(expected)])
    }

    @Test func `keeps each number as it is`() throws {
        let disk = InMemoryDisk()
        let item = ToDoItem(
            title: "a", timestamp: 1_700_000_000.1,
            location: Location(
                name: "",
                coordinate: Coordinate(latitude: 0.1 + 0.2, longitude: -.leastNonzeroMagnitude)))

        try ToDoItemStore(disk.dataStore).add(item)

        #expect(ToDoItemStore(disk.copy().dataStore).snapshot.items == [item])
    }

    @Test func `has room for what a page of the server may nest`() async throws {
        let world = World()
        world.server.acceptUnknownMembers()
        // The page has four levels more than the member.
        let deep = String(repeating: "[", count: 96) + String(repeating: "]", count: 96)
        let json = #"[{"id":"\#(Self.a)","title":"a","labels":\#(deep)}]"#
        let other = world.store()
        try other.importItems(Data(json.utf8))
        try await other.sync()
        let disk = InMemoryDisk()
        try await world.store(disk).sync()

        let snapshot = world.store(disk.copy()).snapshot

        #expect(snapshot.items == other.snapshot.items)
        #expect(snapshot.file == .intact)
    }

    @Test func `stays that of 0.1.0 in a sync`() async throws {
        let world = World()
        let disk = InMemoryDisk()
        let store = world.store(disk)

        try store.add(ToDoItem(title: "a"))
        try await store.sync()

        #expect(kinds(disk) == ["action", "requestStarted", "requestSucceeded", "page"])
    }
}
