import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    private enum Event: Sendable {
        /// The items have changed.
        case changed(ToDoItemSnapshot, round: Int)
        /// Another process waits for the store's lock.
        case requested(round: Int)
        case interrupted
        /// The terminal has another size.
        case resized
        /// A reminder may be due.
        case ticked(round: Int)
        /// A reminder was shown, or could not be.
        case notified(failure: String?)
        case failed(any Error)
    }

    /// Shows the list live until a signal to end.
    ///
    /// One process at a time can use a store. When another process waits for it, this one closes it
    /// and opens it again after the other has ended.
    func watch() async throws {
        // Before the screen changes.
        _ = try listSelection()
        let notifier = arguments.has("--notify") ? try notifier() : nil
        let storeLocation = try storeLocation()
        let watching = try lockWatching(storeLocation)
        defer { withExtendedLifetime(watching) {} }
        let (events, continuation) = AsyncStream<Event>.makeStream()
        let interrupts = world.terminal.interrupts()
        let listener = Task {
            for await _ in interrupts { continuation.yield(.interrupted) }
        }
        let resizes = world.terminal.resizes()
        let resizeListener = Task {
            for await _ in resizes { continuation.yield(.resized) }
        }
        defer {
            listener.cancel()
            resizeListener.cancel()
        }
        // The list before stays on the normal screen.
        let usesScreen = world.terminal.showsOutput && !wantsJSON
        if usesScreen { try write("\u{1B}[?1049h") }
        defer { if usesScreen { try? write("\u{1B}[?1049l") } }
        var iterator = events.makeAsyncIterator()
        var screen = Screen()
        var reminders = DueReminders(start: world.clock.now())
        var failure: String?
        var round = 0
        while true {
            round += 1
            let items = try await storeLocation.open()
            var tasks = follow(items, round, continuation)
            if notifier != nil { tasks.append(tick(round, continuation)) }
            var isOver = false
            watching: while let event = await iterator.next() {
                switch event {
                case .changed(let snapshot, round):
                    if let notifier {
                        let due = reminders.take(snapshot, now: world.clock.now())
                        Task {
                            for reminder in due {
                                let failure = await notify(reminder, with: notifier)
                                continuation.yield(.notified(failure: failure))
                            }
                        }
                    }
                    try screen.show(try frame(snapshot, items, failure), on: self)
                case .ticked(round):
                    guard let next = reminders.next, next <= world.clock.now() else { break }
                    continuation.yield(.changed(items.snapshot, round: round))
                case .notified(let reason):
                    if let reason, !usesScreen { world.terminal.printError("todo: \(reason)\n") }
                    failure = reason
                    try screen.show(try frame(items.snapshot, items, failure), on: self)
                case .resized:
                    screen.invalidate()
                    try screen.show(try frame(items.snapshot, items, failure), on: self)
                case .requested(round): break watching
                case .interrupted:
                    isOver = true
                    break watching
                case .failed(let error):
                    items.store.close()
                    throw error
                case .changed, .requested, .ticked: break
                }
            }
            for task in tasks { task.cancel() }
            await items.store.stop()
            items.store.close()
            if isOver { return }
            screen.invalidate()
            try await waitForOthers(storeLocation)
        }
    }

    /// Prevents a second `todo watch`: two would alternate in opening the store without end.
    private func lockWatching(_ storeLocation: StoreLocation) throws -> FileLock {
        try storeLocation.prepare()
        let path = storeLocation.folder.appending(path: "watching").path
        guard let lock = try FileLock.acquire(.exclusive, path) else {
            throw Failure.store(.inUse)
        }
        return lock
    }

    private func follow(
        _ items: OpenItems, _ round: Int, _ events: AsyncStream<Event>.Continuation
    ) -> [Task<Void, Never>] {
        if !arguments.has("--offline") { items.store.start() }
        let snapshots = Task {
            for await snapshot in items.store.snapshots {
                events.yield(.changed(snapshot, round: round))
            }
        }
        let waiters = Task { [world] in
            do {
                while !Task.isCancelled {
                    try await world.clock.sleep(.milliseconds(100))
                    if try FileLock.acquire(.exclusive, items.storeLocation.waiting) == nil {
                        events.yield(.requested(round: round))
                        return
                    }
                }
            } catch is CancellationError {
                // The round is over.
            } catch {
                events.yield(.failed(error))
            }
        }
        return [snapshots, waiters]
    }

    /// Looks for due reminders each second: no jump of the clock, and no sleep of the machine, is
    /// missed.
    private func tick(
        _ round: Int, _ events: AsyncStream<Event>.Continuation
    ) -> Task<Void, Never> {
        Task { [world] in
            repeat {
                events.yield(.ticked(round: round))
            } while (try? await world.clock.sleep(.seconds(1))) != nil
        }
    }

    private func waitForOthers(_ storeLocation: StoreLocation) async throws {
        while try FileLock.acquire(.exclusive, storeLocation.waiting) == nil {
            try await world.clock.sleep(StoreLocation.attemptInterval)
        }
    }

    /// The text of one state of the list.
    private func frame(
        _ snapshot: ToDoItemSnapshot, _ items: OpenItems, _ notice: String?
    ) throws -> [String] {
        let selection = try listSelection()
        let shown = shownItems(of: snapshot, selection)
        var numbers = (try? items.numbers()) ?? Numbers()
        if wantsJSON {
            let isStale = items.storeLocation.server != nil && snapshot.status != .upToDate
            return [
                try json(
                    shown.map { ItemOutput($0, numbers, snapshot, world, isStale: isStale) })
            ]
        }
        // Numbers that are shown already, also on another screen, stay valid.
        let before = numbers
        numbers.append(shown.map(\.id))
        var failure: Failure?
        do throws(Failure) {
            if numbers != before { try items.storeLocation.numbers.write(numbers) }
        } catch {
            numbers = before
            failure = error
        }
        var outcome = ShortSync.Outcome.none
        if case .waiting = snapshot.status { outcome = .unreachable }
        var lines = listText(numbers, items).lines(shown, snapshot)
        var footer = footer(of: snapshot, shown, selection, items, outcome)
        if case .signedOut = snapshot.status { footer.append(SyncError.signedOut.advice) }
        if case .noRoom = snapshot.status, let words = snapshot.status.words(.english) {
            footer.append("\(words).")
        }
        if let failure { footer.append(failure.sentence) }
        if world.terminal.showsOutput {
            if let notice { footer.append(notice) }
            let rows = world.terminal.size().rows - footer.count - 2
            if lines.count > max(1, rows) {
                let hidden = lines.count - max(1, rows)
                lines = lines.dropLast(hidden) + ["… \(hidden) more"]
            }
        }
        return lines + footer
    }
}

/// The last frame on the screen.
private struct Screen {
    private var last: [String]?

    /// Shows the next frame even if it is the same.
    mutating func invalidate() { last = nil }

    mutating func show(_ lines: [String], on invocation: Invocation) throws(Failure) {
        guard lines != last else { return }
        last = lines
        let text = lines.map { $0 + "\n" }.joined()
        if invocation.wantsJSON {
            try invocation.write(text)
        } else if invocation.world.terminal.showsOutput {
            // Home, the lines, each cleared to its end, and the rest of the screen cleared: no
            // moment without the list.
            try invocation.write(
                "\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        } else {
            try invocation.write(text + "\n")
        }
    }
}
