import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@MainActor @Suite struct `The form of a new item` {
    private let recording = RecordingRepository()
    private let coordinate = Coordinate(latitude: 51, longitude: 6)

    private func input(_ fill: (inout ToDoItemData) -> Void) -> ToDoItemInputViewModel {
        let input = ToDoItemInputViewModel(repository: recording.repository)
        fill(&input.data)
        return input
    }

    /// The added item, without its id.
    private func added() -> ToDoItem? {
        guard case .add(let item) = recording.calls.last else { return nil }
        return item
    }

    @Test func `has equal fields at the beginning`() {
        #expect(ToDoItemData() == ToDoItemData())
        #expect(ToDoItemData().hashValue == ToDoItemData().hashValue)
        var other = ToDoItemData()
        other.date = Date(timeIntervalSince1970: 0)
        #expect(other == ToDoItemData())
        other.withDate = true
        #expect(other != ToDoItemData())
    }

    @Test(arguments: ["", "  \n", String(repeating: "a", count: 501), "\0"])
    func `cannot be saved without a valid title`(title: String) async {
        let input = input { $0.title = title }

        await input.save()
        input.saveAnyway()

        #expect(!input.canSave)
        #expect(input.state == .editing)
        #expect(recording.calls.isEmpty)
    }

    @Test func `begins at this minute once a date is wanted`() async {
        let input = ToDoItemInputViewModel(
            repository: recording.repository, now: Date(timeIntervalSince1970: 1_796_385_659))
        input.data.title = "a"
        input.data.withDate = true

        await input.save()

        #expect(added()?.timestamp == 1_796_385_600)
        let form = ToDoItemInputViewModel(repository: recording.repository)
        #expect(abs(form.data.date.timeIntervalSinceNow) < 86_400)
    }

    @Test func `makes a date without a time a day, and the item repeat`() async throws {
        let noon = Date(timeIntervalSince1970: 1_796_385_600)
        let input = input { data in
            data.title = "a"
            data.withDate = true
            data.withTime = false
            data.date = noon
            data.repetition = Repetition(.weekly)
        }

        await input.save()

        let day = try #require(DayDate(noon))
        #expect(added()?.day == day)
        #expect(added()?.timestamp == day.start().timeIntervalSince1970)
        #expect(added()?.repetition == Repetition(.weekly))
    }

    @Test func `shows the faults of a rule, and none without a date`() async {
        let form = input { data in
            data.title = "a"
            data.repetition = Repetition(.weekly, interval: 0)
        }
        await form.save()
        #expect(added()?.repetition == nil)

        let store = ToDoItemStore(.inMemory())
        let input = ToDoItemInputViewModel(
            repository: .live(store, APIClient(baseURL: World.url)))
        input.data.title = "a"
        input.data.withDate = true
        input.data.repetition = Repetition(.weekly, interval: 0)
        await input.save()

        #expect(input.state == .failed(.invalid([.intervalIsOutOfRange])))
    }

    @Test func `creates an item from a title alone`() async {
        let input = input { $0.title = " Buy milk " }

        await input.save()

        let item = added()
        #expect(item == item.map { ToDoItem(id: $0.id, title: "Buy milk") })
        #expect(input.state == item.map { .saved($0) })
        #expect(!input.canSave)
    }

    @Test(arguments: [true, false])
    func `saves the date only if it is enabled`(withDate: Bool) async {
        let input = input { data in
            data.title = "Buy milk"
            data.withDate = withDate
            data.date = Date(timeIntervalSince1970: 5)
        }

        await input.save()

        #expect(added()?.timestamp == (withDate ? 5 : nil))
    }

    @Test func `requests the coordinate of an address before it saves`() async {
        recording.coordinate = .success(coordinate)
        let input = input { data in
            data.title = "Buy milk"
            data.itemDescription = "Two bottles"
            data.locationName = "Shop"
            data.addressString = "Main Street 1"
        }

        await input.save()

        #expect(recording.calls.first == .coordinate("Main Street 1"))
        #expect(recording.calls.count == 2)
        #expect(added()?.location == Location(name: "Shop", coordinate: coordinate))
        #expect(added()?.itemDescription == "Two bottles")
    }

    @Test func `uses the address as the name of a location without a name`() async {
        recording.coordinate = .success(coordinate)
        let input = input { data in
            data.title = "Buy milk"
            data.addressString = "Main Street 1"
        }

        await input.save()

        #expect(added()?.location == Location(name: "Main Street 1", coordinate: coordinate))
    }

    @Test func `reports an unknown address before it saves`() async {
        let input = input { data in
            data.title = "Buy milk"
            data.addressString = "Nowhere"
        }

        await input.save()
        #expect(input.state == .addressNotFound)
        #expect(input.canSave)
        #expect(recording.calls == [.coordinate("Nowhere")])
        input.saveAnyway()

        #expect(added()?.location == Location(name: "Nowhere"))
    }

    @Test func `saves an address as text if it cannot be looked up`() async {
        recording.coordinate = .failure(.noAnswer(URLError(.notConnectedToInternet)))
        let input = input { data in
            data.title = "Buy milk"
            data.addressString = "Main Street 1"
        }

        await input.save()

        #expect(added()?.location == Location(name: "Main Street 1"))
    }

    @Test func `ignores a blank address`() async {
        let input = input { data in
            data.title = "Buy milk"
            data.addressString = " "
        }

        await input.save()

        #expect(recording.calls.count == 1)
        #expect(added()?.location == nil)
    }

    @Test func `can be saved again after a failure`() async {
        recording.error = .disk("full")
        let input = input { $0.title = "Buy milk" }
        var finished = 0
        input.onFinish = { finished += 1 }

        await input.save()
        #expect(input.state == .failed(.disk("full")))
        #expect(input.canSave)
        #expect(finished == 0)
        recording.error = nil
        await input.save()

        #expect(recording.calls.count == 2)
        #expect(finished == 1)
    }

    @Test func `ends once, and adds nothing when it is cancelled`() async {
        let input = input { $0.title = "Buy milk" }
        var finished = 0
        input.onFinish = { finished += 1 }

        input.cancel()
        input.cancel()
        await input.save()

        #expect(finished == 1)
        #expect(recording.calls.isEmpty)
    }
}
