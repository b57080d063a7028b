import Foundation
import ToDoClient

/// The cost of opening, writing and storing items on one device.
struct LocalCosts {
    private let report: Report
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    init(_ report: Report) {
        self.report = report
    }

    func measure() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try measureMemory()
        for count in [1_000, 10_000, 100_000] { try measureOpening(count) }
        for count in [1_000, 100_000] { try measureWriting(count) }
    }

    static func items(_ count: Int) -> [ToDoItem] {
        let shop = Location(
            name: "Shop", coordinate: Coordinate(latitude: 51.2, longitude: 6.7))
        var items: [ToDoItem] = []
        for number in 0..<count {
            var item = ToDoItem(title: "Buy \(number) bottles of milk", done: number % 4 == 0)
            if number % 3 == 0 { item.itemDescription = "Two lines\nof further text" }
            if number % 2 == 0 { item.timestamp = 1_700_000_000 + Double(number) }
            if number % 5 == 0 { item.location = shop }
            items.append(item)
        }
        return items
    }

    /// A store with `count` items in a file, none of which was sent to a server.
    private func store(_ count: Int) throws -> (ToDoItemStore, URL) {
        let url = folder.appending(path: "items-\(count)-\(UUID())")
        let store = ToDoItemStore(.file(url))
        try store.importItems(try JSONEncoder().encode(Self.items(count)))
        return (store, url)
    }

    private func measureOpening(_ count: Int) throws {
        let (store, url) = try store(count)
        let json = try store.exportItems()
        store.close()
        let decoding = try Report.best { _ = try JSONDecoder().decode([ToDoItem].self, from: json) }
        let opening = try Report.best {
            let store = ToDoItemStore(.file(url))
            try store.open()
            precondition(store.snapshot.count == count)
            store.close()
        }
        report.add("open \(count), by JSONDecoder", opening / decoding, "×", atMost: 3)
    }

    private func measureWriting(_ count: Int) throws {
        let (store, _) = try store(count)
        let ids = store.snapshot.items.prefix(1_000).map(\.id)
        let plain = try Report.best(of: 3) {
            for id in ids { try store.edit(id) { $0.done.toggle() } }
        }
        report.add(
            "write among \(count)", plain / Double(ids.count) * 1_000_000, "µs", atMost: 50)
        var held: [ToDoItemSnapshot] = []
        let holding = try Report.best(of: 3) {
            for id in ids.prefix(200) {
                held = [store.snapshot]
                try store.edit(id) { $0.done.toggle() }
            }
        }
        precondition(held.count == 1)
        report.add(
            "write among \(count), a snapshot held", holding / 200 * 1_000_000, "µs",
            atMost: 1_000)
        store.close()
    }

    private func measureMemory() throws {
        let count = 100_000
        let (store, url) = try store(count)
        store.close()
        let before = try Self.residentBytes()
        let again = ToDoItemStore(.file(url))
        try again.open()
        let after = try Self.residentBytes()
        report.add(
            "resident of an item, of \(count)", Double(after - before) / Double(count), "B",
            atMost: 1_536)
        withExtendedLifetime(again) {}
        again.close()
    }

    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4_096
    }
}
