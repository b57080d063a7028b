import Foundation
import Testing
import ToDoClient

@Suite struct `Sentences for the user` {
    private static let milk = ToDoItem(title: "Buy milk")
    private static let tea = ToDoItem(
        title: "Buy tea", itemDescription: "Green", location: Location(name: "Shop"), done: true)

    /// Wednesday, 25 November 2026, 10:00 UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_600_800)

    @Test(arguments: [
        (
            Conflict.Kind.overwrote([.title]),
            "Buy tea: the title “Buy milk” was replaced by “Buy tea”",
            "Buy tea: Titel: „Buy milk“ – ersetzt durch „Buy tea“"
        ),
        (
            .overwrote([.done, .location, .itemDescription]),
            "Buy tea: the note “” was replaced by “Green”; "
                + "the place “” was replaced by “Shop”; the tick open was replaced by done",
            "Buy tea: Notizen: „“ – ersetzt durch „Green“; Ort: „“ – ersetzt durch „Shop“; "
                + "Haken: offen – ersetzt durch erledigt"
        ),
        (
            .revived, "Buy milk: it was deleted elsewhere; your change kept it",
            "Buy milk: anderswo gelöscht, hier geändert; die Aufgabe ist wieder da"
        ),
        (
            .kept, "Buy milk: you deleted it; a change made elsewhere kept it",
            "Buy milk: hier gelöscht, anderswo geändert; die Aufgabe bleibt"
        ),
        (
            .gone, "Buy milk: it was deleted elsewhere; you had only ticked it",
            "Buy milk: hier abgehakt, anderswo gelöscht; die Aufgabe ist weg"
        ),
    ])
    func `say what a conflict has replaced`(
        kind: Conflict.Kind, english: String, german: String
    ) {
        let conflict = Conflict(kind: kind, lost: Self.milk, replacement: Self.tea)

        #expect(conflict.words(.english, now: Self.now, in: .gmt) == english)
        #expect(conflict.words(.german, now: Self.now, in: .gmt) == german)
    }

