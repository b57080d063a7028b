import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@MainActor @Suite struct `The coordinator` {
    private let recording = RecordingRepository()
    private let item = ToDoItem(title: "Buy milk")

    @Test func `shows only the list at the beginning`() {
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

    @Test func `closes the form after saving and cancelling`() async {
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

    @Test func `adds nothing when the form is dismissed while it saves`() async {
        let opened = Locked<AppCoordinator?>(nil)
        var repository = recording.repository
        repository.coordinate = { _ async throws(APIError) in
            await opened.withLock { $0 }?.dismiss()
            return nil
        }
        let coordinator = AppCoordinator(repository: repository)
        opened.withLock { $0 = coordinator }
        coordinator.addToDoItem()
        coordinator.input?.data.title = "Buy milk"
        coordinator.input?.data.addressString = "Main Street 1"

        await coordinator.input?.save()

        #expect(coordinator.input == nil)
        #expect(recording.calls == [])
    }

    @Test func `cancels the form when its sheet is closed`() {
        let coordinator = AppCoordinator(repository: recording.repository)
        coordinator.addToDoItem()
        let form = coordinator.input
        form?.data.title = "Buy milk"

        coordinator.input = nil
        coordinator.details = nil

        #expect(form?.canSave == false)
        #expect(form.map { $0.id == ObjectIdentifier($0) } == true)
    }

    @Test func `opens a form of an item, and cancels the one before`() {
        let coordinator = AppCoordinator(repository: recording.repository)
        coordinator.addToDoItem()
        let first = coordinator.input
        first?.data.title = "Buy milk"

        coordinator.editToDoItem(item)

        #expect(first?.canSave == false)
        #expect(coordinator.input?.original == item)
        coordinator.input?.cancel()
        #expect(coordinator.input == nil)
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
