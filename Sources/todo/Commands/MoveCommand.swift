import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    /// The options of `todo move`, one of which says where to.
    static let moveOptions = [
        OptionSpec("--top", help: "before all others"),
        OptionSpec("--bottom", help: "behind all others"),
        OptionSpec("--after", "NUMBER", help: "behind this item", completes: TodoCommand.completed),
        OptionSpec(
            "--before", "NUMBER", help: "before this item", completes: TodoCommand.completed),
    ]

    /// Moves items in the order by hand.
    func move() async throws {
        let places = Self.moveOptions.map(\.name).filter(arguments.has)
        guard let place = places.first else { throw Failure.nowhereToMove }
        if places.count > 1 { throw UsageFailure.exclusiveOptions(places[0], places[1]) }
        let tag = try tags("--tag")
        if let tag, tag.count != 1 { throw UsageFailure.refused("--tag takes one tag here") }
        let zone = world.calendar.timeZone
        try await withItemsForWriting { items in
            let moved = try items.named(arguments.operands)
            let targets = try arguments.value(place).flatMap {
                try $0.isEmpty ? nil : items.named([$0])
            }
            if let targets, targets.count != 1 {
                throw UsageFailure.refused("\(place) takes one item")
            }
            let target = targets?.first
            // As `todo list` orders them.
            let order = tag == nil ? ListOrder.date : .hand
            let list = order.neighbours(
                of: target ?? moved[0],
                in: items.snapshot.todo(in: order, tag: tag?.first, timeZone: zone), zone)
            for item in moved + (targets ?? []) where !list.contains(where: { $0.id == item.id }) {
                throw Failure.notMovable(item.title, tag: tag?.first)
            }
            let before =
                switch place {
                case "--top": list.first
                case "--bottom": nil as ToDoItem?
                case "--before": target
                default: list.drop { $0.id != target?.id }.dropFirst().first
                }
            let earlier = items.snapshot
            try items.store.move(moved.map(\.id), before: before?.id, in: list.map(\.id))
            let isMoved = !items.snapshot.changes(since: earlier).isEmpty
            try report(
                isMoved ? "Moved" : "Not moved", moved.map(\.id), items.numbers(), items.snapshot)
        }
    }
}
