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
    private static let seed = id("E")
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

    private static func insertion(_ id: String, _ title: String, number: Int) -> String {
        #"{"id":"\#(id)","after":\#(item(id, title)),"number":\#(number),"#
            + #""origin":{"shared":false}}"#
    }

    private static func deletion(_ id: String, _ title: String, number: Int) -> String {
        #"{"id":"\#(id)","before":\#(item(id, title)),"number":\#(number),"#
            + #""origin":{"shared":true,"base":\#(item(id, title)),"createdAt":10.0}}"#
    }

    /// Each kind of event.
    private static let events = [
        #"{"write":[\#(insertion(a, "a", number: 1))]}"#,
        #"{"takeOff":{"kind":"batch","key":"K1","at":1700000000.0,"body":[],"ids":["\#(a)"]}}"#,
        #"{"landed":[\#(stored(a, "a", createdAt: 10, revision: 1))],"revision":1,"#
            + #""seed":"\#(seed)"}"#,
        #"{"page":[\#(stored(a, "a", createdAt: 10, revision: 1))],"token":"e.1","more":false,"#
            + #""seed":"\#(seed)"}"#,
        #"{"write":[\#(insertion(b, "b", number: 2)),\#(insertion(c, "c", number: 3))]}"#,
        #"{"takeOff":{"kind":"batch","key":"K2","at":1700000000.0,"body":[],"#
            + #""ids":["\#(b)","\#(c)"]}}"#,
        #"{"returned":[{"id":"\#(c)","problem":\#(problem)}],"seed":"\#(seed)"}"#,
        #"{"write":[\#(deletion(a, "a", number: 4))]}"#,
        #"{"takeOff":{"kind":"batch","key":"K3","at":1700000000.0,"body":[],"#
            + #""ids":["\#(b)","\#(a)"]}}"#,
        #"{"landed":[\#(stored(b, "b", createdAt: 20, revision: 2)),"\#(a)"],"revision":2,"#
            + #""seed":"\#(seed)"}"#,
        #"{"undo":[{"id":"\#(a)","after":\#(item(a, "a")),"number":4,"origin":{"shared":true,"#
            + #""base":\#(item(a, "a")),"createdAt":10.0}}]}"#,
        #"{"redo":[\#(deletion(a, "a", number: 5))]}"#,
        #"{"undo":[{"id":"\#(a)","after":\#(item(a, "a")),"number":6,"origin":{"shared":true,"#
            + #""base":\#(item(a, "a")),"createdAt":10.0}}]}"#,
        #"{"takeOff":{"kind":"share","key":"K4","at":1700000000.0,"body":[],"ids":["\#(a)"]}}"#,
        #"{"phase":"done"}"#,
        #"{"page":[\#(stored(a, "a", createdAt: 10, revision: 3))],"token":"e.3","more":false,"#
            + #""seed":"\#(seed)"}"#,
        #"{"expired":true}"#,
        #"{"dismissed":"\#(seed)"}"#,
    ]

    /// Each part of a rewritten log.
    private static let checkpoint = [
        #"{"base":8,"number":9,"token":"e.5"}"#,
        #"{"copy":[\#(stored(a, "a", createdAt: 10, revision: 5))]}"#,
        #"{"queue":[\#(insertion(b, "b", number: 7))]}"#,
        #"{"flight":{"kind":"batch","key":"K","at":1700000000.0,"body":[{"op":"put","item":"#
            + #"\#(item(c, "c"))}],"phase":"outgoing","edits":[\#(insertion(c, "c", number: 6))]}}"#,
        #"{"undoStep":[\#(deletion(d, "d", number: 5))]}"#,
        #"{"redoStep":[\#(insertion(id("F"), "f", number: 4))]}"#,
        #"{"conflicts":[{"id":"\#(id("1"))","lost":\#(item(a, "x")),"overwrote":["done","title"]},"#
            + #"{"id":"\#(id("2"))","lost":\#(item(a, "x")),"revived":true},"#
            + #"{"id":"\#(id("3"))","lost":\#(item(a, "x")),"kept":true},"#
            + #"{"id":"\#(id("4"))","lost":\#(item(a, "x")),"refused":\#(problem)}]}"#,
        #"{"graves":[{"stored":\#(stored(d, "d", createdAt: 5, revision: 3)),"deletedBy":4}]}"#,
        #"{"deletion":4,"ids":["\#(d)"]}"#,
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

    @Test func `has values in at most 100 levels`() {
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
                .overwrote([.title, .done]), .revived, .kept,
                .refused(try JSONDecoder().decode(Problem.self, from: Data(Self.problem.utf8))),
            ])
        #expect(store.canRedo)
        #expect(text(disk) == Self.checkpoint)
        try store.undo()
        #expect(store.titles == ["d", "a", "c", "b"])
        try? await store.sync()
        let request = try #require(world.server.requests.first)
        #expect(request.value(forHTTPHeaderField: "Idempotency-Key") == #""K""#)
        #expect(request.httpBody == Data(#"[{"op":"put","item":\#(Self.item(Self.c, "c"))}]"#.utf8))
    }

    @Test func `stays that of 0.1.0 when a log is rewritten`() throws {
        let disk = disk(Self.checkpoint)
        disk.isDamaged = true

        try ToDoItemStore(disk.dataStore).open()

        // Damage makes the token and the revisions of deletions invalid.
        #expect(text(disk).first == #"{"base":7,"number":9}"#)
        let expected = Self.checkpoint.dropFirst().dropLast()
        #expect(try text(disk).dropFirst().map(json) == expected.map(json))
    }

    @Test func `has days and rules with the names of the API`() throws {
        let disk = InMemoryDisk()
        let rule = Repetition(.monthly, byMonthDay: 31, timeZone: "Europe/Berlin")

        try ToDoItemStore(disk.dataStore).add(
            ToDoItem(title: "a", timestamp: 0, day: DayDate("1970-01-01"), repetition: rule))

        #expect(
            text(disk)[0].contains(
                #""timestamp":0.0,"day":"1970-01-01","repeat":{"frequency":"monthly","#
                    + #""byMonthDay":31,"timeZone":"Europe/Berlin"},"done":false"#))
    }

    @Test func `stays that of 0.1.0 in a sync`() async throws {
        let world = World()
        let disk = InMemoryDisk()
        let store = world.store(disk)

        try store.add(ToDoItem(title: "a"))
        try await store.sync()

        #expect(kinds(disk) == ["write", "takeOff", "landed", "page"])
    }
}
