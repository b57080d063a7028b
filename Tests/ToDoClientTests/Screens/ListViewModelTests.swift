import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@MainActor @Suite struct `The list` {
    private let recording = RecordingRepository()
    private let milk = ToDoItem(
        title: "Buy milk", timestamp: 0, location: Location(name: "Shop"))
    private let tea = ToDoItem(title: "Buy tea", location: Location(name: ""))
    private let letter = ToDoItem(title: "Post the letter", done: true)

    private func list() -> ToDoItemsListViewModel {
        ToDoItemsListViewModel(repository: recording.repository) { _ in "a date" }
    }

    /// Has the list show items for as long as `body` runs.
    private func showing(
        _ items: [ToDoItem], in list: ToDoItemsListViewModel, _ body: () async throws -> Void
    ) async rethrows {
        recording.send(items)
        let task = Task { await list.activate() }
        await until { list.snapshot.count == items.count }
        try await body()
        task.cancel()
        await task.value
    }

    @Test func `shows a day as that date, whatever its timestamp is here`() async throws {
        let day = try #require(DayDate("2026-12-04"))
        // The midnight of Kiritimati, where it is 3 December elsewhere.
        let item = ToDoItem(title: "a", timestamp: 1_796_292_000, day: day)
        let list = ToDoItemsListViewModel(repository: recording.repository) { date in
            DayDate(date)?.description ?? ""
        }
        let details = ToDoItemDetailsViewModel(item: item, repository: recording.repository) {
            DayDate($0)?.description ?? ""
        }

        await showing([item], in: list) {
            #expect(list.row(at: 0, in: .todo)?.date == "2026-12-04")
            #expect(details.date == "2026-12-04")
        }
    }

    @Test func `shows nothing before it is activated`() {
        recording.send([milk])

        let list = list()

        #expect(list.numberOfRows(in: .todo) == 0)
        #expect(list.row(at: 0, in: .todo) == nil)
        #expect(recording.calls.isEmpty)
    }

    @Test func `shows the open items before those that are done`() async {
        let list = list()

        await showing([milk, tea, letter], in: list) {
            #expect(ToDoItemsListViewModel.Section.allCases == [.todo, .done])
            #expect(list.numberOfRows(in: .todo) == 2)
            #expect(list.numberOfRows(in: .done) == 1)
            let row = list.row(at: 0, in: .todo)
            #expect(row?.id == milk.id)
            #expect(row?.title == "Buy milk")
            #expect(row?.date == "a date")
            #expect(row?.locationName == "Shop")
            #expect(row?.isDone == false)
            #expect(row?.isUnsent == false)
            #expect(list.row(at: 1, in: .todo)?.date == nil)
            #expect(list.row(at: 1, in: .todo)?.locationName == nil)
            #expect(list.row(at: 0, in: .done)?.isDone == true)
        }
    }

    /// Two items without a date, with a day's items between them in the order of creation.
    private let mixed: [ToDoItem] = {
        func item(_ title: String, _ day: Int?, _ tags: [String] = []) -> ToDoItem {
            var item = ToDoItem(title: title, tags: tags)
            if let day { item.setDay(DayDate(days: day)) }
            return item
        }
        return [
            item("a", nil, ["x"]), item("b", 9), item("c", 9, ["X"]), item("d", 9), item("e", nil),
        ]
    }()

    private func titles(_ list: ToDoItemsListViewModel) -> String {
        list.rows(in: .todo).map(\.title).joined()
    }

    @Test func `shows items by date, by hand, and those of one tag`() async {
        let list = list()

        let done = ["x", "y"].map { ToDoItem(title: $0, tags: [$0], done: true) }

        await showing(mixed + done, in: list) {
            #expect(titles(list) == "bcdae")
            list.order = .creation
            #expect(titles(list) == "abcde")
            list.tag = "X"
            #expect(titles(list) == "ac")
            #expect(list.row(at: 1, in: .todo)?.tags == ["X"])
            #expect(list.rows(in: .done).map(\.title) == ["x"])
            #expect(list.tags.map(\.all) == [3, 1])
            list.tag = nil
            #expect(titles(list) == "abcde")
            #expect(list.numberOfRows(in: .done) == 2)
        }
    }

    @Test(arguments: [
        // Between two of one date, to its top and end, and beyond.
        (2, 1, "d", "c", "bcd"), (0, 2, "b", "d", "bcd"), (0, 3, "b", nil, "bcd"),
        (0, 5, "b", nil, "bcd"), (4, 0, "e", "a", "ae"), (3, 4, "a", "e", "ae"),
    ])
    func `moves an item among those of its date`(
        offset: Int, to: Int, moved: String, before: String?, group: String
    ) async {
        let list = list()
        func id(_ title: String) -> ToDoItem.ID? { mixed.first { $0.title == title }?.id }

        await showing(mixed, in: list) {
            list.move(fromOffsets: [offset], toOffset: to)
        }

        let shown = group.compactMap { id(String($0)) }
        let ids = moved.compactMap { id(String($0)) }
        #expect(recording.calls == [.move(ids, before: before.flatMap(id), in: shown)])
    }

    @Test func `moves nothing by creation, and no item with a time`() async {
        let list = list()

        await showing([tea, ToDoItem(title: "c", timestamp: 1)], in: list) {
            list.move(fromOffsets: [0], toOffset: 2)
            list.order = .creation
            list.move(fromOffsets: [1], toOffset: 0)
            list.move(fromOffsets: [9], toOffset: 0)
        }

        #expect(recording.calls == [])
    }

    @Test func `renames a tag`() async {
        let list = list()

        list.rename(tag: "x", to: "y")
        list.rename(tag: "x", to: nil)

        #expect(recording.calls == [.renameTag("x", to: "y"), .renameTag("x", to: nil)])
    }

    @Test func `shows what is overdue and what repeats`() async throws {
        let day = try #require(DayDate("2026-12-04"))
        var late = ToDoItem(title: "late", repetition: Repetition(.daily))
        late.setDay(DayDate("2026-12-03"))
        var today = ToDoItem(title: "today")
        today.setDay(day)
        var done = ToDoItem(title: "done", repetition: Repetition(.daily), done: true)
        done.setDay(DayDate("2026-12-03"))
        let list = ToDoItemsListViewModel(
            repository: recording.repository,
            now: { day.start().addingTimeInterval(43_200) })

        await showing([late, today, done], in: list) {
            let rows = list.rows(in: .todo)
            #expect(rows.map(\.isOverdue) == [true, false])
            #expect(rows.map(\.repeats) == [true, false])
            #expect(list.row(at: 0, in: .done)?.isOverdue == false)
            #expect(list.row(at: 0, in: .done)?.repeats == false)
        }
    }

    @Test(arguments: [-1, 2, Int.max, Int.min])
    func `has no row out of bounds`(index: Int) async {
        let list = list()
        var selected: [ToDoItem] = []
        list.onSelect = { selected.append($0) }

        await showing([milk, tea], in: list) {
            #expect(list.row(at: index, in: .todo) == nil)
            #expect(list.item(at: index, in: .todo) == nil)
            list.select(at: index, in: .todo)
            list.toggle(at: index, in: .todo)
            list.delete(at: index, in: .todo)
        }

        #expect(selected.isEmpty)
        #expect(recording.calls.isEmpty)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `shows no date for a timestamp out of range`(timestamp: Double) async {
        let list = ToDoItemsListViewModel(repository: recording.repository)

        await showing([ToDoItem(title: "a", timestamp: timestamp)], in: list) {
            #expect(list.row(at: 0, in: .todo)?.date == nil)
        }
    }

    @Test func `calls onSelect with the selected item, in each section`() async {
        let list = list()
        var selected: [ToDoItem] = []
        list.onSelect = { selected.append($0) }

        await showing([milk, letter], in: list) {
            list.select(at: 0, in: .todo)
            list.select(at: 0, in: .done)
        }

        #expect(selected == [milk, letter])
    }

    @Test func `checks, unchecks, deletes and undoes`() async {
        let list = list()

        await showing([milk, letter], in: list) {
            list.toggle(at: 0, in: .todo)
            list.toggle(at: 0, in: .done)
            list.delete(at: 0, in: .done)
            list.deleteAll()
            list.undo()
        }

        #expect(
            recording.calls == [.check(milk), .uncheck(letter), .delete(letter), .deleteAll, .undo])
        #expect(list.error == nil)
    }

    @Test func `has its rows as a collection, and acts by id`() async {
        let list = list()
        var selected: [ToDoItem] = []
        list.onSelect = { selected.append($0) }

        await showing([milk, tea, letter], in: list) {
            #expect(list.rows(in: .todo).map(\.id) == [milk.id, tea.id])
            #expect(list.rows(in: .done).first == list.row(at: 0, in: .done))
            list.select(letter.id)
            list.toggle(tea.id)
            list.toggle(letter.id)
            list.delete(milk.id)
            list.delete(UUID())
            list.toggle(UUID())
        }

        #expect(selected == [letter])
        #expect(recording.calls == [.check(tea), .uncheck(letter), .delete(milk)])
    }

    @Test func `shows status and conflicts, and decides about them`() async {
        let list = list()
        let first = Conflict(kind: .revived, lost: milk)
        let second = Conflict(kind: .kept, lost: tea)

        await showing([milk], in: list) {
            recording.send(
                ToDoItemSnapshot([milk], conflicts: [first, second], status: .upToDate))
            await until { list.status == .upToDate }
            #expect(list.conflicts == [second, first])
            list.restore(first)
            list.dismiss(second)
            list.redo()
            list.deleteDone()
        }

        #expect(recording.calls == [.restore(first), .dismiss(second), .redo, .deleteDone])
    }

    @Test func `keeps an error until an action succeeds`() async {
        let list = list()

        await showing([milk], in: list) {
            recording.error = .closed
            list.toggle(at: 0, in: .todo)
            #expect(list.error == .closed)
            recording.send([milk])
            #expect(list.error == .closed)
            recording.error = nil
            list.toggle(at: 0, in: .todo)
            #expect(list.error == nil)
        }
    }

    @Test func `follows a store`() async throws {
        let store = ToDoItemStore(.inMemory())
        let client = APIClient(baseURL: World.url, session: RecordingSession())
        let list = ToDoItemsListViewModel(repository: .live(store, client))
        let task = Task { await list.activate() }

        try store.add(milk)

        await until { list.numberOfRows(in: .todo) == 1 }
        #expect(list.row(at: 0, in: .todo)?.isUnsent == true)
        list.toggle(at: 0, in: .todo)
        await until { list.numberOfRows(in: .done) == 1 }
        store.close()
        await task.value
    }

    @Test func `toggles twice if that is quicker than its snapshots`() async throws {
        let store = ToDoItemStore(.inMemory())
        try store.add(milk)
        let client = APIClient(baseURL: World.url, session: RecordingSession())
        let list = ToDoItemsListViewModel(repository: .live(store, client))
        let task = Task { await list.activate() }
        await until { list.numberOfRows(in: .todo) == 1 }

        list.toggle(milk.id)
        list.toggle(milk.id)

        #expect(store.snapshot[milk.id]?.done == false)
        try store.undo()
        #expect(store.snapshot[milk.id]?.done == true)
        store.close()
        await task.value
    }

    @Test func `tells what the last undo has done, and what not, until the next action`()
        async throws
    {
        let store = ToDoItemStore(.inMemory())
        let client = APIClient(baseURL: World.url, session: RecordingSession())
        let list = ToDoItemsListViewModel(repository: .live(store, client))
        try store.add(milk)

        let task = Task { await list.activate() }
        await until { list.canUndo }
        #expect(list.nextUndo == [UndoReport.Change(kind: .added, item: milk)])

        list.undo()
        await until { list.canRedo }
        #expect(!list.canUndo)
        #expect(list.nextRedo.map(\.kind) == [.added])
        #expect(list.lastUndo == UndoReport(reverted: [milk.id]))
        list.redo()
        #expect(list.lastUndo?.reverted == [milk.id])
        list.deleteAll()

        #expect(list.lastUndo == nil)
        store.close()
        await task.value
    }
}

/// Returns once a condition holds. A test whose condition never holds does not end.
@MainActor
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
