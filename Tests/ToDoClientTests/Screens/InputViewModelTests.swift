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

    @Test func `begins with equal fields`() {
        #expect(ToDoItemData() == ToDoItemData())
        #expect(ToDoItemData().hashValue == ToDoItemData().hashValue)
    }

    @Test(arguments: ["", "  \n", String(repeating: "a", count: 501), "\0"])
    func `cannot be saved without a fit title`(title: String) async {
        let input = input { $0.title = title }

        await input.save()
        input.saveAnyway()

        #expect(!input.canSave)
        #expect(input.state == .editing)
        #expect(recording.calls.isEmpty)
    }

    @Test func `makes an item of a title alone`() async {
        let input = input { $0.title = " Buy milk " }

        await input.save()

        let item = added()
        #expect(item == item.map { ToDoItem(id: $0.id, title: "Buy milk") })
        #expect(input.state == item.map { .saved($0) })
        #expect(!input.canSave)
    }

    @Test(arguments: [true, false])
    func `takes the date only if it is wanted`(withDate: Bool) async {
        let input = input { data in
            data.title = "Buy milk"
            data.withDate = withDate
            data.date = Date(timeIntervalSince1970: 5)
        }

        await input.save()

        #expect(added()?.timestamp == (withDate ? 5 : nil))
    }

    @Test func `asks for the coordinate of an address before it saves`() async {
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

    @Test func `names a place without a name as its address`() async {
        recording.coordinate = .success(coordinate)
        let input = input { data in
            data.title = "Buy milk"
            data.addressString = "Main Street 1"
        }

        await input.save()

        #expect(added()?.location == Location(name: "Main Street 1", coordinate: coordinate))
    }

    @Test func `asks what to do about an unknown address`() async {
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

    @Test func `takes a blank address for none`() async {
        let input = input { data in
            data.title = "Buy milk"
            data.addressString = " "
        }

        await input.save()

        #expect(recording.calls.count == 1)
        #expect(added()?.location == nil)
    }

    @Test func `can be saved again behind a failure`() async {
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

@MainActor @Suite struct `The coordinator` {
    private let recording = RecordingRepository()
    private let item = ToDoItem(title: "Buy milk")

    @Test func `begins with the list alone`() {
        let coordinator = AppCoordinator(repository: recording.repository)

        coordinator.start()

        #expect(coordinator.details == nil)
        #expect(coordinator.input == nil)
        #expect(recording.calls.isEmpty)
    }

    @Test func `opens the details of a selected row`() async {
        let coordinator = AppCoordinator(repository: recording.repository)
        coordinator.start()
        recording.send([item])
        let task = Task { await coordinator.list.activate() }
        await until { coordinator.list.numberOfRows(in: .todo) == 1 }

        coordinator.list.select(at: 0, in: .todo)

        #expect(coordinator.details?.item == item)
        task.cancel()
        await task.value
    }

    @Test func `closes the form behind saving and cancelling`() async {
        let coordinator = AppCoordinator(repository: recording.repository)
        coordinator.addToDoItem()
        #expect(coordinator.input?.data == ToDoItemData())
        coordinator.input?.data.title = "Buy milk"

        await coordinator.input?.save()
        #expect(coordinator.input == nil)
        coordinator.addToDoItem()
        coordinator.input?.cancel()

        #expect(coordinator.input == nil)
        #expect(recording.calls.count == 1)
    }

    @Test func `closes the form before the details`() {
        let coordinator = AppCoordinator(repository: recording.repository)
        coordinator.selectToDoItem(item)
        coordinator.addToDoItem()

        coordinator.dismiss()
        #expect(coordinator.input == nil)
        #expect(coordinator.details?.item == item)
        coordinator.dismiss()

        #expect(coordinator.details == nil)
    }
}