    @Test func `say tags and reminders of a conflict`() {
        let before = ToDoItem(title: "Plants", timestamp: 1_795_640_400, tags: ["a", "b"])
        let after = ToDoItem(title: "Plants", timestamp: 1_795_640_400, remind: 30)
        let conflict = Conflict(
            kind: .overwrote([.tags, .timestamp]), lost: before, replacement: after)

        #expect(
            conflict.words(.english, now: Self.now, in: .gmt)
                == "Plants: the due date today 21:00 was replaced by today 21:00, "
                + "reminder 30 minutes before; the tags #a #b were replaced by none")
        #expect(
            conflict.words(.german, now: Self.now, in: .gmt)
                == "Plants: Datum: heute 21:00 – ersetzt durch heute 21:00, "
                + "Erinnerung 30 Minuten vorher; Tags: #a #b – ersetzt durch nichts")
    }

    @Test(arguments: [
        (0, "on time", "zur selben Zeit"), (1, "1 minute before", "1 Minute vorher"),
        (90, "90 minutes before", "90 Minuten vorher"), (120, "2 hours before", "2 Stunden vorher"),
        (1_440, "1 day before", "1 Tag vorher"), (-60, "1 hour after", "1 Stunde danach"),
        (-10_080, "7 days after", "7 Tage danach"),
    ])
    func `say when a reminder of a time is`(remind: Int, english: String, german: String) {
        let item = ToDoItem(title: "a", timestamp: 1_795_640_400, remind: remind)

        #expect(item.reminderWords(.english) == english)
        #expect(item.reminderWords(.german) == german)
    }

    @Test(arguments: [
        (0, "00:00", "00:00"), (-540, "09:00", "09:00"),
        (900, "09:00, 1 day before", "09:00, 1 Tag vorher"),
        (1_440, "00:00, 1 day before", "00:00, 1 Tag vorher"),
        (2_879, "00:01, 2 days before", "00:01, 2 Tage vorher"),
        (-1_440, "00:00, 1 day after", "00:00, 1 Tag danach"),
        (-3_000, "02:00, 2 days after", "02:00, 2 Tage danach"),
    ])
    func `say when a reminder of a day is`(remind: Int, english: String, german: String) {
        var item = ToDoItem(title: "a")
        item.setDay(DayDate("2026-11-26"), in: .gmt)
        item.remind = remind

        #expect(item.reminderWords(.english) == english)
        #expect(item.reminderWords(.german) == german)
    }

    @Test func `say due dates and rules of a conflict, and the current title`() {
        var before = ToDoItem(title: "Plants", repetition: Repetition(.weekly))
        before.setDay(DayDate("2026-11-26"), in: .gmt)
        let conflict = Conflict(
            kind: .overwrote([.timestamp]), lost: before, replacement: ToDoItem(title: "Plants"))
        let current = ToDoItem(title: "All plants")

        #expect(
            conflict.words(.english, current: current, now: Self.now, in: .gmt)
                == "All plants: the due date tomorrow, every week was replaced by none")
        #expect(
            conflict.words(.german, now: Self.now, in: .gmt)
                == "Plants: Datum: morgen, jede Woche – ersetzt durch nichts")
    }

    @Test func `have the reason of the server`() throws {
        let json = #"{"type":"/problems/invalid","status":422,"detail":"No title."}"#
        let problem = try JSONDecoder().decode(Problem.self, from: Data(json.utf8))
        let conflict = Conflict(kind: .refused(problem), lost: Self.milk)
        let status = SyncStatus.waiting(until: Self.now, because: .refused(problem))

        #expect(
            conflict.words(.english) == "Buy milk: the server refused your change: No title.")
        #expect(conflict.words(.german) == "Buy milk: vom Server abgelehnt: No title.")
        #expect(status.words(.english) == "The server refused: No title")
        #expect(status.words(.german) == "Der Server hat abgelehnt: No title")
    }

    private static let changes: [UndoReport.Change] = [
        .init(kind: .added, item: milk), .init(kind: .changed, item: milk),
        .init(kind: .checked, item: milk), .init(kind: .unchecked, item: milk),
        .init(kind: .deleted, item: milk),
    ]

    @Test func `name changes for the title of a button`() {
        #expect(
            Self.changes.map { $0.words(.english) } == [
                "Added Buy milk", "Changed Buy milk", "Done Buy milk", "Open Buy milk",
                "Deleted Buy milk",
            ])
        #expect(
            Self.changes.map { $0.words(.german) } == [
                "Hinzugefügt: Buy milk", "Geändert: Buy milk", "Erledigt: Buy milk",
                "Nicht erledigt: Buy milk", "Gelöscht: Buy milk",
            ])
        #expect([UndoReport.Change]().words(.english) == "")
        #expect(Array(Self.changes.prefix(1)).words(.english) == "Added Buy milk")
        #expect(Self.changes.words(.english) == "Added Buy milk and 4 more")
        #expect(Self.changes.words(.german) == "Hinzugefügt: Buy milk und 4 weitere")
    }

    @Test(arguments: [
        (
            UndoReport.NotReverted.Reason.deleted, "“Buy milk” was deleted elsewhere",
            "„Buy milk“ wurde anderswo gelöscht"
        ),
        (.exists, "“Buy milk” exists again", "„Buy milk“ gibt es wieder"),
        (
            .refused, "the server had refused the change of “Buy milk”",
            "der Server hatte die Änderung von „Buy milk“ abgelehnt"
        ),
        (
            .ruleMoved, "the repetition of “Buy milk”, which stays with the next one",
            "die Wiederholung von „Buy milk“, die bei der nächsten Aufgabe bleibt"
        ),
        (
            .alreadyReverted, "“Buy milk” is as it was before already",
            "„Buy milk“ ist schon wie vorher"
        ),
        (
            .changed([.title]), "the title of “Buy milk” was changed elsewhere",
            "Titel von „Buy milk“ wurde anderswo geändert"
        ),
        (
            .changed([.title, .location]),
            "the title, the place of “Buy milk” were changed elsewhere",
            "Titel, Ort von „Buy milk“ wurden anderswo geändert"
        ),
    ])
    func `say what was not undone`(
        reason: UndoReport.NotReverted.Reason, english: String, german: String
    ) {
        let report = UndoReport(notReverted: [.init(item: Self.milk, reason: reason)])

        #expect(report.words(.english) == "Not undone: \(english).")
        #expect(report.words(.german) == "Nicht rückgängig gemacht: \(german).")
    }

    @Test func `say how many more were not undone, and what is next`() {
        let one = UndoReport.NotReverted(item: Self.milk, reason: .deleted)
        let many = UndoReport(
            notReverted: Array(repeating: one, count: 7), next: Array(Self.changes.prefix(2)))

        #expect(UndoReport(reverted: [Self.milk.id], next: Self.changes).words(.english) == "")
        #expect(many.words(.english).contains("“Buy milk” was deleted elsewhere. Nor 2 others. "))
        #expect(
            many.words(.english).hasSuffix("Undo again takes back: Added Buy milk and 1 more."))
        #expect(
            many.words(.english, isRedo: true)
                .hasSuffix("Redo again repeats: Added Buy milk and 1 more."))
        #expect(
            many.words(.german, isRedo: true).hasPrefix("Nicht wiederhergestellt: „Buy milk“"))
        #expect(
            many.words(.german).hasSuffix(
                "Und 2 weitere. Als Nächstes wird zurückgenommen: "
                    + "Hinzugefügt: Buy milk und 1 weitere."))
    }

    @Test(arguments: [
        (SyncStatus.idle, nil, nil),
        (.syncing, "Syncing …", "Abgleich läuft …"),
        (.upToDate, "Up to date", "Auf dem neuesten Stand"),
        (.waiting(until: now), "Offline", "Offline"),
        (
            .waiting(until: now, because: .busy), "The server is overloaded",
            "Der Server ist überlastet"
        ),
        (
            .waiting(until: now, because: .storage(.closed)), "The items are closed",
            "Dieses Gerät kann nicht speichern: The items are closed"
        ),
        (.noRoom, "No room on the server", "Kein Platz auf dem Server"),
        (
            .signedOut, "Signed out; your changes are kept until you sign in again",
            "Abgemeldet; deine Änderungen bleiben, bis du dich wieder anmeldest"
        ),
    ])
    func `say how the sync is`(status: SyncStatus, english: String?, german: String?) {
        #expect(status.words(.english) == english)
        #expect(status.words(.german) == german)
    }
}
