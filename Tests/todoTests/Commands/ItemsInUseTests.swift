import Foundation
import ToDoClient
import Testing

@testable import todo

@Suite struct `Items that another process uses` {
    private let machine = TestMachine()

    /// Opens the items like another process.
    private func open() throws -> ToDoItemStore {
        let store = ToDoItemStore(.file(machine.folder.appending(path: "local/items")))
        try store.open()
        return store
    }

    @Test func `are opened after the other process has ended`() async throws {
        let other = try open()
        let waits = Locked(0)
        let pause = ToDoEnvironment.live.sleep
        var world = machine.world
        world.clock.sleep = {
            let count = waits.withLock { waits in
                waits += 1
                return waits
            }
            if count == 3 { other.close() }
            // A program that another test starts may hold the lock for a moment longer.
            if count >= 3 { try await pause($0) }
        }

        let added = await machine.run("add", "A", in: world)

        #expect(added.output == "Added 1: A\n")
        #expect(waits.withLock { $0 } >= 3)
    }

    @Test func `cause one sentence after the time-out`() async throws {
        let other = try open()
        var world = machine.world
        world.clock.sleep = { _ in }

        let added = await machine.run("add", "A", in: world)
        other.close()

        #expect(added.code == .inUse)
        #expect(
            added.error == "todo: Another process uses the items; try again when it has ended.\n")
        #expect(try await machine.titles() == [])
    }

    @Test func `cause one sentence if they cannot be read`() async throws {
        try FileManager.default.createDirectory(
            at: machine.folder.appending(path: "local/items"), withIntermediateDirectories: true)

        let list = await machine.run()

        #expect(list.code == .failed)
        #expect(list.error.hasPrefix("todo: The items could not be read or written: "))
        #expect(list.error.split(separator: "\n").count == 1)
    }
}
