import APITestSupport
import Accounts
import Exchange
import HTTP
import Items
import Synchronization
import TestSupport
import Testing

@testable import API

@Suite struct `POST /imports` {
    private static let todoist = """
        TYPE,CONTENT,PRIORITY,DATE,DATE_LANG,TIMEZONE
        task,Buy milk @shop,4,2026-12-04,en,
        task,Book,1,next full moon,en,
        task,,4,,en,

        """

    private let world = APIWorld()

    private func send(
        _ file: String, _ query: String = "", type: String = "text/csv",
        _ fields: [String: String] = [:]
    ) -> TestResponse {
        world.client.send(
            "POST", "/imports" + query,
            fields.merging(["Content-Type": type]) { own, _ in own }, body: file)
    }

    // proves: operation-9
    @Test func `adds the items of a file as one write, and tells what is lost`() {
        let response = send(Self.todoist, "?timeZone=Europe/Berlin")

        #expect(response.status == 200)
        #expect(response["ToDo-Revision"] == "k3f9.1")
        #expect(response["Link"] == "</undo/1>; rel=\"undo\"")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(
            response.text.hasPrefix(
                """
                {"format":"todoist","new":2,"changed":0,"unchanged":0,"lostCount":2,\
                "skippedCount":1,"lost":[{"line":3,"title":"Book","field":"PRIORITY",\
                "value":"1"},{"line":3,"title":"Book","field":"DATE","value":"next full moon",\
                "kept":true}],"skipped":[{"line":4,"reason":"has no title"}],"items":[{"id":"
                """))
        #expect(response.text.contains(#""timestamp":1796338800,"day":"2026-12-04""#))
        #expect(response.text.contains(#""tags":["shop"]"#))
        #expect(world.client.send("GET", "/items").items?.map(\.title) == ["Buy milk", "Book"])
        #expect(world.client.send("POST", "/undo/1", json: "").status == 200)
        #expect(world.client.send("GET", "/items").text == "[]")
    }

    // proves: operation-9
    @Test func `adds nothing of the same file, and after an undo all of it`() {
        let first = send(Self.todoist)
        let again = send(Self.todoist)
        _ = world.client.send("POST", "/undo/1", json: "")
        let later = send(Self.todoist)

        #expect(first.text.contains(#""new":2,"changed":0,"unchanged":0"#))
        #expect(again.text.contains(#""new":0,"changed":0,"unchanged":2"#))
        #expect(again["ToDo-Revision"] == "k3f9.1")
        #expect(again["Link"] == nil)
        #expect(later.text.contains(#""new":2,"#))
        #expect(later["ToDo-Revision"] == "k3f9.3")
    }

    @Test func `replaces what was changed here only if that is wanted, and completes nothing`() {
        let calendar = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:1
            SUMMARY:Bins
            DUE:19700102T000000Z
            RRULE:FREQ=DAILY
            END:VTODO
            END:VCALENDAR

            """
        _ = send(calendar, type: "text/calendar")
        let done = calendar.replacing("RRULE:FREQ=DAILY", with: "STATUS:COMPLETED")

        let skipped = send(done, type: "text/calendar")
        let preview = send(done, "?onConflict=replace&preview=true", type: "text/calendar")
        let before = world.client.send("GET", "/items").text
        let replaced = send(done, "?onConflict=replace", type: "text/calendar")

        #expect(skipped.text.contains(#""new":0,"changed":0,"unchanged":1"#))
        #expect(preview.text.contains(#""new":0,"changed":1,"unchanged":0"#))
        #expect(before.contains(#""done":false"#))
        #expect(replaced.text.contains(#""new":0,"changed":1,"unchanged":0"#))
        let items = world.client.send("GET", "/items").items ?? []
        #expect(items.map(\.title) == ["Bins"])
        #expect(items.map(\.done) == [true])
    }

    @Test func `writes nothing in a preview, and answers the same`() {
        let preview = send(Self.todoist, "?preview=true")
        let state = world.state
        let response = send(Self.todoist, "?preview=false")

        #expect(state == APIWorld().state)
        #expect(preview["ToDo-Revision"] == "k3f9.0")
        #expect(preview["Link"] == nil)
        #expect(!preview.text.contains("createdAt") && !preview.text.contains("revision"))
        let server = /,"createdAt":1000(\.\d+)?,"updatedAt":1000(\.\d+)?,"revision":1/
        #expect(preview.text == response.text.replacing(server, with: ""))
    }

    @Test func `imports a list of this program by the rules of POST`() {
        let lines = """
            {"id":"\(uuid(7))","title":"Milk","done":false,"createdAt":5,"revision":9}

            {"title":"Tea"}
            {"title":"Tea"}

            """

        let first = send(lines, type: "application/x-ndjson")
        let again = send(lines, "?format=toodoo", type: "text/plain")
        let array = send(#"[{"title":"Jam"}]"#, type: "application/json")

        #expect(first.text.contains(#""format":"toodoo","new":3"#))
        #expect(again.text.contains(#""new":0,"changed":0,"unchanged":3"#))
        #expect(array.text.contains(#""new":1"#))
        #expect(world.client.send("GET", "/items").items?.count == 4)
    }

    @Test(arguments: [
        (#"[{"title":"a"},{"titel":"b"}]"#, 422, "2 things in item 2 are wrong."),
        ("{\"title\":\"a\"}\n\n{\"title\":\"\"}", 422, "One thing in line 3 is wrong."),
        (#"[{"title":"a"}"#, 400, "The array does not end."),
        ("[]x", 400, "More follows after the array."),
        (
            "{\"title\":\"a\"}\n{\"title\"}", 400,
            "Line 2: The body is not JSON: something unexpected stands at byte 8."
        ),
        (
            #"[{"id":"\#(uuid(1))","title":"a"},{"id":"\#(uuid(1))","title":"b"}]"#, 422,
            "One thing in the body is wrong."
        ),
        (
            "{\"title\":\"" + String(repeating: "a", count: 1 << 20), 422,
            "Line 1 is longer than 1 MiB."
        ),
    ])
    func `refuses a list of this program with a fault as a whole`(
        file: String, status: Int, detail: String
    ) {
        let response = send(file)

        #expect(response.status == status)
        #expect(response.problem?.detail == detail)
        #expect(world.state == APIWorld().state)
    }

    @Test func `names the faults of a list with their items`() {
        #expect(send(#"[{"title":"a"},{"titel":"b"}]"#).pointers == ["/1/titel", "/1/title"])
        let zone = #"[{"title":"a","timestamp":5,"repeat":{"frequency":"daily","timeZone":"X/Y"}}]"#
        #expect(send(zone).pointers == ["/0/repeat/timeZone"])
    }

    @Test(arguments: [
        ("a,b\n1,2\n", "", 422, "The file is of no known format"),
        ("", "", 422, "The file is of no known format"),
        ("title\nMilk\n", "?format=todoist", 422, "The file is not of the format todoist"),
        ("title\n\"Milk\n", "", 422, "The quote that opens in line 2 never closes."),
        ("title\nMi\0lk\n", "", 400, "Line 2 contains U+0000"),
        (#"{"kind":"tasks#tasks","items":[{"title":"a"},"#, "", 400, "The file is not JSON"),
    ])
    func `refuses a damaged file as a whole, in a sentence`(
        file: String, query: String, status: Int, detail: String
    ) {
        let response = send(file, query)

        #expect(response.status == status)
        #expect(response.problem?.detail.hasPrefix(detail) == true)
        #expect(world.state == APIWorld().state)
    }

    @Test(arguments: [
        "?format=xml", "?format=", "?preview=yes", "?timeZone=Mars/Olympus", "?timeZone=",
        "?onConflict=refuse", "?limit=1", "?format=csv&format=csv",
    ])
    func `refuses other parameters`(query: String) {
        let response = send("title\nMilk\n", query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
    }

    @Test func `takes the media types of files, which decide nothing`() {
        // The description has text in JSON alone under its type.
        let client = TestClient(world.app, isChecked: false)
        for type in [
            "text/csv; charset=utf-8", "text/calendar", "text/plain", "application/json",
            "application/x-ndjson", "application/octet-stream",
        ] {
            let response = client.send(
                "POST", "/imports", ["Content-Type": type], body: "title\nMilk\n")
            #expect(response.status == 200, "\(type)")
        }
        for type in ["text/html", "multipart/form-data", "application/zip"] {
            let response = send("title\nMilk\n", type: type)
            #expect(response.status == 415, "\(type)")
            #expect(response["Accept"]?.contains("text/calendar") == true)
        }
    }

    @Test func `takes 16 MiB, and no more than the operator allows`() {
        let request = PreparedRequest(
            lines: [
                "POST /imports HTTP/1.1", "Host: localhost", "Content-Type: text/csv",
                "Content-Length: 5",
            ])

        #expect(request.admission(by: world.app).body == BodyLimit(16 << 20))
        #expect(request.admission(by: APIWorld(maxBody: 4_096).app).body == BodyLimit(4_096))
    }

    @Test func `is 507 beyond the quota, also as a preview`() {
        world.items.itemLimit = ItemSize(count: 1, bytes: .max)

        for query in ["", "?preview=true"] {
            let response = send(Self.todoist, query)
            #expect(response.status == 507)
            #expect(response.problemName == "quota")
        }
        #expect(world.client.send("GET", "/items").text == "[]")
    }

    @Test func `happens once with a key, and is refused for another file`() {
        let key = ["Idempotency-Key": "\"k\""]

        let first = send(Self.todoist, key)
        let again = send(Self.todoist, key)
        let other = send("title\nMilk\n", key)

        #expect(first.status == 200)
        #expect(again.text == first.text && again["Link"] == first["Link"])
        #expect(other.problemName == "idempotency-key-reused")
    }

    private func send(_ file: String, _ fields: [String: String]) -> TestResponse {
        send(file, "", type: "text/csv", fields)
    }

    @Test func `keeps conditions and preferences`() {
        let stale = send(Self.todoist, ["If-Match": "\"k3f9.7\""])
        let minimal = send(Self.todoist, ["Prefer": "return=minimal"])

        #expect(stale.status == 412)
        #expect(minimal.status == 200)
        #expect(minimal["Preference-Applied"] == "return=minimal")
        #expect(minimal.body.isEmpty)
    }

    @Test func `answers with the first hundred items`() {
        let response = send("title\n" + (0..<250).map { "\($0)\n" }.joined())

        #expect(response.text.contains(#""new":250"#))
        #expect(response.text.matches(of: /"title":/).count == 100)
    }

    // proves: separation-5
    @Test func `is 403 with a token that reads, also as a preview`() {
        let world = AccountsWorld()
        let ada = world.token("ada")
        let reader =
            world.send(
                "POST", "/tokens", as: ada, json: #"{"label":"x","scope":"read"}"#
            ).token ?? "none"
        let type = ["Content-Type": "text/csv"]

        let refused = ["", "?preview=true"].map {
            world.send("POST", "/imports" + $0, as: reader, type, json: "title\nMilk\n").status
        }
        let taken = world.send("POST", "/imports", as: ada, type, json: "title\nMilk\n").status

        #expect(refused == [403, 403])
        #expect(taken == 200)
    }

    @Test func `reads the file beside the lane, which answers others meanwhile`() {
        let later = LaterJobs()
        let world = APIWorld(imports: ImportQueue { later.add($0) })
        let lane = LaneSimulator(world.app)
        lane.ask(
            1, "POST /imports", ["Content-Type: text/csv", "Content-Length: 11"],
            body: "title\nMilk\n")

        lane.go()
        let before = world.client.send("GET", "/items").text
        #expect(lane.answer(1) == nil)
        later.runAll()
        lane.go()

        #expect(before == "[]")
        #expect(lane.answer(1)?.status == 200)
        #expect(world.client.send("GET", "/items").items?.map(\.title) == ["Milk"])
    }

    @Test func `is 503 when too many bytes wait to be read`() {
        let later = LaterJobs()
        let queue = ImportQueue { later.add($0) }
        let world = APIWorld(imports: queue)
        let type = ["Content-Type": "text/csv"]
        #expect(queue.add(64 << 20) {})

        let refused = world.client.send("POST", "/imports", type, body: "title\nMilk\n")
        later.runAll()
        let hasRoom = queue.add(1) {}

        #expect(refused.status == 503)
        #expect(refused["Retry-After"] == "1")
        #expect(hasRoom)
        #expect(!queue.add(64 << 20) {})
        #expect(world.client.send("GET", "/items").text == "[]")
    }
}

/// Jobs that run when the test says so.
private final class LaterJobs: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func add(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
    }

    func runAll() {
        for job in jobs.withLock({ $0 }) { job() }
    }
}
