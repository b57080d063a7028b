import Foundation
package import ToDoClient
import ToDoClientTestSupport

/// The end state of a history.
package struct HistoryEnd: Equatable {
    package struct Lost: Equatable {
        package let kind: Conflict.Kind
        package let item: ToDoItem
    }

    package var items: [ToDoItem] = []
    package var conflicts: [[Lost]] = []
}

/// Runs a history.
package struct HistoryRunner {
    private static let titles = ["a", "b", "c", "d", "e"]

    private let history: History
    /// Whether faults happen.
    private let hasFaults: Bool
    /// Whether the model predicts the result of each sync.
    private let hasModel: Bool
    private let server: any HistoryServer
    private let clock = TestClock()
    private let devices: [Device]
    private var model: HistoryModel

    /// A run on a new double of the server.
    package init(_ history: History, hasFaults: Bool, hasModel: Bool) {
        self.init(
            history, LocalServer(InMemoryServer()), hasFaults: hasFaults, hasModel: hasModel)
    }

    /// A run on an empty server.
    package init(
        _ history: History, _ server: any HistoryServer, hasFaults: Bool, hasModel: Bool
    ) {
        self.history = history
        self.hasFaults = hasFaults
        self.hasModel = hasModel
        self.server = server
        let clock = clock
        devices = (0..<history.clients).map { _ in Device(server, clock) }
        model = HistoryModel(clients: history.clients)
    }

    package mutating func run() async throws(Violation) -> HistoryEnd {
        for (index, step) in history.steps.enumerated() {
            do {
                try await perform(step, index)
            } catch let violation as Violation {
                throw Violation(description: "step \(index) \(step): \(violation)")
            } catch {
                throw Violation(description: "step \(index) \(step) throws \(error)")
            }
        }
        for _ in 0..<2 {
            for client in devices.indices { try await sync(client) }
        }
        return try await end()
    }

    private func end() async throws(Violation) -> HistoryEnd {
        let items: [ToDoItem]
        do {
            items = try await server.items()
        } catch {
            throw Violation(description: "the server failed: \(error)")
        }
        var end = HistoryEnd(items: items)
        for (client, device) in devices.enumerated() {
            let snapshot = device.store.snapshot
            guard snapshot.items == items else {
                throw Violation(
                    description: "client \(client) shows \(snapshot.items), not \(items)")
            }
            guard snapshot.unsent == 0 else {
                throw Violation(description: "client \(client) has unsent items")
            }
            end.conflicts.append(
                snapshot.conflicts.map { HistoryEnd.Lost(kind: $0.kind, item: $0.lost) })
        }
        return end
    }

    private mutating func sync(_ client: Int) async throws(Violation) {
        let device = devices[client]
        let before = model.shown(client)
        try await device.sync()
        guard hasModel else { return }
        let expected = model.sync(client)
        let shown = Dictionary(
            uniqueKeysWithValues: device.store.snapshot.items.map { ($0.id, $0) })
        guard shown == expected else {
            throw Violation(
                description: "client \(client) synced \(before) to \(shown), not \(expected)")
        }
        let conflicts = device.store.snapshot.conflicts
            .map { HistoryEnd.Lost(kind: $0.kind, item: $0.lost) }
        guard model.hasSameConflicts(conflicts, client) else {
            throw Violation(
                description: "client \(client) has \(conflicts), not \(model.conflicts(client))")
        }
    }

    private mutating func perform(_ step: Step, _ index: Int) async throws {
        let client = step.client % devices.count
        let device = devices[client]
        switch step.kind {
        case .sync: return try await sync(client)
        case .fault:
            guard hasFaults else { return }
            return server.fail(LineFailure.all[step.value % LineFailure.all.count])
        case .kill:
            if hasFaults { try device.kill() }
            return
        case .killInSync:
            if hasFaults { device.countdown.start(step.value % 3) }
            return
        case .resend:
            if hasFaults { await server.resend(step.value) }
            return
        case .serverRestart:
            if hasFaults { try await server.restart() }
            return
        case .serverRestore: return try await server.restore(step.value)
        case .historyLoss: return try await server.dropHistory()
        case .longTime: return clock.advance(by: 21 * 3_600)
        default: break
        }
        try write(step, index, device.store)
        guard hasModel else { return }
        let shown = device.store.snapshot.items
        if [.undo, .redo, .restoreConflict].contains(step.kind) {
            // Undo and redo have tests of their own. Here their result counts as a write of the
            // user.
            model.adopt(shown, step, client, device.store.snapshot.conflicts)
        } else {
            try model.check(shown, step, index, client, items: Self.item)
        }
    }

    /// The new item of a step.
    static func item(_ step: Step, _ index: Int) -> ToDoItem {
        // Several clients import the same items.
        let number = step.kind == .importItems ? 1_000 + step.target % 3 : index
        let text = "00000000-0000-7000-8000-" + String(1_000_000_000_000 + number).suffix(12)
        var item = ToDoItem(
            id: UUID(uuidString: text) ?? UUID(), title: titles[step.value % titles.count])
        switch step.value % 4 {
        case 0: item.timestamp = time(step)
        case 1: item.setDay(day(step), in: .gmt)
        case 2:
            if step.value % 8 == 2 {
                item.setDay(day(step), in: .gmt)
            } else {
                item.timestamp = time(step)
            }
            item.repetition = rule(step)
        default: break
        }
        if step.target % 2 == 0 { item.tags = tags(step) }
        return item
    }

    /// Up to eight of thirteen tags, in any order and case.
    private static func tags(_ step: Step) -> [String] {
        var random = SeededGenerator(seed: UInt64(64 * step.target + step.value))
        let all = "abcdefghijklm".shuffled(using: &random)
        return all.prefix(Int.random(in: 0...8, using: &random)).map {
            Bool.random(using: &random) ? $0.uppercased() : String($0)
        }
    }

    /// A time in 2050, which is after each server's time, so that only the due date determines the
    /// next one.
    private static func time(_ step: Step) -> Double { 2_553_552_000 + Double(1_000 * step.value) }
    private static func day(_ step: Step) -> DayDate? { DayDate(days: 29_555 + step.value) }

    private static func rule(_ step: Step) -> Repetition {
        switch step.value / 4 % 4 {
        case 0: Repetition(.daily, interval: 1 + step.value % 3)
        case 1: Repetition(.weekly, byDay: [.init(.monday), .init(.thursday)])
        case 2: Repetition(.monthly)
        default: Repetition(.daily, until: DayDate(days: 29_558 + step.value))
        }
    }

    /// The change of an item by a step.
    static func change(_ item: inout ToDoItem, _ step: Step) {
        switch step.value % 7 {
        case 0: item.title = titles[step.value / 7 % titles.count]
        case 1: changeDueDate(of: &item, step)
        case 3: item.tags = tags(step)
        case 4: item.position = step.value < 8 ? nil : "a\(step.value / 8)"
        case 5: if item.timestamp != nil { item.remind = step.value < 8 ? nil : step.value }
        case 2: item.itemDescription = step.value < 8 ? nil : titles[step.value / 4 % titles.count]
        default:
            item.location =
                step.value < 16
                ? nil
                : Location(
                    name: "p\(step.value / 16)",
                    coordinate: step.value % 8 == 3 ? nil : Coordinate(latitude: 1, longitude: 2))
        }
    }

    /// An item that has a rule may get another one; no other item gets one.
    private static func changeDueDate(of item: inout ToDoItem, _ step: Step) {
        switch step.value / 4 % 4 {
        case 0 where step.value < 32: item.setDay(nil)
        case 0, 1: item.timestamp = time(step)
        case 2: item.setDay(day(step), in: .gmt)
        default: if item.repetition != nil { item.repetition = rule(step) }
        }
    }

    private func write(_ step: Step, _ index: Int, _ store: ToDoItemStore) throws {
        let items = store.snapshot.items
        let target = items.isEmpty ? nil : items[step.target % items.count]
        switch step.kind {
        case .add: try store.add(Self.item(step, index))
        case .check: if let target { try store.check(target) }
        case .uncheck: if let target { try store.uncheck(target) }
        case .edit: if let target { try store.edit(target.id) { Self.change(&$0, step) } }
        case .delete: if let target { try store.delete(target.id) }
        case .deleteDone: try store.deleteDone()
        case .deleteAll: try store.deleteAll()
        case .importItems:
            try store.importItems(try JSONEncoder().encode([Self.item(step, index)]))
        case .undo: try store.undo()
        case .redo: try store.redo()
        case .restoreConflict:
            let conflicts = store.snapshot.conflicts
            if !conflicts.isEmpty {
                try store.restore(conflicts[step.target % conflicts.count])
            }
        default: break
        }
    }
}
