import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@MainActor @Suite struct `The details` {
    private let recording = RecordingRepository()
    private let item = ToDoItem(
        title: "Buy milk", itemDescription: "Two bottles", timestamp: 0,
        location: Location(name: "Shop", coordinate: Coordinate(latitude: 51, longitude: 6)))

    private func details(of item: ToDoItem) -> ToDoItemDetailsViewModel {
        ToDoItemDetailsViewModel(item: item, repository: recording.repository) { _ in "a date" }
    }

    @Test func `show all members of an item`() {
        let details = details(of: item)

        #expect(details.title == "Buy milk")
        #expect(details.date == "a date")
        #expect(details.locationName == "Shop")
        #expect(details.itemDescription == "Two bottles")
        #expect(details.coordinate == Coordinate(latitude: 51, longitude: 6))
        #expect(details.canCheck)
        #expect(recording.calls.isEmpty)
    }

    @Test func `show nothing for absent members`() {
        let details = details(of: ToDoItem(title: "Buy milk"))

        #expect(details.date == nil)
        #expect(details.locationName == nil)
        #expect(details.itemDescription == nil)
        #expect(details.coordinate == nil)
    }

    @Test func `check the item once`() {
        let details = details(of: item)

        details.checkItem()
        details.checkItem()

        #expect(recording.calls == [.check(item)])
        #expect(!details.canCheck)
        #expect(details.item.done)
    }

    @Test func `do not check a done item`() {
        let details = details(of: ToDoItem(title: "Buy milk", done: true))

        details.checkItem()

        #expect(!details.canCheck)
        #expect(recording.calls.isEmpty)
    }

    @Test func `keep the error of a check, which can be repeated`() {
        let details = details(of: item)
        recording.error = .noSuchItem(item.id)

        details.checkItem()
        #expect(details.error == .noSuchItem(item.id))
        #expect(details.canCheck)
        recording.error = nil
        details.checkItem()

        #expect(details.error == nil)
        #expect(!details.canCheck)
    }

    @Test func `follow the item, and still show a deleted one`() async {
        let details = details(of: item)
        var changed = item
        changed.title = "Buy tea"
        recording.send([changed])
        let task = Task { await details.activate() }

        await until { details.title == "Buy tea" }
        recording.send([])
        await until { details.isGone }

        #expect(details.title == "Buy tea")
        #expect(!details.canCheck)
        details.checkItem()
        #expect(recording.calls.isEmpty)
        task.cancel()
        await task.value
    }
}
