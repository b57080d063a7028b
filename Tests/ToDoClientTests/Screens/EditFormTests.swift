import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@MainActor @Suite struct `The form of an item that is changed` {
    private let recording = RecordingRepository()
    private let item = ToDoItem(
        title: "Buy milk", itemDescription: "", timestamp: 1_795_600_800.25,
        location: Location(
            name: "Shop", coordinate: Coordinate(latitude: 1, longitude: 2)))

    private func form() -> ToDoItemInputViewModel {
        ToDoItemInputViewModel(item: item, repository: recording.repository)
    }

    @Test func `shows the fields of the item`() {
        let data = form().data

        #expect(data.title == "Buy milk")
        #expect(data.withDate && data.withTime)
        #expect(data.date == Date(timeIntervalSince1970: 1_795_600_800.25))
        #expect(data.locationName == "Shop")
        #expect(form().canSave)
    }

    @Test func `changes what was changed in it, and compares with what it showed`() async {
        let form = form()
        form.data.title = "Buy tea"
        var finished = 0
        form.onFinish = { finished += 1 }

        await form.save()

        var changed = item
        changed.title = "Buy tea"
        #expect(recording.calls == [.update(changed, from: item)])
        #expect(form.state == .saved(changed))
        #expect(finished == 1)
    }

    @Test(arguments: [nil, Double.infinity])
    func `begins today if the item has no date, and changes none`(timestamp: Double?) async {
        let item = ToDoItem(title: "a", timestamp: timestamp)
        let now = Date(timeIntervalSince1970: 1_796_385_600)
        let form = ToDoItemInputViewModel(
            item: item, repository: recording.repository, now: now)

        #expect(form.data.date == now)
        form.data.title = "b"
        await form.save()

        var changed = item
        changed.title = "b"
        #expect(recording.calls == [.update(changed, from: item)])
    }

    @Test func `keeps tags and reminder when the due date moves, and changes them`() async {
        var item = item
        item.tags = ["home"]
        item.remind = 30
        let form = ToDoItemInputViewModel(item: item, repository: recording.repository)
        form.data.date += 60
        form.data.tags = ["errands"]

        await form.save()

        var changed = item
        changed.timestamp = 1_795_600_860.25
        changed.tags = ["errands"]
        #expect(changed.remind == 30)
        #expect(recording.calls == [.update(changed, from: item)])
    }

    @Test func `takes the reminder away with the due date`() async {
        let item = ToDoItem(title: "a", timestamp: 1_795_600_800, remind: 30)
        let form = ToDoItemInputViewModel(item: item, repository: recording.repository)
        form.data.withDate = false

        await form.save()

        #expect(recording.calls == [.update(ToDoItem(id: item.id, title: "a"), from: item)])
    }

    @Test func `forgets the coordinate of a place with another name`() async {
        let form = form()
        form.data.locationName = "Market"
        form.data.withDate = false
        form.data.itemDescription = "Two bottles"

        await form.save()

        var changed = item
        changed.location = Location(name: "Market")
        changed.timestamp = nil
        changed.itemDescription = "Two bottles"
        #expect(recording.calls == [.update(changed, from: item)])
    }

    @Test func `keeps a day, and a failure`() async throws {
        var item = item
        let day = try #require(DayDate("2026-12-24"))
        item.setDay(day)
        recording.error = .noSuchItem(item.id)
        let form = ToDoItemInputViewModel(item: item, repository: recording.repository)
        #expect(!form.data.withTime)
        form.data.locationName = "Market"

        await form.save()

        var changed = item
        changed.location = Location(name: "Market")
        #expect(recording.calls == [.update(changed, from: item)])
        #expect(form.state == .failed(.noSuchItem(item.id)))
    }
}
